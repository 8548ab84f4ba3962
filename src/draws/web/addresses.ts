import { PATHS } from '../../platform/rules/site/paths.ts'
import {
  checkSearch,
  type Part,
  readPart,
  readSearch,
  type TypedSearch,
  writePart,
  writeSearch,
} from '../../platform/rules/site/search-address.ts'
import type { LagosDate } from '../../platform/rules/base/calendar.ts'

/** The call behind Day Result: the day in the address bar, or today. */
export const dayAddress = (search: URLSearchParams): string =>
  `/api/days/${encodeURIComponent(search.get('date') || 'today')}`

/**
 * The call behind Games Results: the complete rows of the search in the address bar.
 *
 * @param game the game to show if the address names none
 */
export function resultsAddress(query: URLSearchParams, game: string | null = null): string {
  const typed = readSearch(query)
  const { complete } = checkSearch(typed, [], [])
  const year = /^\d{4}$/.test(typed.year) ? typed.year : ''
  const sent = [
    ...writeSearch({ rows: complete, game: (typed.game ?? game) || null, year }),
    ...writePart(readPart(query)),
  ]
  return `/api/results${sent.length > 0 ? `?${new URLSearchParams(sent)}` : ''}`
}

/** The address of Games Results with a search, and of a part of it. */
export const resultsPath = (search: TypedSearch, part: Part = { all: null, page: 1 }): string =>
  `${PATHS.pastResults}?${new URLSearchParams([...writeSearch(search), ...writePart(part)])}`

/** A sheet to print: a day, the seven days up to it (`days: 7`), or a year of a game. */
export const paperPath = (sheet: { date?: string; days?: '7' } | { game: string; year: string }): string =>
  `${PATHS.paper}?${new URLSearchParams(sheet)}`

export const downloadsPath = (search: TypedSearch): string =>
  resultsPath(search).replace(PATHS.pastResults, PATHS.downloads)

/** The address of a day's results. Today's address names no day, so that a stored link follows the days. */
export const dayPath = (date: LagosDate, today: LagosDate): string =>
  date === today ? PATHS.dayResult : `${PATHS.dayResult}?date=${date}`
