import type { IngestRow } from '../../domain/ingest/ingest.ts'
import { Refusal } from '../http/refusal.ts'
import {
  type AddedDraw,
  addedIn,
  type Basis,
  type ImportPlan,
  planRows,
  type PlanOptions,
} from './import-plan.ts'
import { readFile } from './read-file.ts'
import type { TextFile } from './text-file.ts'

/** The plan of a file, with its new draws. */
interface FilePlan extends ImportPlan {
  added: AddedDraw[]
}

/**
 * Reads and plans a file for the import command.
 *
 * @param onRows called after each row with their number so far, and again at the end
 * @throws Refusal when the file cannot be read
 */
export async function planFile(
  file: TextFile,
  basis: Basis,
  options: PlanOptions,
  onRows: (count: number, isLast: boolean) => void,
): Promise<FilePlan> {
  const rows: IngestRow[] = []
  const take = (row: IngestRow) => onRows(rows.push(row), false)
  const unreadable = await readFile(file, basis.games, options.day, take, options.dateOrder)
  if (unreadable) throw new Refusal(unreadable.code, unreadable.problem)
  onRows(rows.length, true)
  const { ingest, plan } = planRows(rows, basis, options)
  return { ...plan, added: addedIn(ingest) }
}
