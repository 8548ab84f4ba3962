// The years of draws that this phone keeps, each once: the page brings them to the server's version, and reads them without a network.
import { changedYear, historyOfYears } from '../rules/draw-years.ts'
import type { History } from '../rules/history.ts'
import { OFFLINE_LIMITS } from '../../platform/rules/offline/offline.ts'
import { noteAnswer } from '../../platform/web/api/answer-age.ts'
import { type AnswerOf, call, CallError } from '../../platform/web/api/call.ts'
import { jsonAt, PUBLIC_CACHE, put, read, readPerson, timeOf } from '../../platform/web/api/kept.ts'

const MANIFEST = '/api/history'
type Manifest = AnswerOf<'GET /api/history'>
export type Year = AnswerOf<'GET /api/history/years/:year'>

const pathOf = (year: number) => `/api/history/years/${year}`

/**
 * A year in a version of the server: as it is kept, with the changes since, or from the server. Without a network it stays as it was.
 * @throws CallError
 */
export async function loadYear({ year, version }: Manifest['years'][number]): Promise<Year> {
  const path = pathOf(year)
  // Nothing is kept without the worker, or for nobody.
  const isKept = (await readPerson()) !== null
  const kept = isKept ? await read(PUBLIC_CACHE, path) : undefined
  const known = kept && ((await kept.clone().json()) as Year)
  if (known?.version === version) return known
  try {
    const changed = known && (await withChanges(known, version))
    const response = changed ?? (await call('GET', `${path}?version=${version}`))
    const text = await response.text()
    if (isKept) await put(PUBLIC_CACHE, path, jsonAt(timeOf(response), text, true))
    noteAnswer(path, null)
    return JSON.parse(text) as Year
  } catch (error) {
    if (!known || !(error instanceof CallError && error.status === 0)) throw error
    noteAnswer(path, timeOf(kept))
    return known
  }
}

/** A year with the changes since its version; null if there are too many. */
async function withChanges(known: Year, version: string): Promise<Response | null> {
  const response = await call('GET', `/api/history/changes?since=${known.seq}`)
  const { seq, reset, written, removed } = (await response.json()) as AnswerOf<'GET /api/history/changes'>
  if (reset) return null
  const year: Year = { seq, version, ...changedYear(known, written, removed) }
  return jsonAt(timeOf(response), JSON.stringify(year), true)
}

/**
 * Keeps the newest years, and brings those that are kept to the server's version.
 * @param now the server's time, in milliseconds
 */
export async function keepYears(now: number, most: number): Promise<void> {
  let list = await read(PUBLIC_CACHE, MANIFEST)
  if (!list || now - timeOf(list) > OFFLINE_LIMITS.manifestFreshMs) {
    list = await call('GET', MANIFEST)
    // The worker keeps it too, once it answers this page.
    await put(PUBLIC_CACHE, MANIFEST, jsonAt(timeOf(list), await list.clone().text(), true))
  }
  const { years } = (await list.json()) as Manifest
  const cache = await caches.open(PUBLIC_CACHE)
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  const listed = new Set(years.map(({ year }) => pathOf(year)))
  for (const path of kept) if (path.startsWith(`${MANIFEST}/`) && !listed.has(path)) await cache.delete(path)
  for (const [i, one] of years.entries()) if (i < most || kept.has(pathOf(one.year))) await loadYear(one)
}

export interface KeptHistory {
  games: Manifest['games']
  lastDrawn: Manifest['lastDrawn']
  history: History
  /** Every year is kept. */
  complete: boolean
  /** The server's time up to which the years have every change, in milliseconds. */
  at: number
}

/**
 * The history that this phone keeps; null without one.
 * @param mostYears the newest years to read, for a screen that needs no others
 */
export async function keptHistory(mostYears = Infinity): Promise<KeptHistory | null> {
  const list = await read(PUBLIC_CACHE, MANIFEST)
  if (!list) return null
  const { games, lastDrawn, years: listed } = (await list.clone().json()) as Manifest
  const ats: number[] = []
  const years: Year[] = []
  for (const { year, version } of listed.slice(0, mostYears)) {
    const kept = await read(PUBLIC_CACHE, pathOf(year))
    if (!kept) continue
    const draws = (await kept.json()) as Year
    years.push(draws)
    // The list may be newer than the year.
    ats.push(timeOf(draws.version === version ? list : kept))
  }
  if (years.length === 0) return null
  const complete = years.length === listed.length
  return { games, lastDrawn, history: historyOfYears(years), complete, at: Math.min(...ats) }
}
