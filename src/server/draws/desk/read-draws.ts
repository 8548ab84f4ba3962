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
 * Reads draws for `npm run import`, uploads and pasted text: a table whose first line names its columns, or draws as
 * people write them.
 *
 * @param games the games that the text may name
 * @param day the date for written draws without one; empty to refuse them
 * @throws Refusal too-large, or invalid-input when the text cannot be read at all
 */
export function readDraws(
  bytes: Uint8Array,
  games: readonly Pick<Game, 'key' | 'name'>[],
  day = '',
): IngestRow[] {
  if (bytes.length > DESK_LIMITS.importBytes) throw new Refusal('too-large', 'The file is larger than 16 MB.')
  const { text, problem } = decodeText(bytes)
  if (text === undefined) throw new Refusal('invalid-input', problem)
  if (text.trim() === '') throw new Refusal('invalid-input', 'The file is empty.')
  const table = tableIn(text)
  return table ? readTable(text, table) : readText(text, games, day)
}

function readTable(text: string, { separator, skip }: { separator: Separator; skip: number }): IngestRow[] {
  const { rows, problem } = rowsOfTable(parseRecords(text, separator, skip))
  if (!rows) throw new Refusal('invalid-input', problem)
  refuseTooMany(rows.length)
  return rows
}

function readText(text: string, games: readonly Pick<Game, 'key' | 'name'>[], day: string): IngestRow[] {
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

function refuseTooMany(count: number): void {
  const problem = tooManyRows(count)
  if (problem) throw new Refusal('too-large', problem)
}

/** Rows with the line on which each begins. The parser counts the line on which a row ends. */
function parseRecords(text: string, delimiter: Separator, skip: number): TableRecord[] {
  try {
    const records = parse(text, {
      delimiter,
      from_line: skip + 1,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: 10_000,
      to: DESK_LIMITS.importRows * 3,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    const countLineBreaks = (record: string[]) => record.join('').split('\n').length - 1
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
