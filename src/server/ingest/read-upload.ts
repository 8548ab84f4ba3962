import { parse } from 'csv-parse/sync'
import { DESK_LIMITS } from '../../domain/draws/desk.ts'
import {
  type Separator,
  SEPARATORS,
  tableIn,
  TableRows,
  tooManyRows,
} from '../../domain/ingest/draw-table.ts'
import type { IngestRow } from '../../domain/ingest/ingest.ts'
import { formatCount } from '../../domain/base/words.ts'
import type { DateOrder } from '../../domain/draws/written-dates.ts'
import { decodeText } from '../../domain/ingest/text-encoding.ts'
import { csvOptions, csvProblem } from './csv-options.ts'
import { type Games, readText, type Unreadable, unreadable } from './read-text.ts'

/**
 * Reads draws for uploads and pasted text: a table whose first line names its columns, or draws as people write them.
 *
 * @param games the games that the text may name
 * @param day the date for written draws without one; empty to refuse them
 * @param take gets each row; a text that turns out unreadable has given some before
 * @param order the order of day and month in written dates
 */
export function readUpload(
  bytes: Uint8Array,
  games: Games,
  day: string,
  take: (row: IngestRow) => void,
  order: DateOrder | null = null,
): Unreadable | null {
  if (bytes.length > DESK_LIMITS.importBytes)
    return { code: 'too-large', problem: 'The file is larger than 16 MB.' }
  const { text, problem } = decodeText(bytes)
  if (text === undefined) return unreadable(problem)
  if (text.trim() === '') return unreadable('The file is empty.')
  if (hasTooManyCells(text)) return { code: 'too-large', problem: TOO_MANY_CELLS }
  let count = 0
  const counting = (row: IngestRow) => {
    if (count++ < DESK_LIMITS.importRows) take(row)
  }
  const table = tableIn(text)
  const refused = table ? readTable(text, table, counting) : readText(text, games, day, counting, order)
  if (refused) return refused
  const tooMany = tooManyRows(count)
  return tooMany === null ? null : { code: 'too-large', problem: tooMany }
}

/** Far more than a table of draws has. A parser takes a second for a million, so they are counted before it starts. */
const MOST_CELLS = DESK_LIMITS.importRows * 20
const TOO_MANY_CELLS = `The file has more than ${formatCount(MOST_CELLS)} cells.`

function hasTooManyCells(text: string): boolean {
  let cells = 0
  for (const separator of SEPARATORS)
    for (let at = text.indexOf(separator); at !== -1; at = text.indexOf(separator, at + 1))
      if (++cells > MOST_CELLS) return true
  return false
}

function readTable(
  text: string,
  format: { separator: Separator; skip: number },
  take: (row: IngestRow) => void,
): Unreadable | null {
  const table = new TableRows()
  try {
    parse(text, { ...csvOptions(format, table, take), to: DESK_LIMITS.importRows * 3 })
  } catch (error) {
    return unreadable(csvProblem(error))
  }
  return table.problem === null ? null : unreadable(table.problem)
}
