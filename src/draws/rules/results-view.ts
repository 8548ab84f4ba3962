import { itemAt, present } from '../../platform/rules/base/lists.ts'
import { dateOfDay, dayOf, type LagosDate } from '../../platform/rules/base/calendar.ts'
import { drawsWords } from '../../platform/rules/base/words.ts'
import type { Draw } from './draw.ts'
import {
  allYears,
  drawsWith,
  firstOnOrAfter,
  type GameDraws,
  drawAt,
  hasSamples,
  type History,
  isDrawn,
  yearRange,
  yearsOf,
} from './history.ts'
import {
  type LastSeen,
  lastSeen,
  type NumberSearch,
  searchNumbers,
  type SearchResult,
} from './number-search.ts'
import { type Part, SEARCH_LIMITS } from '../../platform/rules/site/search-address.ts'

/** One line of a yearly table. */
export type TableRow = Pick<Draw, 'date' | 'serial' | 'state' | 'winning' | 'machine'> & { sample: boolean }

/** A draw in a list of several games. */
export type MatchRow = TableRow & { game: string }

/** One game's table of one year. */
export interface YearTable {
  game: string
  year: number
  /** All years of the game, newest first. */
  years: number[]
  /** Draws of the year, without days on which there was no draw. */
  draws: number
  /** Whether `rows` leaves out older ones. */
  partial: boolean
  /** Newest first. */
  rows: TableRow[]
}

/** What one row of a search found. */
interface Finding {
  count: number
  /** Draws with balls of the row's draw type. */
  searched: number
  last: LastSeen | null
}

export interface Found {
  /** One for each row of the search. */
  findings: Finding[]
  /** The first and the last year of the searched draws; null without any. */
  years: { from: number; to: number } | null
  /** Draws that any row found. */
  total: number
  /** The page of `draws`, from 1, and the number of pages. */
  page: number
  pages: number
  /** Newest first. */
  draws: MatchRow[]
}

interface ResultsView {
  /** Null without a search. */
  found: Found | null
  /** Null without a game or its draws, and where the matching draws take the whole screen. */
  table: YearTable | null
}

/** The lists around a search: games, years, the game drawn last, and whether the history contains samples. */
export const listsOf = <Games>({
  games,
  lastDrawn,
  history,
}: {
  games: Games
  lastDrawn: string | null
  history: History
}) => ({ games, years: allYears(history), lastDrawn, sample: hasSamples(history) })

/** The content of Games Results: what a search found, and one year of one game. The server and the phone run it. */
export function resultsView(history: History, search: NumberSearch, part: Part): ResultsView {
  const { rows, game, year } = search
  return {
    found: rows.length > 0 ? findDraws(history, search, part) : null,
    table: part.all === 'draws' || game === null ? null : yearTable(history, game, year, part),
  }
}

function findDraws(history: History, search: NumberSearch, { all, page }: Part): Found {
  const { counts, searched, marks } = searchNumbers(history, search)
  const findings = search.rows.map((_, r) => ({
    count: itemAt(counts, r),
    searched: itemAt(searched, r),
    last: lastSeen(history, search, marks, r),
  }))
  let total = 0
  for (const found of marks.values()) for (const mark of found) if (mark !== 0) total++
  const size = SEARCH_LIMITS.pageRows
  const pages = Math.max(1, Math.ceil(total / size))
  const shown = Math.min(page, pages)
  const draws =
    all === 'draws'
      ? newestMatches(history, marks, shown * size).slice((shown - 1) * size)
      : newestMatches(history, marks, all === 'year' ? 0 : SEARCH_LIMITS.newestMatches)
  return { findings, years: yearsIn(history, search), total, page: shown, pages, draws }
}

/** The first and the last year with a searched draw. */
function yearsIn(history: History, { game, year }: NumberSearch): Found['years'] {
  const years = [...history.games.values()]
    .filter((draws) => game === null || draws.game === game)
    .flatMap(yearsOf)
    .filter((one) => year === null || one === year)
  return years.length === 0 ? null : { from: Math.min(...years), to: Math.max(...years) }
}

/** What a row of a search covers: `Peoples, 522 draws, 2021 to 2026`. @param name of the game, or `All games` */
export function scopeWords(name: string, searched: number, years: Found['years']): string {
  const span = years && (years.from === years.to ? years.from : `${years.from} to ${years.to}`)
  return [name, drawsWords(searched), ...(span ? [span] : [])].join(', ')
}

/** A year of a game; the newest one if `year` is null. A game without draws has no table. */
function yearTable(history: History, game: string, wanted: number | null, { all }: Part): YearTable | null {
  const draws = history.games.get(game)
  if (!draws) return null
  const years = yearsOf(draws)
  const year = wanted ?? itemAt(years, 0)
  const range = yearRange(draws, year)
  const rows = yearRows(draws, year, all === 'year' ? Infinity : SEARCH_LIMITS.pageRows)
  const partial = rows.length < range[1] - range[0]
  return { game, year, years, draws: drawsWith(draws, range), partial, rows }
}

/** The newest draws of a game's year, newest first. */
function yearRows(draws: GameDraws, year: number, limit: number): TableRow[] {
  const [from, to] = yearRange(draws, year)
  const rows: TableRow[] = []
  for (let i = to - 1; i >= from && rows.length < limit; i--) rows.push(rowAt(draws, i))
  return rows
}

function rowAt(draws: GameDraws, i: number): TableRow {
  const { date, serial, state, winning, machine, sample } = drawAt(draws, i)
  return { date, serial, state, winning, machine, sample }
}

/** The newest draws that a search found, over all games. Draws of one day are in the order of their games' keys. */
export function newestMatches(history: History, marks: SearchResult['marks'], limit: number): MatchRow[] {
  const rows: { day: number; draws: GameDraws; i: number }[] = []
  for (const [game, found] of marks) {
    const draws = present(history.games.get(game))
    let left = limit
    for (let i = found.length - 1; i >= 0 && left > 0; i--) {
      if (found[i] === 0) continue
      rows.push({ day: itemAt(draws.days, i), draws, i })
      left--
    }
  }
  rows.sort((a, b) => b.day - a.day || (a.draws.game < b.draws.game ? -1 : 1))
  return rows.slice(0, limit).map(({ draws, i }) => ({ game: draws.game, ...rowAt(draws, i) }))
}

/** The last day with a result, on or before a date if one is given; null if there is none. */
export function latestResultDate(history: History, until?: LagosDate): LagosDate | null {
  let latest = -Infinity
  for (const draws of history.games.values()) {
    let i = until === undefined ? draws.length : firstOnOrAfter(draws, dayOf(until) + 1)
    while (i-- > 0 && itemAt(draws.days, i) > latest) if (isDrawn(draws, i)) latest = itemAt(draws.days, i)
  }
  return latest === -Infinity ? null : dateOfDay(latest)
}
