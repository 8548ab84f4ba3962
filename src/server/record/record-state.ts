import {
  countStandings,
  isSecret,
  type Replay,
  type Standing,
  type StandingCounts,
  standings,
} from '../../domain/ledger/standing.ts'
import type { VersionEntry } from '../../domain/ledger/entries.ts'
import { revealTime } from '../../domain/log/schedule.ts'
import { type LedgerScore, scoredForecasts } from '../../domain/ledger/scored.ts'
import { type CameAgainstLuck, cameAgainstLuck } from '../../domain/record/against-luck.ts'
import { drawsOfRecord, openedRecords, type RecordDraw, type RecordKey } from '../../domain/record/draws.ts'

/** What the public may know of a ledger at an instant. Secret forecasts are left out of every list but `sealed`. */
export interface RecordState {
  replay: Replay
  /** By the number of the forecast, for those past their close. */
  revealed: ReadonlyMap<number, Standing>
  /** Those whose numbers and form are still secret. */
  sealed: readonly Standing[]
  /** Oldest close first. */
  scores: readonly LedgerScore[]
  draws: readonly RecordDraw[]
  /** Of all draws; null before the first. */
  against: CameAgainstLuck | null
  /** Every record with a revealed forecast, and every author: authors never disappear. */
  opened: readonly { key: RecordKey; place: number }[]
  counts: StandingCounts
}

/** Every version in the order of the log. */
const versionsOf = ({ forecasts }: Replay): VersionEntry[] =>
  [...forecasts.values()].flatMap(({ versions }) => versions).sort((a, b) => a.entry - b.entry)

/** @param now milliseconds */
export function recordState(all: Replay, operatorOf: (game: string) => string, now: number): RecordState {
  const standing = standings(all, now)
  const sealed = [...standing.values()].filter(({ version }) => isSecret(version, now))
  const revealed = new Map([...standing].filter(([, { version }]) => !isSecret(version, now)))
  const scores = scoredForecasts(revealed, operatorOf).sort(
    (a, b) => a.forecast.closesAt - b.forecast.closesAt || a.forecast.id - b.forecast.id,
  )
  const draws = drawsOfRecord(scores.map(({ forecast }) => forecast))
  const versions = versionsOf(all)
  // The form of a secret forecast must not show, not even as a record that it opens.
  const forms = new Set(versions.flatMap((version) => (isSecret(version, now) ? [] : [version.form])))
  return {
    replay: all,
    revealed,
    sealed,
    scores,
    draws,
    against: draws.length > 0 ? cameAgainstLuck(draws) : null,
    opened: openedRecords(versions).filter(({ key }) => key.kind !== 'form' || forms.has(key.form)),
    counts: countStandings(standing.values(), all),
  }
}

/**
 * The instants at which a state changes by time alone: every lock and every reveal, ascending. Between two of them the
 * state stays.
 */
export function turningPoints(replay: Replay): number[] {
  const points = versionsOf(replay).flatMap(({ lock, close, date }) => [lock, revealTime(close, date)])
  return [...new Set(points.filter((point) => point !== null))].sort((a, b) => a - b)
}
