import { textOf } from './ball.ts'
import type { IngestRow } from './ingest.ts'
import { LIMITS } from './limits.ts'

const WINNING = ['w1', 'w2', 'w3', 'w4', 'w5'] as const
const MACHINE = ['m1', 'm2', 'm3', 'm4', 'm5'] as const
/** `date_label` may be there and is not read: it is the date again, in words that were typed by hand. */
const REQUIRED = ['game', 'date', 'serial', 'status', ...WINNING, ...MACHINE] as const
type Column = (typeof REQUIRED)[number]

const SEPARATORS = [',', ';', '\t', '|'] as const
export type Separator = (typeof SEPARATORS)[number]

const isColumn = (name: string): name is Column => (REQUIRED as readonly string[]).includes(name)
const columnOf = (cell: string) => cell.trim().toLowerCase()

/** The first line of a spreadsheet's file may say what separates its cells. */
const SAYS_SEPARATOR = /^sep=(.)$/i

/** Cells of a line from which it is a table, even where no column has a name that is known. */
const TABLE_CELLS = REQUIRED.length

/**
 * Whether a text is a table with a line that names its columns, and what separates the cells. Null for text as people
 * write it. `skip`: lines before the table that say how it is written.
 */
export function tableIn(text: string): { separator: Separator; skip: number } | null {
  const lines = text.split('\n', 2)
  const said = SAYS_SEPARATOR.exec(lines[0]!.trim())?.[1] as Separator | undefined
  if (said && SEPARATORS.includes(said)) return { separator: said, skip: 1 }
  const first = text.trimStart().split('\n', 1)[0]!
  const counts = SEPARATORS.map((separator) => {
    const cells = first.split(separator).map((cell) => columnOf(cell.replace(/^"|"$/g, '')))
    return { separator, cells: cells.length, known: cells.filter(isColumn).length }
  })
  const best = counts.reduce((a, b) =>
    b.known > a.known || (b.known === a.known && b.cells > a.cells) ? b : a,
  )
  const isTable = best.known >= 2 || best.cells >= TABLE_CELLS
  return isTable ? { separator: best.separator, skip: 0 } : null
}

/** A row of cells with its line in the file. */
export interface TableRecord {
  line: number
  record: readonly string[]
}

/** Why a table cannot be read as a whole. */
export type TableProblem = { rows?: undefined; problem: string }

/**
 * Reads a table whose first record names the columns, in any case and order, further columns allowed. Short rows lack
 * their last cells; rows of empty cells, which spreadsheets leave behind, are no rows.
 */
export function rowsOfTable(
  records: readonly TableRecord[],
): { rows: IngestRow[]; problem?: undefined } | TableProblem {
  const [header, ...body] = records.filter(({ record }) => record.some((cell) => cell.trim() !== ''))
  if (!header) return { problem: 'The file is empty.' }
  const names = header.record.map(columnOf)
  const missing = REQUIRED.filter((name) => !names.includes(name))
  if (missing.length > 0)
    return { problem: `The file lacks the columns ${missing.join(', ')}. Its first line must name them.` }
  const twice = REQUIRED.filter((name) => names.indexOf(name) !== names.lastIndexOf(name))
  if (twice.length > 0) return { problem: `The file names the columns ${twice.join(', ')} twice.` }

  const places = new Map(REQUIRED.map((name) => [name, names.indexOf(name)]))
  const rows = body.map(({ line, record }): IngestRow => {
    const cell = (name: Column) => record[places.get(name)!] ?? ''
    const row = { game: cell('game'), date: cell('date'), serial: cell('serial'), status: cell('status') }
    return { line, ...row, ...setsOf(WINNING.map(cell), MACHINE.map(cell)) }
  })
  return { rows }
}

/** The cells of a day without a draw may say so themselves: `N O  D R A W` in the first, the others empty. */
function setsOf(
  winning: string[],
  machine: string[],
): Pick<IngestRow, 'winning' | 'machine'> & { status?: string } {
  const said = [...winning, ...machine].map(textOf).filter((cell) => cell !== '')
  const isNoDraw =
    said.length > 0 &&
    said
      .join('')
      .replace(/[\s_-]+/g, '')
      .toLowerCase() === 'nodraw'
  return isNoDraw ? { status: 'no draw', winning: [], machine: [] } : { winning, machine }
}

/** Refuses more rows than an import takes; null when they fit. */
export function tooManyRows(count: number): string | null {
  if (count <= LIMITS.importRows) return null
  return `The file has ${count} rows; at most ${LIMITS.importRows} fit in one import.`
}
