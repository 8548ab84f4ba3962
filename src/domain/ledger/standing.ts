/** Which version of a forecast counts, and whether it is scored (statistics.md, section 2). */
import { endOfDay } from '../base/calendar.ts'
import type { LockEntry, ResultEntry, VersionEntry, WithdrawalEntry } from './entries.ts'
import { movesInForce, voidsDraw } from '../draws/lock.ts'

/** The entries about one draw. */
export interface DrawEntries {
  locks: readonly LockEntry[]
  /** In the order of entry. */
  results: readonly ResultEntry[]
}

/** The entries about one forecast, in the order of entry. */
export interface ForecastEntries {
  versions: readonly VersionEntry[]
  withdrawal: WithdrawalEntry | null
}

export type Standing =
  /** The lock has not passed. */
  | { state: 'open'; version: VersionEntry }
  | { state: 'waiting'; version: VersionEntry }
  /** `results` has every result of the draw, the one that counts last, so that a corrected draw shows both scores. */
  | { state: 'scored'; version: VersionEntry; results: readonly ResultEntry[] }
  | { state: 'withdrawn'; version: VersionEntry }
  /** Every version was published after the lock. */
  | { state: 'after-lock'; version: VersionEntry }
  | { state: 'void'; version: VersionEntry; reason: 'no-draw' | 'moved-lock' }

/** The lock of a version as it is now: the one copied at publication, or an earlier one to which it was moved since. */
export function lockNow(version: VersionEntry, { locks }: Pick<DrawEntries, 'locks'>): number | null {
  if (version.lock === null) return null
  return Math.min(version.lock, ...movesInForce(locks).map(({ to }) => to))
}

/**
 * The standing of a forecast. An edit counts only before the lock of the version that it replaces and before its own, so
 * no edit can take a forecast out of a draw that is locked.
 *
 * @param entriesOf the entries about the draw of a version
 * @param now milliseconds
 */
export function standingOf(
  { versions, withdrawal }: ForecastEntries,
  entriesOf: (version: VersionEntry) => DrawEntries,
  now: number,
): Standing {
  const counting = countingVersion(versions, entriesOf)
  if (!counting) return { state: 'after-lock', version: versions[0]! }
  const draw = entriesOf(counting)
  const lock = lockNow(counting, draw)!
  if (withdrawal && withdrawal.at < lock) return { state: 'withdrawn', version: counting }
  if (isVoided(draw)) return { state: 'void', version: counting, reason: 'moved-lock' }
  const result = draw.results[draw.results.length - 1]
  if (result?.state === 'no_draw') return { state: 'void', version: counting, reason: 'no-draw' }
  if (result?.state === 'drawn') return { state: 'scored', version: counting, results: differentDraws(draw) }
  return { state: now < lock ? 'open' : 'waiting', version: counting }
}

/** The draws among the results, the last one at the end. A result that was deleted and entered again is one draw. */
function differentDraws({ results }: DrawEntries): ResultEntry[] {
  const drawn = results.filter(({ state }) => state === 'drawn')
  const isRepeatedIn = (later: readonly ResultEntry[], { winning }: ResultEntry) =>
    later.some((one) => String(one.winning) === String(winning))
  return drawn.filter((one, i) => !isRepeatedIn(drawn.slice(i + 1), one))
}

/** Whether a lock of the draw moved after the draw. */
export function isVoided({ locks }: DrawEntries): boolean {
  return movesInForce(locks).some((move) => voidsDraw(move, move.at))
}

/** Whether the draw had a result, and staff deleted it or entered "no draw" instead. */
export function lacksItsResult({ results }: DrawEntries): boolean {
  return results.some(({ state }) => state === 'drawn') && results[results.length - 1]!.state !== 'drawn'
}

/** The last version before the lock. */
function countingVersion(
  versions: readonly VersionEntry[],
  entriesOf: (version: VersionEntry) => DrawEntries,
): VersionEntry | null {
  let counting: VersionEntry | null = null
  for (const version of versions) {
    const isBefore = (locked: VersionEntry) => version.at < (lockNow(locked, entriesOf(locked)) ?? -Infinity)
    if (isBefore(version) && (!counting || isBefore(counting))) counting = version
  }
  return counting
}

/**
 * When everyone may read the numbers of a forecast, in milliseconds: at its close, or at the end of a day on which the game
 * does not draw.
 */
export function revealedAt({ close, date }: Pick<VersionEntry, 'close' | 'date'>): number {
  return close ?? endOfDay(date)
}

/** Whether the numbers of a forecast are still secret. @param now milliseconds */
export function isSecret(version: Pick<VersionEntry, 'close' | 'date'>, now: number): boolean {
  return now < revealedAt(version)
}
