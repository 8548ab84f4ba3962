import type { LagosDate } from './calendar.ts'
import type { Draw } from './draw.ts'
import { drawsWith, type GameDraws, drawAt, type History, yearRange, yearsOf } from './history.ts'
import type { SearchResult } from './number-search.ts'

/** One line of a yearly table. */
export type TableRow = Pick<Draw, 'date' | 'serial' | 'state' | 'winning' | 'machine'> & { sample: boolean }

export interface YearSummary {
  year: number
  /** Draws that took place. */
  draws: number
  /** Rows of the table: the draws and the days without a draw. */
  rows: number
  /** Draws that the search found; 0 without a search. */
  matches: number
}

export interface GameSection {
  key: string
  name: string
  /** Newest first. */
  years: YearSummary[]
}

/** The headings of the yearly tables of the chosen games, with counts, in the order of the games. */
export function gameSections(
  history: History,
  games: readonly { key: string; name: string }[],
  chosen: { game: string | null; year: number | null },
  found: SearchResult | null,
): GameSection[] {
  return games
    .filter(({ key }) => chosen.game === null || key === chosen.game)
    .flatMap(({ key, name }) => {
      const draws = history.games.get(key)
      if (!draws) return []
      const years = yearsOf(draws)
        .filter((year) => chosen.year === null || year === chosen.year)
        .map((year) => summarise(draws, year, found?.marks.get(key)))
      return years.length > 0 ? [{ key, name, years }] : []
    })
}

function summarise(draws: GameDraws, year: number, marks: Uint16Array | undefined): YearSummary {
  const [from, to] = yearRange(draws, year)
  let matches = 0
  if (marks) for (let i = from; i < to; i++) if (marks[i] !== 0) matches++
  return { year, draws: drawsWith(draws, [from, to]), rows: to - from, matches }
}

/** The draws of a game's year, newest first; only those that the search found where `marks` is given. */
export function yearRows(history: History, game: string, year: number, marks?: Uint16Array): TableRow[] {
  const draws = history.games.get(game)
  if (!draws) return []
  const [from, to] = yearRange(draws, year)
  const rows: TableRow[] = []
  for (let i = to - 1; i >= from; i--) if (!marks || marks[i] !== 0) rows.push(rowAt(draws, i))
  return rows
}

function rowAt(draws: GameDraws, i: number): TableRow {
  const { date, serial, state, winning, machine, sample } = drawAt(draws, i)
  return { date, serial, state, winning, machine, sample }
}

/** The newest draws that a search found, over all games. */
export function newestMatches(
  history: History,
  found: SearchResult,
  limit: number,
): (TableRow & { game: string })[] {
  const rows: { day: number; draws: GameDraws; i: number }[] = []
  for (const [game, marks] of found.marks) {
    const draws = history.games.get(game)!
    const indexes = [...marks.keys()].filter((i) => marks[i] !== 0)
    // Stryker disable next-line MethodExpression: the limit per game saves time only
    for (const i of indexes.slice(-limit)) rows.push({ day: draws.days[i]!, draws, i })
  }
  rows.sort((a, b) => b.day - a.day)
  return rows.slice(0, limit).map(({ draws, i }) => ({ game: draws.game, ...rowAt(draws, i) }))
}

/** The last day with a result on or before a date; null if there is none. */
export function latestResultDate(history: History, until: LagosDate): LagosDate | null {
  let latest: LagosDate | null = null
  for (const draws of history.games.values()) {
    for (let i = draws.length - 1; i >= 0; i--) {
      const { date, state } = drawAt(draws, i)
      // Stryker disable next-line EqualityOperator: the same date again has no effect
      if (latest && date <= latest) break
      if (state !== 'drawn' || date > until) continue
      latest = date
      break
    }
  }
  return latest
}
