import { CsvError, parse } from 'csv-parse/sync'
import {
  rowsOfTable,
  type Separator,
  tableIn,
  type TableRecord,
  tooManyRows,
} from '../../../domain/draw-table.ts'
import { gameMatcher } from '../../../domain/game-names.ts'
import type { Game } from '../../../domain/games.ts'
import type { IngestRow } from '../../../domain/ingest.ts'
import { DESK_LIMITS } from '../../../domain/desk-limits.ts'
import { readPastedDraws, tooLong } from '../../../domain/pasted-draws.ts'
import { decodeText } from '../../../domain/text-encoding.ts'
import { Refusal } from '../../http/refusal.ts'

/**
 * Reads draws for uploads and pasted text: a table whose first line names its columns, or draws as people write them.
 *
 * @param games the games that the text may name
 * @param day the date for written draws without one; empty to refuse them
 * @throws Refusal too-large, or invalid-input when the text cannot be read at all
 */
export function readDraws(bytes: Uint8Array, games: Games, day = ''): IngestRow[] {
  if (bytes.length > DESK_LIMITS.importBytes) throw new Refusal('too-large', 'The file is larger than 16 MB.')
  const rows = readAllDraws(bytes, games, day, DESK_LIMITS.importRows * 3)
  const problem = tooManyRows(rows.length)
  if (problem) throw new Refusal('too-large', problem)
  return rows
}

/**
 * The same for `npm run import`, where no other request waits: a table of any length.
 * @param most the records after which reading ends
 */
export function readAllDraws(bytes: Uint8Array, games: Games, day = '', most = -1): IngestRow[] {
  const { text, problem } = decodeText(bytes)
  if (text === undefined) throw new Refusal('invalid-input', problem)
  if (text.trim() === '') throw new Refusal('invalid-input', 'The file is empty.')
  const table = tableIn(text)
  return table ? readTable(text, table, most) : readText(text, games, day)
}

type Games = readonly Pick<Game, 'key' | 'name'>[]

function readTable(text: string, table: { separator: Separator; skip: number }, most: number): IngestRow[] {
  const { rows, problem } = rowsOfTable(parseRecords(text, table, most))
  if (!rows) throw new Refusal('invalid-input', problem)
  return rows
}

function readText(text: string, games: Games, day: string): IngestRow[] {
  const problem = tooLong(text)
  if (problem) throw new Refusal('invalid-input', problem)
  const rows = readPastedDraws(text, gameMatcher(games), day)
  // Rows without a number or a date are prose.
  if (rows.every(({ date, winning }) => (date === '' || date === day) && !winning.some(hasDigit))) {
    throw new Refusal(
      'invalid-input',
      'No draws were found. The first line of a file must name its columns: game, date and so on.',
    )
  }
  return rows
}

const hasDigit = (value: unknown) => /\d/.test(String(value))

/** Rows with the line on which each begins. The parser counts the line on which a row ends. */
function parseRecords(
  text: string,
  { separator: delimiter, skip }: { separator: Separator; skip: number },
  most: number,
): TableRecord[] {
  try {
    const records = parse(text, {
      delimiter,
      from_line: skip + 1,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: 10_000,
      to: most,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    const countLineBreaks = (record: string[]) =>
      record.reduce((sum, cell) => sum + (cell.includes('\n') ? cell.split('\n').length - 1 : 0), 0)
    return records.map(({ record, info }) => ({ record, line: info.lines - countLineBreaks(record) }))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = (error as { lines?: number }).lines
    throw new Refusal(
      'invalid-input',
      `The file is not valid CSV${line ? ` near line ${line}` : ''}: a quote is open or misplaced.`,
    )
  }
}
