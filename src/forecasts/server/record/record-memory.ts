import type { Multiplier } from '../../../draws/rules/bets.ts'
import {
  recordName,
  drawsOfRecord,
  openedRecords,
  type RecordDraw,
  type RecordKey,
} from '../../rules/record/draws.ts'
import type { RecordFigures } from '../../rules/record/records.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import type { DrawsMemory } from '../../../draws/server/memory.ts'
import type { LedgerMemory, LedgerSnapshot } from '../ledger/memory.ts'
import { loadMultipliers } from '../ledger/multipliers.ts'
import { replayOf } from '../ledger-facts.ts'
import type { TaskWorker } from '../../../platform/server/worker/worker.ts'
import {
  countStandings,
  isSecret,
  type Replay,
  type Standing,
  type StandingCounts,
  standings,
  type LedgerScore,
  scoredForecasts,
  type VersionEntry,
} from '../../rules/ledger/standing.ts'
import { revealTime } from '../../rules/log/schedule.ts'
import { type Wins, winsOf } from '../../rules/record/score.ts'
import { type CameAgainstLuck, cameAgainstLuck } from '../../rules/record/against-luck.ts'

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
  against: (CameAgainstLuck & { wins: Wins }) | null
  /** Every record with a revealed forecast, and every author: authors never disappear. */
  opened: readonly { key: RecordKey; place: number }[]
  counts: StandingCounts
}

/** Every version in the order of the log. */
const versionsOf = ({ forecasts }: Replay): VersionEntry[] =>
  [...forecasts.values()].flatMap(({ versions }) => versions).sort((a, b) => a.entry - b.entry)

/** @param now milliseconds */
function recordState(all: Replay, operatorOf: (game: string) => string, now: number): RecordState {
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
    against:
      draws.length > 0
        ? { ...cameAgainstLuck(draws), wins: winsOf(draws.flatMap(({ forecasts }) => forecasts)) }
        : null,
    opened: openedRecords(versions).filter(({ key }) => key.kind !== 'form' || forms.has(key.form)),
    counts: countStandings(standing.values(), all),
  }
}

/**
 * The instants at which a state changes by time alone: every lock and every reveal, ascending. Between two of them the
 * state stays.
 */
function turningPoints(replay: Replay): number[] {
  const points = versionsOf(replay).flatMap(({ lock, close, date }) => [lock, revealTime(close, date)])
  return [...new Set(points.filter((point) => point !== null))].sort((a, b) => a - b)
}

declare module '../../../platform/server/api/services.ts' {
  interface Services {
    /** The public record of the ledger. */
    record: RecordMemory
  }
}

/** The public record as it is at an instant. */
export interface CurrentRecord {
  ledger: LedgerSnapshot
  state: RecordState
  /** The figures of each record with a scored forecast, by its name. */
  figures: ReadonlyMap<string, RecordFigures>
}

/** The process's copy of the public record. Nothing of it is computed twice for the same ledger, draws and multipliers. */
type RecordMemory = ReturnType<typeof createRecordMemory>

interface Options {
  db: Db
  ledger: LedgerMemory
  draws: DrawsMemory
  worker: TaskWorker
}

export function createRecordMemory({ db, ledger, draws, worker }: Options) {
  let known: { version: string; ledger: LedgerSnapshot; state: RecordState } | null = null
  /** The latest figures, and what they were computed from. A forecast that is not scored changes the state alone. */
  let computed: { input: string; figures: Promise<ReadonlyMap<string, RecordFigures>> } | null = null

  /** What the public may know, without the figures. @param now milliseconds */
  async function state(now: number) {
    // Read first: a change of the draws meanwhile only makes the record newer than its version.
    const { seq, games } = draws.current()
    const snapshot = await ledger.current()
    const replay = replayOf(snapshot)
    const points = snapshot.derived('turning points', () => turningPoints(replay))
    const version = `${seq} ${points.findLastIndex((point) => point <= now)}`
    if (known?.version === version && known.ledger === snapshot) return known
    const operatorOf = (game: string) => games.find(({ key }) => key === game)?.operator ?? ''
    known = { version, ledger: snapshot, state: recordState(replay, operatorOf, now) }
    return known
  }

  function figuresOf({ opened, scores }: RecordState, multipliers: readonly Multiplier[]) {
    if (scores.length === 0) return new Map<string, RecordFigures>()
    const input = { opened, forecasts: scores.map(({ forecast }) => forecast), multipliers }
    const key = JSON.stringify(input)
    if (computed?.input === key) return computed.figures
    const figures = worker
      .runUncached('record-figures', input)
      .then((all) => new Map(all.map((one) => [recordName(one.key), one])))
    computed = { input: key, figures }
    // A failure is not cached. The caller gets it from the same promise.
    figures.catch(() => {
      if (computed?.figures === figures) computed = null
    })
    return figures
  }

  return {
    state,
    /** Names the present state: equal versions of one process have equal records. @param now milliseconds */
    version: async (now: number) => (await state(now)).version,
    /**
     * With the figures, which the worker computes.
     * @param now milliseconds
     * @throws Refusal unavailable when the worker is too busy
     */
    async current(now: number): Promise<CurrentRecord> {
      const { ledger: snapshot, state: found } = await state(now)
      const figures = await figuresOf(found, await loadMultipliers(db))
      return { ledger: snapshot, state: found, figures }
    },
  }
}
