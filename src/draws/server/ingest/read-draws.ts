import { CsvError, type Info } from 'csv-parse'
import { parse } from 'csv-parse/sync'
import { formatCount } from '../../../platform/rules/base/words.ts'
import { DESK_LIMITS } from '../../rules/desk.ts'
import { gameMatcher } from '../../rules/game-names.ts'
import type { Game } from '../../rules/games.ts'
import type { DateOrder } from '../../rules/written-dates.ts'
import { isJson, SEPARATORS, tableIn, TableRows, tooManyRows } from '../../rules/ingest/draw-table.ts'
import type { IngestRow } from '../../rules/ingest/ingest-plan.ts'
import { readPastedDraws, tooLong } from '../../rules/ingest/pasted-draws.ts'
import { readJson } from './draw-json.ts'
import { decodeText } from '../../rules/ingest/text-encoding.ts'

/** What cannot be read at all: the code of the refusal and its sentence. */
export interface Unreadable {
  code: 'invalid-input' | 'too-large'
  problem: string
}

/** The rows of a text. `columns`: what was understood of each column of a table, as a sentence. */
interface ReadRows {
  rows: IngestRow[]
  columns?: string
}

interface ReadOptions {
  /** The games that the text may name. */
  games: readonly Pick<Game, 'key' | 'name'>[]
  /** The date for written draws without one; empty to refuse them. */
  day: string
  /** The order of day and month in written dates. */
  dateOrder: DateOrder | null
}

/** The largest file that is read, and the most rows. */
export interface ReadLimits {
  bytes: number
  rows: number
}
const UPLOAD: ReadLimits = { bytes: DESK_LIMITS.importBytes, rows: DESK_LIMITS.importRows }

/**
 * Reads the draws of an upload, of pasted text or of a file: a table whose first line names its columns, or draws as people
 * write them.
 */
export function readDraws(bytes: Uint8Array, options: ReadOptions, most = UPLOAD): ReadRows | Unreadable {
  if (bytes.length > most.bytes) return tooLarge(`The file is larger than ${most.bytes / 1024 / 1024} MB.`)
  const { text, problem } = decodeText(bytes)
  if (text === undefined) return unreadable(problem)
  if (text.trim() === '') return unreadable('The file is empty.')
  const cells = most.rows * DESK_LIMITS.rowCells
  if (hasMoreCells(text, cells)) return tooLarge(`The file has more than ${formatCount(cells)} cells.`)
  const read = rowsOf(text, options, most.rows)
  const tooMany = 'problem' in read ? null : tooManyRows(read.rows.length, most.rows)
  return tooMany === null ? read : tooLarge(tooMany)
}

function rowsOf(text: string, options: ReadOptions, mostRows: number): ReadRows | Unreadable {
  if (isJson(text)) {
    const rows = readJson(text)
    return typeof rows === 'string' ? unreadable(rows) : { rows }
  }
  const format = tableIn(text)
  return format ? readTable(text, format, mostRows) : readText(text, options)
}

const unreadable = (problem: string): Unreadable => ({ code: 'invalid-input', problem })
const tooLarge = (problem: string): Unreadable => ({ code: 'too-large', problem })

function hasMoreCells(text: string, most: number): boolean {
  let cells = 0
  for (const separator of SEPARATORS)
    for (let at = text.indexOf(separator); at !== -1; at = text.indexOf(separator, at + 1))
      if (++cells > most) return true
  return false
}

function readTable(
  text: string,
  { separator: delimiter, skip }: NonNullable<ReturnType<typeof tableIn>>,
  mostRows: number,
): ReadRows | Unreadable {
  const table = new TableRows()
  const rows: IngestRow[] = []
  try {
    parse(withoutFormulas(text), {
      delimiter,
      from_line: skip + 1,
      to: mostRows * 3,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: DESK_LIMITS.rowCharacters,
      // Each row is taken here, so that the parser keeps none.
      on_record(record: string[], { lines }: Info) {
        // The parser counts the line on which a record ends.
        const row = table.read({ record, line: lines - lineBreaks(record) })
        if (row) rows.push(row)
        return null
      },
    })
  } catch (error) {
    return unreadable(csvProblem(error))
  }
  return table.problem === null ? { rows, columns: table.understood } : unreadable(table.problem)
}

/** Spreadsheets keep a cell as text with `="06"`, which is no CSV. */
const withoutFormulas = (text: string) => text.replace(/(^|[,;\t|])=("[^"\n]*")(?=[,;\t|\n]|$)/gm, '$1$2')

const lineBreaks = (record: readonly string[]) =>
  record.reduce((sum, cell) => sum + (cell.includes('\n') ? cell.split('\n').length - 1 : 0), 0)

/** The sentence about text that is not CSV. @throws any other error */
function csvProblem(error: unknown): string {
  if (!(error instanceof CsvError)) throw error
  const line = (error as { lines?: number }).lines
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return `Line ${line} has a cell that is too long, or a quote that is open: a row has at most ${formatCount(DESK_LIMITS.rowCharacters)} characters.`
  return `The file is not valid CSV${line ? ` near line ${line}` : ''}: a quote is open or misplaced.`
}

function readText(text: string, { games, day, dateOrder }: ReadOptions): ReadRows | Unreadable {
  const problem = tooLong(text)
  if (problem) return unreadable(problem)
  const rows = readPastedDraws(text, gameMatcher(games), day, dateOrder)
  // Rows without a number or a date are prose.
  const isProse = rows.every(({ date, winning }) => (date === '' || date === day) && !winning.some(hasDigit))
  return isProse
    ? unreadable('No draws were found. The first line of a file must name its columns: game, date and so on.')
    : { rows }
}

const hasDigit = (value: unknown) => /\d/.test(String(value))
