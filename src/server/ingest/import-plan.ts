import { randomFillSync } from 'node:crypto'
import { type Draw, type DrawState, stateOnEntry, type ValueChange } from '../../domain/draw.ts'
import type { Game } from '../../domain/games.ts'
import type { History } from '../../domain/history.ts'
import type { DateQuestion, PlannedChange, RowNote, UnknownGame } from '../../domain/ingest.ts'
import type { IngestPlan } from '../../domain/ingest-plan.ts'

/** What an import is planned from: the games and draws at one instant. */
export interface Basis {
  /** The last change of draws or games. */
  seq: number
  games: readonly Game[]
  /** The live draws of all games, without samples. */
  stored: History
  /** Whether new numbers need a second person. */
  needsConfirmation: boolean
}

/** New draws as the columns of one statement, each the text of a Postgres array. */
export interface InsertBatch {
  rows: number
  publicIds: string
  games: string
  dates: string
  states: string
  serials: string
  winning: string
  machine: string
}

/** A recorded draw that an import changed: the line of its row, and each old and new value. */
export interface ImportedChange {
  line: number
  game: string
  date: string
  changes: ValueChange[]
}

/** What a report lists, in the order of rows. */
export interface ImportLists {
  completed: Iterable<ImportedChange>
  corrected: Iterable<ImportedChange>
  refused: Iterable<RowNote>
  warned: Iterable<RowNote>
  /** How many entries each list has, or would have if it were complete. */
  totals: Record<'completed' | 'corrected' | 'refused' | 'warned', number>
}

/** The lists, computed while Postgres writes. */
export interface ListsInProgress {
  /** Computes the outcomes of some more rows. */
  advance(rows: number): void
  finish(): ImportLists
}

/** What an import writes. The iterables can be read again. */
export interface ImportPlan {
  inserted: number
  /** Recorded draws that will change, without those whose change is refused. */
  changed: number
  unchanged: number
  gamesAdded: readonly string[]
  unknownGames: UnknownGame[]
  /** Rows that are refused because their game is unknown. */
  unknownRows: number
  dateQuestion: DateQuestion | null
  inserts(): Iterable<InsertBatch>
  changes(): Iterable<readonly PlannedChange[]>
  lists(): ListsInProgress
}

const DRAWS_PER_STATEMENT = 5000
const CHANGES_PER_STATEMENT = 500
const ID_DIGITS = 16

/** The new draws of a plan in batches. Their public ids are sorted: in any other order, Postgres searches the index for each. */
export function* insertBatches(plan: IngestPlan, needsConfirmation: boolean): Generator<InsertBatch> {
  const ids = randomFillSync(new BigUint64Array(plan.counts.inserted)).sort()
  let written = 0
  for (const draws of batchesOf(plan.inserted(), DRAWS_PER_STATEMENT)) {
    const first = written
    written += draws.length
    const column = (cell: (draw: Draw, i: number) => string | number) => `{${draws.map(cell).join(',')}}`
    yield {
      rows: draws.length,
      publicIds: column((_, i) => ids[first + i]!.toString(16).padStart(ID_DIGITS, '0')),
      games: column(({ game }) => `"${game}"`),
      dates: column(({ date }) => date),
      states: column((draw): DrawState => stateOnEntry(draw, needsConfirmation)),
      serials: column(({ serial }) => serial ?? 'NULL'),
      winning: column(({ winning }) => `"{${winning.join(',')}}"`),
      machine: column(({ machine }) => `"{${machine.join(',')}}"`),
    }
  }
}

/** The changes of a plan in batches. @param corrections whether known values may change */
export const changeBatches = (plan: IngestPlan, corrections: boolean): Generator<PlannedChange[]> =>
  batchesOf(plan.changes(corrections), CHANGES_PER_STATEMENT)

function* batchesOf<T>(items: Iterable<T>, size: number): Generator<T[]> {
  let batch: T[] = []
  for (const item of items) {
    batch.push(item)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
