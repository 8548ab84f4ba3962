import type { Multiplier } from '../../domain/record/multipliers.ts'
import { recordName } from '../../domain/record/draws.ts'
import type { RecordFigures } from '../../domain/record/records.ts'
import type { Db } from '../db/connect.ts'
import type { DrawsMemory, Snapshot } from '../draws/memory.ts'
import type { LedgerMemory, LedgerSnapshot } from '../ledger/memory.ts'
import { createMultipliersReader } from '../ledger/multipliers.ts'
import { replayOf } from '../predictions/ledger-facts.ts'
import type { TaskWorker } from '../worker/worker.ts'
import { type RecordState, recordState, turningPoints } from './record-state.ts'

declare module '../api/services.ts' {
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
  multipliers: readonly Multiplier[]
}

/** The process's copy of the public record. Nothing of it is computed twice for the same ledger, draws and multipliers. */
interface RecordMemory {
  /** What the public may know, without the figures. @param now milliseconds */
  state(now: number): Promise<Pick<CurrentRecord, 'ledger' | 'state'>>
  /**
   * With the figures, which the worker computes.
   * @param now milliseconds
   * @throws Refusal unavailable when the worker is too busy
   */
  current(now: number): Promise<CurrentRecord>
  /** Names the present state: equal versions of one process have equal records. @param now milliseconds */
  version(now: number): Promise<string>
}

interface Options {
  db: Db
  ledger: LedgerMemory
  draws: DrawsMemory
  worker: TaskWorker
}

export function createRecordMemory({ db, ledger, draws, worker }: Options): RecordMemory {
  const readMultipliers = createMultipliersReader(db)
  /** The latest figures, and what they were computed from. A forecast that is not scored changes the state alone. */
  let known: {
    key: string
    state: RecordState
    multipliers: string
    figures: Promise<ReadonlyMap<string, RecordFigures>>
  } | null = null
  let states = 0

  async function stateAt(now: number) {
    const snapshot = await ledger.current()
    const replay = replayOf(snapshot)
    const points = snapshot.derived('turning points', () => turningPoints(replay))
    const phase = points.findLastIndex((point) => point <= now)
    const operators = draws.derived('operators', operatorsOf)
    const state = snapshot.derived(`state ${phase} ${operators.names}`, () => ({
      ...recordState(replay, (game) => operators.of.get(game) ?? '', now),
      number: ++states,
    }))
    return { ledger: snapshot, state }
  }

  function figuresOf(state: RecordState, multipliers: readonly Multiplier[]) {
    if (state.scores.length === 0) return new Map<string, RecordFigures>()
    if (known?.state === state && known.multipliers === JSON.stringify(multipliers)) return known.figures
    const input = {
      opened: state.opened,
      forecasts: state.scores.map(({ forecast }) => forecast),
      multipliers,
    }
    const key = JSON.stringify(input)
    if (known?.key === key) {
      known = { ...known, state }
      return known.figures
    }
    const figures = worker
      .runUncached('record-figures', input)
      .then((all) => new Map(all.map((one) => [recordName(one.key), one])))
    known = { key, state, multipliers: JSON.stringify(multipliers), figures }
    // A failure is not cached. The caller gets it from the same promise.
    figures.catch(() => {
      if (known?.figures === figures) known = null
    })
    return figures
  }

  return {
    state: stateAt,
    async version(now) {
      // Read first: a change of the draws meanwhile only makes the record newer than its version.
      const { seq } = draws.current()
      const { state } = await stateAt(now)
      // New multipliers are a change of the ledger, which makes a new state.
      return `${seq} ${state.number}`
    },
    async current(now) {
      const { ledger, state } = await stateAt(now)
      const multipliers = await readMultipliers()
      return { ledger, state, multipliers, figures: await figuresOf(state, multipliers) }
    },
  }
}

function operatorsOf({ games }: Snapshot) {
  const of = new Map(games.map(({ key, operator }) => [key, operator]))
  return { of, names: [...of.values()].join() }
}
