import type { IngestRow } from './ingest-plan.ts'
import {
  BOXES,
  DRAW_LIMITS,
  DRAW_TYPES,
  type DrawType,
  positionKey,
} from '../../../platform/rules/base/balls.ts'
import { readDay } from '../written-dates.ts'
import { quoted } from './notation.ts'
import { asSeen } from './tokens.ts'
import type { Draw, DrawState } from '../draw.ts'

const PLACES = [1, 2, 3, 4, 5]

/** What a column of a table says. A set is one column for each place, or one with the whole set. */
type Column = 'game' | 'date' | 'serial' | 'status' | 'sample' | DrawType | `${DrawType} ${number}`

/** A column of a table by its name, and what is read in it; null for one that is not understood. */
interface NamedColumn {
  name: string
  as: Column | null
}

export const SEPARATORS = [',', ';', '\t', '|'] as const
type Separator = (typeof SEPARATORS)[number]

/** The names of columns, without signs and blanks. A row's own number, as `id` or `S/N`, is no serial number of a draw. */
const NAMES: readonly [Column, RegExp][] = [
  ['game', /^(?:game|lotto|lottery)(?:name|game)?$/],
  ['date', /^(?:date|drawdate|dateof(?:the)?draw|dayof(?:the)?draw|drawday|resultdate|day)$/],
  ['serial', /^(?:serial(?:number|no)?|ev(?:ent)?(?:number|no)?|draw(?:number|no))$/],
  ['status', /^(?:status|state)$/],
  ['sample', /^sample$/],
]
const SET_NAMES: Record<DrawType, string> = {
  winning: 'w(?:in(?:ning|s)?|n)?',
  machine: 'm(?:ac(?:h(?:ines?)?)?|n|c)?',
}

function columnOf(name: string): Column | null {
  const plain = name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  for (const type of DRAW_TYPES) {
    const of = new RegExp(`^${SET_NAMES[type]}(?:numbers?|nos?|balls?)?([1-5])?$`).exec(plain)
    const box = BOXES.findIndex((one) => positionKey(one, type).replaceAll('_', '') === plain)
    if (of?.[1] || box >= 0) return `${type} ${Number(of?.[1] ?? box + 1)}`
    if (of) return type
  }
  return NAMES.find(([, form]) => form.test(plain))?.[0] ?? null
}

/** Most cells need no reading. */
const PLAIN_CELL = /^[A-Za-z0-9 ./:_-]*$/
/** A cell with nothing but numbers of balls. */
const NUMBERS = /^\d{1,2}(?:[ ,./-]+\d{1,2})*$/
const NOTHING = /^(?:n\/?a|#n\/a|null|nil|none|\\n|[-\u2010-\u2015\u2212]+)$/i

/** A cell without the marks with which spreadsheets keep it as text, as `="06"`. Words for "nothing" are empty. */
function cellText(cell: string): string {
  const trimmed = cell.trim()
  if (trimmed.length <= 2 && /^\d*$/.test(trimmed)) return trimmed
  const isPlain = PLAIN_CELL.test(trimmed)
  const text = isPlain ? trimmed : asSeen(trimmed.replace(/^="(.*)"$/, '$1').replace(/^'/, ''))
  return NOTHING.test(text) ? '' : text
}

/** Whether a text is JSON, and not a chat that begins with a stamp in brackets. */
export const isJson = (text: string) => /^\s*(?:\{|\[\s*[[{"\]])/.test(text)

/** The first line of a spreadsheet's file may name the separator. */
const SEPARATOR_LINE = /^sep=(.)$/i
/** The lines in which the names of the columns are searched, because titles may be above them. */
const SEARCHED_LINES = 5
/** A line with this many cells is a table, even without a known column name. */
const TABLE_CELLS = 14

const cellsOf = (line: string, separator: string) =>
  line.split(separator).map((cell) => cell.replace(/^"|"$/g, ''))

/**
 * The separator of a text that is a table with column names; null for free text. A table has the names of at least two
 * columns, or words above lines with as many cells.
 *
 * @returns `skip`: the lines before the table, such as `sep=;` or a title
 */
export function tableIn(text: string): { separator: Separator; skip: number } | null {
  const lines = text.split('\n', SEARCHED_LINES * 4)
  const named = SEPARATORS.find((separator) => separator === SEPARATOR_LINE.exec(lines[0]!.trim())?.[1])
  if (named) return { separator: named, skip: 1 }
  const filled = [...lines.entries()].filter(([, line]) => line.trim() !== '').slice(0, SEARCHED_LINES + 1)
  for (const [i, [at, line]] of filled.slice(0, SEARCHED_LINES).entries()) {
    const found = SEPARATORS.map((separator) => {
      const cells = cellsOf(line.trim(), separator)
      const next = cellsOf(filled[i + 1]?.[1] ?? '', separator)
      const isAbove =
        cells.length >= 3 && next.length === cells.length && next.some((cell) => /\d/.test(cell))
      const isNames = isAbove && cells.every((cell) => cell.trim() === '' || isName(cell))
      const known = cells.filter((cell) => columnOf(cell) !== null && isName(cell)).length
      return {
        separator,
        cells: cells.length,
        known,
        isTable: known >= 2 || isNames || (i === 0 && cells.length >= TABLE_CELLS),
      }
    })
    const [best] = found
      .filter(({ isTable }) => isTable)
      .sort((a, b) => b.known - a.known || b.cells - a.cells)
    if (best) return { separator: best.separator, skip: at }
    // A title has no draw.
    if ((line.match(/\d+/g) ?? []).length >= DRAW_LIMITS.ballsPerSet) return null
  }
  return null
}

/** A word, perhaps with a number, and no value: `Winning 1`, but not `6 Jan` or `Diamond 11 22`. */
const isName = (cell: string) =>
  /^\P{N}*\p{L}\P{N}*[1-5]?\P{N}*$/u.test(cell.trim()) && readDay(cell).date === undefined

const EMPTY = 'The file is empty.'

/** A row of cells with its line in the file. */
interface TableRecord {
  line: number
  record: readonly string[]
}

/**
 * Reads the records of a table one by one. The first names the columns, in any letter case and order. Columns with another
 * name are not read. The last cells of short rows are empty. Rows of empty cells, which spreadsheets add, are ignored.
 */
export class TableRows {
  /** The reason why the whole table is refused. */
  problem: string | null = EMPTY
  /** What was understood of the columns, as a sentence. */
  understood = ''
  #columns: NamedColumn[] = []
  #places = new Map<Column, number>()
  #hasMachine = false

  /** The row of a record; null for the names of the columns, for empty cells, and in a table that is refused. */
  read({ line, record }: TableRecord): IngestRow | null {
    if (!record.some((cell) => cell.trim() !== '')) return null
    if (this.#columns.length === 0) {
      this.#columns = columnsOf(record)
      this.understood = understood(this.#columns)
      const problem = problemOf(this.#columns)
      this.problem = problem && `${problem} ${this.understood}`
      this.#hasMachine = this.#columns.some(({ as }) => as?.startsWith('machine'))
      for (const [i, { as }] of this.#columns.entries()) if (as !== null) this.#places.set(as, i)
      return null
    }
    if (this.problem !== null) return null
    if (!this.#hasMachine) {
      const unread = record.filter((cell, i) => this.#columns[i]?.as === null && NUMBERS.test(cellText(cell)))
      if ((unread.join(' ').match(/\d+/g)?.length ?? 0) >= PLACES.length)
        this.problem = `${quoted(unread.join(' '))} may be machine numbers, but no column has a name for them. ${this.understood}`
    }
    const nameless = record.find((cell, i) => !this.#columns[i]?.name && cellText(cell) !== '')
    const cell = (as: Column) => cellText(record[this.#places.get(as) ?? -1] ?? '')
    const row = {
      line,
      game: cell('game'),
      date: cell('date'),
      serial: eventSerial(cell('serial')),
      status: cell('status'),
    }
    const sets = setsOf(this.#set('winning', cell), this.#set('machine', cell))
    const isSample = /^(?:yes|true|1)$/i.test(cell('sample'))
    const problem = isSample
      ? 'This is a generated sample, no real draw.'
      : nameless && `${quoted(nameless)} is in a column without a name.`
    return { ...row, ...sets, ...(problem !== undefined && { problem }) }
  }

  #set(type: DrawType, cell: (as: Column) => string): string[] {
    if (!this.#places.has(type)) return PLACE_COLUMNS[type].map(cell)
    const list = cell(type)
    return /no.?draw/i.test(list) ? [list] : list.split(/[^\p{L}\p{N}]+/u).filter((part) => part !== '')
  }
}

const PLACE_COLUMNS = {
  winning: PLACES.map((place) => `winning ${place}` as const),
  machine: PLACES.map((place) => `machine ${place}` as const),
} satisfies Record<DrawType, Column[]>

/** The number of an event in an operator's own count, above all serial numbers, is none. */
const eventSerial = (serial: string) => (/^\d{4,}$/.test(serial) ? '' : serial)

/** A column of weekdays beside that of the dates is not read. */
function columnsOf(record: readonly string[]): NamedColumn[] {
  const columns = record.map((cell) => ({ name: cell.trim(), as: columnOf(cell) }))
  const dates = columns.filter(({ as }) => as === 'date')
  return columns.map((column) =>
    dates.length > 1 && column.as === 'date' && column.name.toLowerCase() === 'day'
      ? { ...column, as: null }
      : column,
  )
}

function problemOf(columns: readonly NamedColumn[]): string | null {
  const has = (as: Column) => columns.some((column) => column.as === as)
  const missingOf = (type: DrawType) =>
    has(type) ? [] : PLACES.map((place) => `${type} ${place}` as const).filter((place) => !has(place))
  const machine = missingOf('machine')
  const missing = [
    ...(['game', 'date'] as const).filter((as) => !has(as)),
    ...missingOf('winning'),
    ...(machine.length < PLACES.length ? machine : []),
  ]
  if (missing.length > 0)
    return `The file lacks the columns ${missing.map(shortName).join(', ')}. Its first line must name them.`
  const places = columns.flatMap(({ as }) => (as === null ? [] : [as]))
  const repeated = places.filter((as, i) => places.indexOf(as) < i)
  for (const type of DRAW_TYPES)
    if (has(type) && places.some((as) => as.startsWith(`${type} `))) repeated.push(type)
  return repeated.length > 0
    ? `The file names the columns ${[...new Set(repeated)].map(shortName).join(', ')} twice.`
    : null
}

const shortName = (as: Column) => as.replace(/^([wm])\w+ (\d)$/, '$1$2')

/** What was understood of each column, as a sentence. */
function understood(columns: readonly NamedColumn[]): string {
  const read = columns.flatMap(({ as }) => as ?? []).join(', ')
  const unused = columns.flatMap(({ name, as }) => (as === null && name !== '' ? [quoted(name)] : []))
  const sets = read.replace(/(winning|machine) 1, \1 2, \1 3, \1 4, \1 5/g, '$1 1 to 5')
  return `Columns: ${sets || 'none'}${unused.length > 0 ? `; not used: ${unused.slice(0, 20).join(', ')}` : ''}.`
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

/** The columns of a table of draws. The import reads the same ones, and refuses a `sample`. */
export const DRAW_COLUMNS = [
  'game',
  'date',
  'serial',
  'status',
  ...PLACES.map((place) => `w${place}`),
  ...PLACES.map((place) => `m${place}`),
  'sample',
]

const STATUS: Record<DrawState, string> = { drawn: 'ok', no_draw: 'no_draw' }

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
