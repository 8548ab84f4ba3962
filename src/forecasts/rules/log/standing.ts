/** Which version of a forecast counts, and whether it is scored. */
import { itemAt } from '../../../platform/rules/base/lists.ts'
import type { LagosDate } from '../../../platform/rules/base/calendar.ts'
import { drawName, type VoidLeaf } from './leaves.ts'
import { LOG_RULES } from './schedule.ts'

/** What decides about a version. Instants in milliseconds; `lock` is null on a day without a slot. */
interface TimedVersion {
  at: number
  lock: number | null
}

interface DrawResult {
  state: 'drawn' | 'no_draw'
  winning: readonly number[]
}

/** What happened to one draw, in the order of the log. */
export interface DrawHistory<V extends TimedVersion, R extends DrawResult> {
  game: string
  date: LagosDate
  /** In the order of publication. */
  forecasts: ForecastHistory<V, R>[]
  /** `since` is null unless the draw was early; in milliseconds. */
  voids: { index: number; cause: VoidLeaf['cause']; since: number | null }[]
  results: R[]
}

/** A forecast for one draw, whose versions keep it. */
export interface ForecastHistory<V extends TimedVersion, R extends DrawResult> {
  id: number
  versions: V[]
  withdrawal: { at: number } | null
  draw: DrawHistory<V, R>
}

/** The forecasts and draws of a log, grouped as its leaves come. The verifier and the server share it. */
export class LogHistory<V extends TimedVersion, R extends DrawResult> {
  /** By their number, in the order of publication. */
  readonly forecasts = new Map<number, ForecastHistory<V, R>>()
  /** By {@link drawName}. */
  readonly draws = new Map<string, DrawHistory<V, R>>()

  drawOf({ game, date }: { game: string; date: LagosDate }): DrawHistory<V, R> {
    const name = drawName({ game, date })
    const draw = this.draws.get(name) ?? { game, date, forecasts: [], results: [], voids: [] }
    this.draws.set(name, draw)
    return draw
  }

  addVersion(id: number, draw: DrawHistory<V, R>, version: V): void {
    const known = this.forecasts.get(id)
    if (known) return void known.versions.push(version)
    const forecast = { id, versions: [version], withdrawal: null, draw }
    this.forecasts.set(id, forecast)
    draw.forecasts.push(forecast)
  }
}

export type Standing<V extends TimedVersion, R extends DrawResult> =
  /** The lock has not passed. */
  | { state: 'open'; version: V }
  | { state: 'waiting'; version: V }
  /** `results` has every draw of the results, the one that counts last, so that a corrected draw shows both scores. */
  | { state: 'scored'; version: V; results: readonly R[] }
  | { state: 'withdrawn'; version: V }
  /** Every version was published after the lock. */
  | { state: 'after-lock'; version: V }
  | { state: 'void'; version: V; reason: 'no-draw' | 'early-draw' }

/**
 * The standing of a forecast. An edit counts only before the lock of the version that it replaces and before its own, so
 * no edit can take a forecast out of a draw that is locked.
 *
 * @param now milliseconds
 */
export function standingOf<V extends TimedVersion, R extends DrawResult>(
  { versions, withdrawal, draw: { voids: all, results } }: ForecastHistory<V, R>,
  now: number,
): Standing<V, R> {
  const version = countingVersion(versions)
  if (!version) return { state: 'after-lock', version: itemAt(versions, 0) }
  const lock = version.lock!
  if (withdrawal && withdrawal.at < lock) return { state: 'withdrawn', version }
  if (all.some((one) => voids(one, version))) return { state: 'void', version, reason: 'early-draw' }
  const result = results[results.length - 1]
  if (result?.state === 'no_draw') return { state: 'void', version, reason: 'no-draw' }
  if (result?.state === 'drawn') return { state: 'scored', version, results: differentDraws(results) }
  return { state: now < lock ? 'open' : 'waiting', version }
}

/** The draws among the results, the last one at the end. A result that was deleted and entered again is one draw. */
function differentDraws<R extends DrawResult>(results: readonly R[]): R[] {
  const drawn = results.filter(({ state }) => state === 'drawn')
  const isRepeatedIn = (later: readonly R[], { winning }: R) =>
    later.some((one) => String(one.winning) === String(winning))
  return drawn.filter((one, i) => !isRepeatedIn(drawn.slice(i + 1), one))
}

/** Whether a void of its draw removes the score of a version. */
const voids = ({ since }: { since: number | null }, { at }: Pick<TimedVersion, 'at'>): boolean =>
  since === null || at >= since - LOG_RULES.earlyMargin

/** The last version before the lock. */
function countingVersion<V extends TimedVersion>(versions: readonly V[]): V | null {
  let counting: V | null = null
  for (const version of versions) {
    const isBefore = ({ lock }: V) => version.at < (lock ?? -Infinity)
    if (isBefore(version) && (!counting || isBefore(counting))) counting = version
  }
  return counting
}
