import { changedYear, historyOfYears } from '../../domain/draws/draw-years.ts'
import type { History } from '../../domain/draws/history.ts'
import { OFFLINE_LIMITS, withoutQuery } from '../../domain/offline/offline.ts'
import type { AnswerOf } from '../api/call.ts'
import {
  addressesIn,
  jsonAt,
  KEPT_AT,
  PUBLIC_CACHE,
  put,
  read,
  remove,
  keptPerson,
  keepAnswer,
} from './stores.ts'

const MANIFEST = '/api/history'
type Manifest = AnswerOf<'GET /api/history'>
type Year = AnswerOf<'GET /api/history/years/:year'>

const YEARS = '/api/history/years/'

/** The path of a year, under which it is kept once; null for another call. The version that is asked for is in the query. */
export const yearPath = (address: string): string | null =>
  address.startsWith(YEARS) ? withoutQuery(address) : null

/**
 * A year in the version that its address names: as it is kept, with the changes since, or from the server.
 * @throws without a network
 */
export async function fetchYear(path: string, address: string): Promise<Response> {
  const kept = (await keptPerson()) ? await read(PUBLIC_CACHE, path) : undefined
  const known = kept && ((await kept.clone().json()) as Year)
  const version = new URLSearchParams(address.slice(path.length)).get('version')
  if (known?.version === version) return kept!
  const changed = known && version ? await withChanges(known, version) : null
  const response = changed ?? (await fetch(address))
  if (response.ok)
    await put(PUBLIC_CACHE, path, jsonAt(timeOf(response), await response.clone().text(), true))
  return response
}

/** A year with the changes since its version; null if there are too many. */
async function withChanges(known: Year, version: string): Promise<Response | null> {
  const response = await fetch(`/api/history/changes?since=${known.seq}`)
  if (!response.ok) return null
  const { seq, reset, written, removed } = (await response.json()) as AnswerOf<'GET /api/history/changes'>
  if (reset) return null
  const year: Year = { seq, version, ...changedYear(known, written, removed) }
  return jsonAt(timeOf(response), JSON.stringify(year), true)
}

const timeOf = ({ headers }: Response) => Number(headers.get('server-time') ?? headers.get(KEPT_AT))

/**
 * Brings the kept years to the server's version, and keeps the newest ones.
 * @param now the server's time, in milliseconds
 */
export async function keepHistory(now: number, mostYears: number): Promise<void> {
  let list = await read(PUBLIC_CACHE, MANIFEST)
  if (!list || now - timeOf(list) > OFFLINE_LIMITS.manifestFreshMs) {
    list = await fetch(MANIFEST)
    if (!list.ok) return
    await keepAnswer(MANIFEST, list.clone())
  }
  const { years } = (await list.json()) as Manifest
  const kept = (await addressesIn(PUBLIC_CACHE)).filter((address) => yearPath(address) !== null)
  const listed = new Set(years.map(({ year }) => YEARS + year))
  await remove(
    PUBLIC_CACHE,
    kept.filter((path) => !listed.has(path)),
  )
  for (const [i, { year, version }] of years.entries()) {
    const path = YEARS + year
    if (i >= mostYears && !kept.includes(path)) continue
    if (!(await fetchYear(path, `${path}?version=${version}`)).ok) return
  }
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
  const { games, lastDrawn, years: listed } = (await list.json()) as Manifest
  const ats: number[] = []
  const years: Year[] = []
  for (const { year, version } of listed.slice(0, mostYears)) {
    const kept = await read(PUBLIC_CACHE, YEARS + year)
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
