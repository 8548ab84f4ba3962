import { dateOfDay, yearOf } from '../../platform/rules/base/calendar.ts'
import {
  BALLS_PER_DRAW,
  type GameDraws,
  type History,
  type HistoryDraw,
  withChanges,
  yearRange,
} from './history.ts'

/** One year of draws of all games as JSON, for a phone. Columns compress better than rows. */
interface YearOfDraws {
  year: number
  games: GameYear[]
}

/** The draws of a game, oldest first. {@link GameDraws} describes the columns. */
interface GameYear {
  game: string
  /** The first day number, then the days since the draw before. */
  days: number[]
  flags: number[]
  /** The first serial, then the differences to the draw before. */
  serials: number[]
  balls: number[]
}

export function yearOfDraws(history: History, year: number): YearOfDraws {
  const games = [...history.games.values()].map((draws) => {
    const [from, to] = yearRange(draws, year)
    return {
      game: draws.game,
      days: differences(draws.days.subarray(from, to)),
      flags: [...draws.flags.subarray(from, to)],
      serials: differences(draws.serials.subarray(from, to)),
      balls: [...draws.balls.subarray(from * BALLS_PER_DRAW, to * BALLS_PER_DRAW)],
    }
  })
  return { year, games: games.filter(({ days }) => days.length > 0) }
}

const differences = (values: Int32Array | Uint16Array): number[] =>
  Array.from(values, (value, i) => value - (values[i - 1] ?? 0))

/** Joins years, in any order, into one history. */
export function historyOfYears(years: readonly YearOfDraws[]): History {
  const parts = new Map<string, GameYear[]>()
  for (const { games } of [...years].sort((a, b) => a.year - b.year))
    for (const part of games) parts.set(part.game, [...(parts.get(part.game) ?? []), part])
  return { games: new Map([...parts].map(([game, list]) => [game, joined(game, list)])) }
}

function joined(game: string, parts: readonly GameYear[]): GameDraws {
  const days = Int32Array.from(parts.flatMap((part) => sums(part.days)))
  return {
    game,
    length: days.length,
    days,
    flags: Uint8Array.from(parts.flatMap(({ flags }) => flags)),
    serials: Uint16Array.from(parts.flatMap(({ serials }) => sums(serials))),
    balls: Uint8Array.from(parts.flatMap(({ balls }) => balls)),
  }
}

function sums(steps: readonly number[]): number[] {
  let sum = 0
  return steps.map((step) => (sum += step))
}

/** A year after written and removed draws. Changes of other years are ignored. */
export function changedYear(
  { year, games }: YearOfDraws,
  written: readonly HistoryDraw[],
  removed: readonly { game: string; day: number }[],
): YearOfDraws {
  const isInYear = ({ day }: { day: number }) => yearOf(dateOfDay(day)) === year
  const history = withChanges(
    historyOfYears([{ year, games }]),
    written.filter(isInYear),
    removed.filter(isInYear),
  )
  return yearOfDraws(history, year)
}
