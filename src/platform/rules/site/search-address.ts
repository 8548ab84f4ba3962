import {
  parseBall,
  DRAW_LIMITS,
  type DrawType,
  DRAW_TYPES,
  SEARCH_BOXES,
  SEARCH_TYPES,
  type SearchBox,
} from '../base/balls.ts'
import type { NumberSearch, SearchRow } from '../../../draws/rules/number-search.ts'

/** Limits of the number search and the assistant. */
export const SEARCH_LIMITS = {
  /** Rows of one number search. */
  rows: 10,
  /** Characters of a question to the assistant. */
  question: 300,
  /** Matching draws below an answer. */
  newestMatches: 6,
  /** Rows of a year's table, and of a page of matching draws: 3,000 px on a phone with the form above. */
  pageRows: 26,
  /** Questions that the assistant suggests. */
  suggestions: 3,
  /** Milliseconds that a phone waits for them. */
  suggestMs: 8000,
  /** The draws of an answer that are shown at once. */
  answerDraws: 3,
} as const

/** A row of the search form as typed. Each field may be empty or wrong. */
export interface TypedRow {
  number: string
  /** `winning`, `machine` or `both`. */
  type: string
  /** A box (`first_box`, `any_box`), or the specification's key of a position (`first_box_winning`). */
  position: string
  /** `same` if it must be in the same draw as the row above. Empty or missing if it is counted separately. */
  join?: string | undefined
}

/** Whether a text joins a row to the row above. */
export const isJoin = (join = ''): boolean => join === 'same'

/** The name of a radio button's field in a row. Radio buttons of one name exclude each other, so rows need their own. */
export const fieldName = (field: 'type' | 'position', place: number) =>
  place === 0 ? field : `${field}${place + 1}`

/** Every parameter of an address with a search, and of a part of it. */
export const SEARCH_PARAMETERS: readonly string[] = [
  'number',
  'join',
  'game',
  'year',
  'rows',
  'all',
  'page',
  ...Array.from({ length: SEARCH_LIMITS.rows }, (_, i) => [
    fieldName('type', i),
    fieldName('position', i),
  ]).flat(),
]

export interface TypedSearch {
  rows: TypedRow[]
  /** Empty for all games; null if the address names none. */
  game: string | null
  year: string
}

/** A row of the form before anything is entered. */
export const BLANK_ROW: TypedRow = { number: '', type: 'winning', position: 'any_box' }

/**
 * Reads the search form from an address: `?number=7&type=winning&position=first_box&game=diamond&year=2024`. The first
 * three repeat for each row, and `join` for each row after the first. A plain form sends the fields of {@link fieldName}, and `rows` for more rows.
 */
export function readSearch(query: Iterable<readonly [name: string, value: string]>): TypedSearch {
  const pairs = [...query]
  const all = (wanted: string) => pairs.filter(([name]) => name === wanted).map(([, value]) => value)
  const [numbers, types, positions] = [all('number'), all('type'), all('position')]
  const wanted = Number(all('rows')[0] ?? 0) || 0
  const given = Math.max(numbers.length, types.length, positions.length)
  const rows = Array.from({ length: Math.min(SEARCH_LIMITS.rows, Math.max(given, wanted)) }, (_, i) => {
    if (i >= given) return BLANK_ROW
    return {
      number: numbers[i] ?? '',
      type: all(fieldName('type', i))[0] ?? types[i] ?? '',
      position: all(fieldName('position', i))[0] ?? positions[i] ?? '',
      join: all('join')[i - 1],
    }
  })
  return { rows, game: all('game')[0] ?? null, year: all('year')[0] ?? '' }
}

/** Whether a row is as the empty form shows it, so that there is nothing to search or to complain about. */
export function isBlank({ number, type, position }: TypedRow): boolean {
  if (number.trim() !== '') return false
  return type + position === '' || (type === BLANK_ROW.type && position === BLANK_ROW.position)
}

/** The query of a search form, without blank rows. */
export function writeSearch(search: TypedSearch): [name: string, value: string][] {
  const query: [string, string][] = []
  const rows = search.rows.filter((row) => !isBlank(row))
  for (const row of rows) query.push(['number', row.number], ['type', row.type], ['position', row.position])
  if (rows.some((row) => row.join)) for (const row of rows.slice(1)) query.push(['join', row.join ?? ''])
  if (search.game !== null) query.push(['game', search.game])
  if (search.year) query.push(['year', search.year])
  return query
}

/** The box of a typed position; null for an unknown one and for a key of another draw type. */
const boxOf = (position: string, type: DrawType | 'both'): SearchBox | null =>
  SEARCH_BOXES.find((box) => position === box || position === `${box}_${type}`) ?? null

/** The box of a typed row. Without a draw type any key of a position counts, so that only the draw type is missing. */
export function boxIn({ type, position }: TypedRow): SearchBox | null {
  const known = SEARCH_TYPES.find((wanted) => wanted === type)
  return known ? boxOf(position, known) : (boxOf(position, 'winning') ?? boxOf(position, 'machine'))
}

type RowField = Exclude<keyof TypedRow, 'join'>

export interface RowProblem {
  /** The place of the row in the form. */
  place: number
  kind: 'incomplete' | 'wrong-number'
  /** The fields that are missing or wrong. */
  fields: RowField[]
}

export interface CheckedSearch {
  search: NumberSearch
  /**
   * The complete rows in their shortest form: no leading zeros, the position without its draw type. A row is joined only
   * to a complete row above it.
   */
  complete: TypedRow[]
  /** Rows with some but not all of their values. They are ignored, and the screen shows why. */
  problems: RowProblem[]
}

/** The complete part of a typed search. An unknown game or year counts as none. A row of both draw types is two rows. */
export function checkSearch(
  typed: TypedSearch,
  games: readonly string[],
  years: readonly number[],
): CheckedSearch {
  const rows: SearchRow[] = []
  const checked: CheckedSearch = {
    search: {
      rows,
      game: typed.game !== null && games.includes(typed.game) ? typed.game : null,
      year: years.find((year) => String(year) === typed.year.trim()) ?? null,
    },
    complete: [],
    problems: [],
  }
  let isBelow = false
  for (const [place, row] of typed.rows.entries()) {
    if (isBlank(row)) continue
    const join = isBelow && isJoin(row.join) ? row.join : undefined
    const number = parseBall(row.number)
    const type = SEARCH_TYPES.find((known) => known === row.type)
    const box = boxIn(row)
    if (number !== null && type && box) {
      const types = type === 'both' ? DRAW_TYPES : [type]
      rows.push(...types.map((known) => ({ number, type: known, box })))
      checked.complete.push({ number: String(number), type, position: box, join })
      isBelow = true
      continue
    }
    isBelow = false
    const fields: RowField[] = []
    if (number === null) fields.push('number')
    if (!type) fields.push('type')
    if (!box) fields.push('position')
    const kind = number === null && row.number.trim() !== '' ? 'wrong-number' : 'incomplete'
    checked.problems.push({ place, kind, fields })
  }
  return checked
}

/** The sentence at a row with a problem. */
export function problemText({ fields }: Pick<RowProblem, 'fields'>): string {
  const choices = fields.filter((field) => field !== 'number').map((field) => CHOICES[field])
  const sentences = [
    ...(fields.includes('number') ? [`Enter a number from 1 to ${DRAW_LIMITS.highestBall}.`] : []),
    ...(choices.length > 0 ? [`Choose ${choices.join(' and ')}.`] : []),
  ]
  return sentences.join(' ')
}

const CHOICES = { type: 'a draw type', position: 'a position' }

/** A checked search as the form shows it. */
export function typedSearch(search: NumberSearch): TypedSearch {
  const rows = search.rows.map(({ number, type, box }) => ({ number: String(number), type, position: box }))
  return { rows, game: search.game ?? '', year: search.year === null ? '' : String(search.year) }
}

/** The part of the results that an address asks for in full. */
export interface Part {
  /** Every matching draw in pages, the whole table of the year, or neither. */
  all: 'draws' | 'year' | null
  /** From 1. */
  page: number
}

/** Reads `?all=draws&page=2` or `?all=year`. Unknown values count as none. */
export function readPart(query: Iterable<readonly [name: string, value: string]>): Part {
  const values = new Map(query)
  const all = (['draws', 'year'] as const).find((part) => part === values.get('all')) ?? null
  const page = values.get('page') ?? ''
  return { all, page: all === 'draws' && /^[1-9]\d{0,3}$/.test(page) ? Number(page) : 1 }
}

/** The query of a part; empty for the usual screen. */
export function writePart({ all, page }: Part): [name: string, value: string][] {
  return [
    ...(all ? [['all', all] as [string, string]] : []),
    ...(page > 1 ? [['page', String(page)] as [string, string]] : []),
  ]
}
