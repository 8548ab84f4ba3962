import { isSecret, revealedAt, type Standing } from '../../domain/ledger/standing.ts'
import type { LedgerEntry } from '../../domain/ledger/entries.ts'
import {
  countStandings,
  replay,
  type Replay,
  type StandingCounts,
  standings,
} from '../../domain/ledger/replay.ts'
import { type LedgerScore, scoredForecasts } from '../../domain/ledger/scored.ts'
import { drawsOfRecord, openedRecords, type RecordDraw, type RecordKey } from '../../domain/record/draws.ts'

/** What the public may know of a ledger at an instant. Secret forecasts are left out of every list. */
export interface RecordState {
  replay: Replay
  /** By the number of the forecast, for those past their close. */
  revealed: ReadonlyMap<number, Standing>
  /** Oldest close first. */
  scores: readonly LedgerScore[]
  draws: readonly RecordDraw[]
  /** Every record with a revealed forecast, and every author: authors never disappear. */
  opened: readonly { key: RecordKey; place: number }[]
  counts: StandingCounts
}

/** @param now milliseconds */
export function recordState(
  entries: readonly LedgerEntry[],
  operatorOf: (game: string) => string,
  now: number,
): RecordState {
  const all = replay(entries)
  const standing = standings(all, now)
  const revealed = new Map([...standing].filter(([, { version }]) => !isSecret(version, now)))
  const scores = scoredForecasts(revealed, operatorOf).sort(
    (a, b) => a.forecast.closesAt - b.forecast.closesAt || a.forecast.id - b.forecast.id,
  )
  const versions = entries.filter((entry) => entry.kind === 'version')
  // The form of a secret forecast must not show, not even as a record that it opens.
  const forms = new Set(versions.flatMap((version) => (isSecret(version, now) ? [] : [version.form])))
  return {
    replay: all,
    revealed,
    scores,
    draws: drawsOfRecord(scores.map(({ forecast }) => forecast)),
    opened: openedRecords(versions).filter(({ key }) => key.kind !== 'form' || forms.has(key.form)),
    counts: countStandings(standing.values(), all),
  }
}

/**
 * The instants at which a state changes by time alone: every lock and every reveal, ascending. Between two of them the
 * state stays.
 */
export function turningPoints(entries: readonly LedgerEntry[]): number[] {
  const points = entries.flatMap((entry) =>
    entry.kind === 'version' ? [entry.lock, revealedAt(entry)] : entry.kind === 'lock' ? [entry.to] : [],
  )
  return [...new Set(points.filter((point) => point !== null))].sort((a, b) => a - b)
}
