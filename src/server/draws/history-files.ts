import { createHash } from 'node:crypto'
import { encodeYear } from '../../domain/encode-years.ts'
import {
  allYears,
  BALLS_PER_DRAW,
  type GameDraws,
  type History,
  yearRange,
  yearsOf,
} from '../../domain/history.ts'
import { createSlices } from '../base/slices.ts'
import { CACHE, Reply } from '../http/reply.ts'
import { type GzipPart, gzipPart, joinGzip } from './gzip-parts.ts'
import type { Snapshot } from './memory.ts'
import { rowsOfYear } from './queries.ts'

/** The phone's file of one year, named by a hash of its content. */
export interface YearFile {
  year: number
  hash: string
  bytes: number
  reply: Reply
}

/** All results as JSON. */
export interface ResultsFile {
  gzip: Buffer<ArrayBuffer>
  /** Bytes without compression. */
  length: number
}

/**
 * Answers over the whole history, made in slices and kept by year. After a change only the years that it touched are made
 * again.
 */
export interface HistoryFiles {
  /** The phone's files, newest first. */
  years(snapshot: Snapshot): Promise<readonly YearFile[]>
  /** The specification's answer: games by key, years, rows. Draws that did not take place are left out. */
  results(snapshot: Snapshot): Promise<ResultsFile>
}

export function createHistoryFiles(): HistoryFiles {
  return { years: latestOf(createYearFiles()), results: latestOf(createResults()) }
}

/** Makes one answer for each version of the draws, one after the other, so that each starts from the one before. */
function latestOf<T>(make: (snapshot: Snapshot) => Promise<T>): (snapshot: Snapshot) => Promise<T> {
  let latest: { snapshot: Snapshot; made: Promise<T> } | null = null
  return (snapshot) => {
    const known = latest
    if (known?.snapshot.history === snapshot.history && known.snapshot.games === snapshot.games)
      return known.made
    const made = after(known?.made, () => make(snapshot))
    latest = { snapshot, made }
    made.catch(() => {
      if (latest?.made === made) latest = null
    })
    return made
  }
}

/** Waits for the answer before, also for one that fails. */
async function after<T>(before: Promise<unknown> | undefined, make: () => Promise<T>): Promise<T> {
  await before?.catch(() => undefined)
  return make()
}

function createYearFiles() {
  let before: History = { games: new Map() }
  let known = new Map<number, YearFile>()
  return async ({ history }: Snapshot): Promise<readonly YearFile[]> => {
    const slice = createSlices()
    const files = new Map<number, YearFile>()
    for (const year of allYears(history)) {
      const same = hasSameYear(before, history, year) ? known.get(year) : undefined
      files.set(year, same ?? fileOf(year, encodeYear(history, year)))
      await slice()
    }
    before = history
    known = files
    return [...files.values()]
  }
}

function fileOf(year: number, bytes: Uint8Array<ArrayBuffer>): YearFile {
  const hash = contentHash(bytes)
  const options = { type: 'application/octet-stream', cache: CACHE.forever, etag: `"${hash}"` }
  return { year, hash, bytes: bytes.length, reply: new Reply(bytes, options) }
}

/** The first 96 bits of SHA-256. The phone computes the same hash to check a mended file. */
function contentHash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest().subarray(0, 12).toString('base64url')
}

function createResults() {
  let before: History = { games: new Map() }
  /** By game and year, for example `diamond 2024`. */
  let known = new Map<string, GzipPart>()
  return async ({ games, history }: Snapshot): Promise<ResultsFile> => {
    const slice = createSlices()
    const kept = new Map<string, GzipPart>()
    const parts: GzipPart[] = []
    // Compressing a comma takes as long as a short year, and there is one for each year of a game.
    const comma = gzipPart(',')
    for (const [i, { key }] of games.entries()) {
      parts.push(gzipPart(`${i === 0 ? '{' : '},'}${JSON.stringify(key)}:{`))
      const draws = history.games.get(key)
      let hasYears = false
      for (const year of draws ? yearsOf(draws).reverse() : []) {
        const name = `${key} ${year}`
        const same = isSameYear(before.games.get(key), draws, year) ? known.get(name) : undefined
        const part = same ?? gzipPart(textOfYear(draws!, year))
        kept.set(name, part)
        if (part.length > 0) {
          if (hasYears) parts.push(comma)
          parts.push(part)
          hasYears = true
        }
        await slice()
      }
    }
    parts.push(gzipPart(games.length > 0 ? '}}' : '{}'))
    before = history
    known = kept
    return joinGzip(parts)
  }
}

/** A year of a game as JSON; empty for a year without results. */
function textOfYear(draws: GameDraws, year: number): string {
  const rows = rowsOfYear(draws, year)
  return rows.length > 0 ? `"${year}":${JSON.stringify(rows)}` : ''
}

/** Whether two histories have the same draws in a year. */
function hasSameYear(a: History, b: History, year: number): boolean {
  const keys = new Set([...a.games.keys(), ...b.games.keys()])
  return [...keys].every((key) => isSameYear(a.games.get(key), b.games.get(key), year))
}

/** Whether a game has the same draws in a year. */
function isSameYear(a: GameDraws | undefined, b: GameDraws | undefined, year: number): boolean {
  if (a === b) return true
  const [one, other] = [columnsOf(a, year), columnsOf(b, year)]
  return one.every(
    (column, i) => column.length === other[i]!.length && column.every((value, k) => value === other[i]![k]),
  )
}

function columnsOf(draws: GameDraws | undefined, year: number): (Int32Array | Uint8Array | Uint16Array)[] {
  if (!draws) return COLUMNS_WITHOUT_DRAWS
  const [from, to] = yearRange(draws, year)
  const { days, flags, serials, balls } = draws
  return [
    days.subarray(from, to),
    flags.subarray(from, to),
    serials.subarray(from, to),
    balls.subarray(from * BALLS_PER_DRAW, to * BALLS_PER_DRAW),
  ]
}

const COLUMNS_WITHOUT_DRAWS = Array.from({ length: 4 }, () => new Uint8Array())
