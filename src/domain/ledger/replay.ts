import { type DrawEntry, isOfDraw, type LedgerEntry, type VersionEntry } from './entries.ts'
import {
  type DrawEntries,
  type ForecastEntries,
  lacksItsResult,
  type Standing,
  standingOf,
} from './standing.ts'

/** A ledger by forecasts and draws. */
export interface Replay {
  /** By the number of the forecast, in the order of publication. */
  forecasts: ReadonlyMap<number, ForecastEntries>
  entriesOf: (draw: Pick<DrawEntry, 'game' | 'date'>) => DrawEntries
  /** The draws of which a void removed scores because they were early. */
  voidedDraws: number
  /** The draws whose result was deleted or became "no draw". */
  removedResults: number
}

interface ForecastSoFar extends ForecastEntries {
  versions: VersionEntry[]
}

const NO_ENTRIES: DrawEntries = { voids: [], results: [] }

/** Groups the entries of a chain, in order. */
export function replay(entries: Iterable<LedgerEntry>): Replay {
  const forecasts = new Map<number, ForecastSoFar>()
  const draws = new Map<string, { voids: DrawEntries['voids'][0][]; results: DrawEntries['results'][0][] }>()
  const keyOf = ({ game, date }: Pick<DrawEntry, 'game' | 'date'>) => `${date} ${game}`
  const drawOf = (entry: DrawEntry) => {
    const found = draws.get(keyOf(entry)) ?? { voids: [], results: [] }
    draws.set(keyOf(entry), found)
    return found
  }
  for (const entry of entries) {
    if (!isOfDraw(entry)) continue
    if (entry.kind === 'void') drawOf(entry).voids.push(entry)
    else if (entry.kind === 'result') drawOf(entry).results.push(entry)
    else {
      const forecast = forecasts.get(entry.forecast) ?? { versions: [], withdrawal: null }
      forecasts.set(entry.forecast, forecast)
      if (entry.kind === 'version') forecast.versions.push(entry)
      else forecast.withdrawal ??= entry
    }
  }
  return {
    forecasts,
    entriesOf: (draw) => draws.get(keyOf(draw)) ?? NO_ENTRIES,
    voidedDraws: [...draws.values()].filter(({ voids }) => voids.length > 0).length,
    removedResults: [...draws.values()].filter(lacksItsResult).length,
  }
}

/** The standing of every forecast with a known version, by its number. @param now milliseconds */
export function standings({ forecasts, entriesOf }: Replay, now: number): Map<number, Standing> {
  const found = new Map<number, Standing>()
  for (const [id, forecast] of forecasts)
    if (forecast.versions.length > 0) found.set(id, standingOf(forecast, entriesOf, now))
  return found
}

/** How many forecasts are in each state, beside the share that was withdrawn before the lock. */
export interface StandingCounts {
  published: number
  byState: Record<Standing['state'], number>
  /** The share of withdrawals among the forecasts published before their lock, 0 to 1. */
  withdrawnShare: number
  /** The draws of which a void removed scores. */
  voidedDraws: number
  /** The draws whose result was deleted or became "no draw". */
  removedResults: number
}

export function countStandings(
  all: Iterable<Standing>,
  { voidedDraws, removedResults }: Pick<Replay, 'voidedDraws' | 'removedResults'>,
): StandingCounts {
  const byState = { open: 0, waiting: 0, scored: 0, withdrawn: 0, 'after-lock': 0, void: 0 }
  let published = 0
  for (const { state } of all) {
    byState[state]++
    published++
  }
  const inTime = published - byState['after-lock']
  const withdrawnShare = inTime === 0 ? 0 : byState.withdrawn / inTime
  return { published, byState, withdrawnShare, voidedDraws, removedResults }
}
