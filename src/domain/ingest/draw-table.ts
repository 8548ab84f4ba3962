import type { IngestRow } from './ingest-plan.ts'
import type { Draw, DrawState } from '../draws/draw.ts'

const WINNING = ['w1', 'w2', 'w3', 'w4', 'w5'] as const
const MACHINE = ['m1', 'm2', 'm3', 'm4', 'm5'] as const
/** A column `date_label` is ignored: it repeats the date in words typed by hand. */
const REQUIRED = ['game', 'date', 'serial', 'status', ...WINNING, ...MACHINE] as const
type Column = (typeof REQUIRED)[number]

export const SEPARATORS = [',', ';', '\t', '|'] as const
type Separator = (typeof SEPARATORS)[number]

const isColumn = (name: string): name is Column => (REQUIRED as readonly string[]).includes(name)
const columnOf = (cell: string) => cell.trim().toLowerCase()

/** The first line of a spreadsheet's file may name the separator. */
const SEPARATOR_LINE = /^sep=(.)$/i

/** A line with this many cells is a table, even without a known column name. */
const TABLE_CELLS = REQUIRED.length

/**
 * The separator of a text that is a table with column names; null for free text.
 *
 * @returns `skip`: the lines before the table, such as `sep=;`
 */
export function tableIn(text: string): { separator: Separator; skip: number } | null {
  const [line] = text.split('\n', 1) as [string]
  const named = SEPARATORS.find((separator) => separator === SEPARATOR_LINE.exec(line.trim())?.[1])
  if (named) return { separator: named, skip: 1 }
  const [first] = text.trimStart().split('\n', 1) as [string]
  const counts = SEPARATORS.map((separator) => {
    const cells = first.split(separator).map((cell) => columnOf(cell.replace(/^"|"$/g, '')))
    return { separator, cells: cells.length, known: cells.filter(isColumn).length }
  })
  const [best] = counts.sort((a, b) => b.known - a.known || b.cells - a.cells) as [(typeof counts)[0]]
  const isTable = best.known >= 2 || best.cells >= TABLE_CELLS
  return isTable ? { separator: best.separator, skip: 0 } : null
}

const EMPTY = 'The file is empty.'

/** A row of cells with its line in the file. */
interface TableRecord {
  line: number
  record: readonly string[]
}

/**
 * Reads the records of a table one by one. The first names the columns, in any letter case and order; other columns are
 * ignored. The last cells of short rows are empty. Rows of empty cells, which spreadsheets add, are ignored.
 */
export class TableRows {
  /** The reason why the whole table is refused. */
  problem: string | null = EMPTY
  #places: Record<Column, number> | null = null

  /** The row of a record; null for the names of the columns, for empty cells, and in a table that is refused. */
  read({ line, record }: TableRecord): IngestRow | null {
    if (!record.some((cell) => cell.trim() !== '')) return null
    if (!this.#places) {
      if (this.problem === EMPTY) this.#readNames(record.map(columnOf))
      return null
    }
    const places = this.#places
    const cell = (name: Column) => record[places[name]] ?? ''
    const row = { game: cell('game'), date: cell('date'), serial: cell('serial'), status: cell('status') }
    return { line, ...row, ...setsOf(WINNING.map(cell), MACHINE.map(cell)) }
  }

  #readNames(names: readonly string[]): void {
    this.problem = problemOf(names)
    if (this.problem !== null) return
    const places = REQUIRED.map((name) => [name, names.indexOf(name)])
    this.#places = Object.fromEntries(places) as Record<Column, number>
  }
}

function problemOf(names: readonly string[]): string | null {
  const missing = REQUIRED.filter((name) => !names.includes(name))
  if (missing.length > 0)
    return `The file lacks the columns ${missing.join(', ')}. Its first line must name them.`
  const repeated = REQUIRED.filter((name) => names.indexOf(name) !== names.lastIndexOf(name))
  return repeated.length > 0 ? `The file names the columns ${repeated.join(', ')} twice.` : null
}

/** The cells of a day without a draw may contain `N O  D R A W`, in the first cell or spread over several. */
function setsOf(
  winning: string[],
  machine: string[],
): Pick<IngestRow, 'winning' | 'machine'> & { status?: string } {
  const letters = [...winning, ...machine].join('').replace(/[\s_-]/g, '')
  return letters.toLowerCase() === 'nodraw'
    ? { status: 'no draw', winning: [], machine: [] }
    : { winning, machine }
}

/** The problem with too many rows for one import; null if they fit. */
export const tooManyRows = (count: number, most: number): string | null =>
  count <= most ? null : `The file has ${count} rows; at most ${most} fit in one import.`

/** One draw of a download. */
export interface DownloadDraw extends Draw {
  /** The game's key. */
  game: string
  name: string
  sample: boolean
}

const PLACES = [1, 2, 3, 4, 5]
/** The columns of a table of draws. The import reads the same ones, and ignores `sample`. */
export const DRAW_COLUMNS = [
  'game',
  'date',
  'serial',
  'status',
  ...PLACES.map((place) => `w${place}`),
  ...PLACES.map((place) => `m${place}`),
  'sample',
]

const STATUS: Record<DrawState, string> = { drawn: 'ok', no_draw: 'no_draw', unconfirmed: 'suspect' }

/** A draw as a row of {@link DRAW_COLUMNS}. Numbers that are not known are empty. */
export function drawRow({ name, date, serial, state, winning, machine, sample }: DownloadDraw): string[] {
  const cells = (numbers: readonly number[]) => PLACES.map((place) => String(numbers[place - 1] ?? ''))
  return [
    name,
    date,
    String(serial ?? ''),
    STATUS[state],
    ...cells(winning),
    ...cells(machine),
    sample ? 'yes' : '',
  ]
}
