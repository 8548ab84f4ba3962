import { parseBall } from './ball.ts'
import { SEARCH_LIMITS } from './search-limits.ts'
import type { NumberSearch, SearchRow } from './number-search.ts'
import { DRAW_TYPES, type DrawType, SEARCH_BOXES, type SearchBox } from './positions.ts'

/** A row of the search form as typed. Each field may be empty or wrong. */
export interface TypedRow {
  number: string
  type: string
  /** The specification's key of a position (`first_box_winning`), or `any_box_winning`. */
  position: string
}

export interface TypedSearch {
  rows: TypedRow[]
  game: string
  year: string
}

export const BLANK_ROW: TypedRow = { number: '', type: '', position: '' }

/**
 * Reads the search form from an address: `?number=7&type=winning&position=first_box_winning&game=diamond&year=2024`. The
 * first three repeat for each row. A plain form sends the same, so the search works without script.
 */
export function readSearch(query: Iterable<readonly [name: string, value: string]>): TypedSearch {
  const pairs = [...query]
  const all = (wanted: string) => pairs.filter(([name]) => name === wanted).map(([, value]) => value)
  const [numbers, types, positions] = [all('number'), all('type'), all('position')]
  const count = Math.min(SEARCH_LIMITS.rows, Math.max(numbers.length, types.length, positions.length))
  const rows = Array.from({ length: count }, (_, i) => ({
    number: numbers[i] ?? '',
    type: types[i] ?? '',
    position: positions[i] ?? '',
  }))
  return { rows, game: all('game')[0] ?? '', year: all('year')[0] ?? '' }
}

/** The query of a search form, without blank rows. */
export function writeSearch(search: TypedSearch): [name: string, value: string][] {
  const query: [string, string][] = []
  for (const { number, type, position } of search.rows) {
    if (number || type || position) query.push(['number', number], ['type', type], ['position', position])
  }
  if (search.game) query.push(['game', search.game])
  if (search.year) query.push(['year', search.year])
  return query
}

/** The box of a position key (`first_box_winning`) of a draw type; null if the two do not match. */
export function boxOf(position: string, type: DrawType): SearchBox | null {
  return SEARCH_BOXES.find((box) => position === `${box}_${type}`) ?? null
}

export interface CheckedSearch {
  search: NumberSearch
  /** The place of each complete row in the form. */
  places: number[]
  /** Places of rows with some of the three values. They are ignored, and the screen shows that. */
  incomplete: number[]
  /** Places of rows whose number is not a whole number from 1 to 90. */
  wrongNumber: number[]
}

/** The complete part of a typed search. An unknown game or year counts as none. */
export function checkSearch(
  typed: TypedSearch,
  games: readonly string[],
  years: readonly number[],
): CheckedSearch {
  const rows: SearchRow[] = []
  const checked: CheckedSearch = {
    search: {
      rows,
      game: games.includes(typed.game) ? typed.game : null,
      year: years.find((year) => String(year) === typed.year.trim()) ?? null,
    },
    places: [],
    incomplete: [],
    wrongNumber: [],
  }
  for (const [place, row] of typed.rows.entries()) {
    const number = parseBall(row.number)
    const type = DRAW_TYPES.find((known) => known === row.type)
    const box = type ? boxOf(row.position, type) : null
    if (number !== null && type && box) {
      rows.push({ number, type, box })
      checked.places.push(place)
    } else if (row.number.trim() !== '' && number === null) checked.wrongNumber.push(place)
    else if (row.number || row.type || row.position) checked.incomplete.push(place)
  }
  return checked
}

/** A checked search as the form shows it. */
export function typedSearch(search: NumberSearch): TypedSearch {
  const rows = search.rows.map(({ number, type, box }) => ({
    number: String(number),
    type,
    position: `${box}_${type}`,
  }))
  return { rows, game: search.game ?? '', year: search.year === null ? '' : String(search.year) }
}
