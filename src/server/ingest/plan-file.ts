import { type AddedDraw, IngestPlan } from '../../domain/ingest-plan.ts'
import { IngestRows } from '../../domain/ingest-rows.ts'
import type { DateOrder } from '../../domain/written-dates.ts'
import { Refusal } from '../http/refusal.ts'
import { collectLists } from './collect-lists.ts'
import { FileSpool } from './file-spool.ts'
import { type Basis, changeBatches, type ImportPlan, insertBatches } from './import-plan.ts'
import { readFile } from './read-file.ts'
import type { TextFile } from './text-file.ts'

export interface FileOptions {
  /** The date for draws without one; empty to refuse them. */
  day: string
  /** Add unknown games instead of refusing their rows. */
  addGames: boolean
  /** How to allow corrections, as a sentence for the list of refused rows; null if they are allowed. */
  refuseCorrections: string | null
  /** The order of day and month in the dates; null to refuse doubtful ones. */
  dateOrder: DateOrder | null
}

/** The plan of a file, which can also list its new draws. */
export interface FilePlan extends ImportPlan {
  added(): Iterable<AddedDraw>
}

const newSpool = <T>() => new FileSpool<T>()

/**
 * Reads and plans a file for the import command. Memory holds the different draws of the file and of the database in typed
 * arrays, but not the rows: what is said about single rows goes to temporary files.
 *
 * @param onRows called after each row with their number so far, and again at the end
 * @throws Refusal when the file cannot be read
 */
export async function planFile(
  file: TextFile,
  { games, stored, needsConfirmation }: Basis,
  now: number,
  { day, addGames, refuseCorrections, dateOrder }: FileOptions,
  onRows: (count: number, isLast: boolean) => void,
): Promise<FilePlan> {
  let rows = new IngestRows({ now, games, addGames, dateOrder, newSpool })
  for (let next: IngestRows | null = rows; next; next = rows.again()) {
    rows = next
    const unreadable = await readFile(file, games, day, (row) => {
      rows.add(row)
      onRows(rows.count, false)
    })
    if (unreadable) throw new Refusal(unreadable.code, unreadable.problem)
  }
  onRows(rows.count, true)
  const plan = new IngestPlan(rows, stored)
  const { counts, unknownGames } = plan
  return {
    inserted: counts.inserted,
    changed: counts.completed + (refuseCorrections === null ? counts.corrected : 0),
    unchanged: counts.unchanged,
    gamesAdded: rows.gamesAdded,
    unknownGames,
    unknownRows: unknownGames.reduce((sum, game) => sum + game.rows, 0),
    dateQuestion: rows.dateQuestion,
    added: () => plan.added(),
    inserts: () => insertBatches(plan, needsConfirmation),
    changes: () => changeBatches(plan, refuseCorrections === null),
    lists: () => collectLists(plan, refuseCorrections, newSpool),
  }
}
