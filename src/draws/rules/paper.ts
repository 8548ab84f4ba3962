import {
  addDays,
  clockOf,
  dateOfDay,
  firstDayOfYear,
  formatDate,
  formatDayMonth,
  formatLongDate,
  type LagosDate,
} from '../../platform/rules/base/calendar.ts'
import { drawsWords } from '../../platform/rules/base/words.ts'
import { type AllDraws, drawsIn, gamesOfDay, resultsIn, scheduleOf } from './day-result.ts'
import { drawDays } from './gaps.ts'
import { type Game, timesOf } from './games.ts'
import { type drawAt, findDraw } from './history.ts'
import { knownAs } from './operators.ts'

/** What fits an A4 page between its head and its foot. Lengths in millimetres. */
export const PAPER = {
  /** Rows of a day, with the key and the times of the next day below. */
  dayRows: 9,
  /** Of the height between the head of a table and the foot of the page. */
  weekHeight: 240,
  weekRow: 6.5,
  weekHeading: 8,
  /** A year of two draws a week has at most 106. */
  yearLines: 53,
} as const

/** A line of a printed sheet. A draw without a result yet has no numbers: it is an empty line for the pen. */
export interface PaperRow {
  date: LagosDate
  /** `09:30`; null where the day has no close of its own. */
  time: string | null
  name: string
  operator: string
  serial: number | null
  isOff: boolean
  winning: readonly number[]
  machine: readonly number[]
}

/** Rows that stay together: those of a day, or a column of a year. */
interface PaperBlock {
  heading: string | null
  rows: PaperRow[]
}

export interface Paper {
  title: string
  contents: string
  sample: boolean
  /** Draws with a result. */
  draws: number
  pages: PaperBlock[][]
  /** The times of the day after, until that day is over; null on other sheets. */
  next: { title: string; text: string } | null
}

/** The sheet of a day, by close. */
export function dayPaper(all: AllDraws, date: LagosDate, today: LagosDate): Paper {
  const games = gamesOfDay(all, date)
  const rows = rowsOf(games, date)
  const [results, draws] = [resultsIn(games), drawsIn(games)]
  const after = addDays(date, 1)
  const times = after < today ? [] : scheduleOf(all.games, after)
  return {
    title: formatLongDate(date),
    contents:
      results === draws ? `${drawsWords(draws)}, all results in` : `${results} of ${draws} results in`,
    sample: games.some(({ draw }) => draw?.sample),
    draws: results,
    pages: partsOf(rows, PAPER.dayRows).map((part) => [{ heading: null, rows: part }]),
    next: times.length === 0 ? null : { title: formatLongDate(after).slice(0, -5), text: timesText(times) },
  }
}

/** `09:30 Gold, 19:30 Lucky G (Ghana NLA)`: the operator of a game that is not of the first game's operator. */
const timesText = (times: ReturnType<typeof scheduleOf>): string =>
  times
    .map(({ game, schedule }) => {
      const isOther = game.operator !== '' && game.operator !== times[0]!.game.operator
      return `${clockOf(schedule.closesAt)} ${game.name}${isOther ? ` (${game.operator})` : ''}`
    })
    .join(', ')

/** The sheet of the seven days up to a date, newest first. A day stays on one page. */
export function weekPaper(all: AllDraws, last: LagosDate): Paper {
  const days = Array.from({ length: 7 }, (_, days) => addDays(last, -days))
  const ofDays = days.map((date) => ({ date, games: gamesOfDay(all, date) }))
  const blocks = ofDays
    .filter(({ games }) => games.length > 0)
    .map(({ date, games }) => ({ heading: formatDate(date), rows: rowsOf(games, date) }))
  const games = ofDays.flatMap((day) => day.games)
  const first = addDays(last, -6)
  const begin = first.slice(0, 4) === last.slice(0, 4) ? formatDayMonth(first) : formatDate(first)
  const draws = resultsIn(games)
  return {
    title: `${begin} to ${formatDate(last)}`,
    contents: `seven days, ${drawsWords(draws)}, newest day first`,
    sample: games.some(({ draw }) => draw?.sample),
    draws,
    pages: weekPages(blocks),
    next: null,
  }
}

function weekPages(blocks: readonly PaperBlock[]): PaperBlock[][] {
  const pages: PaperBlock[][] = [[]]
  let height = 0
  for (const block of blocks) {
    const own = PAPER.weekHeading + block.rows.length * PAPER.weekRow
    if (height > 0 && height + own > PAPER.weekHeight) {
      pages.push([])
      height = 0
    }
    pages[pages.length - 1]!.push(block)
    height += own
  }
  return pages
}

/**
 * The sheet of a game's year in two columns, oldest first, with dated empty lines for draws without a result. Lines begin
 * with the game's first recorded draw.
 */
export function yearPaper({ history }: AllDraws, game: Game, year: number, today: LagosDate): Paper {
  const recorded = Array.from(history.games.get(game.key)?.days ?? [])
  const [from, to] = [firstDayOfYear(year), firstDayOfYear(year + 1) - 1]
  const known = recorded.filter((day) => day >= from && day <= to)
  const planned = drawDays(game, Math.max(from, recorded[0] ?? from), to)
  const days = [...new Set([...known, ...planned])].sort((a, b) => a - b)
  const found = days.map((day) => findDraw(history, game.key, day) ?? null)
  const rows = days.map((day, i) => rowOf({ ...game, draw: found[i]! }, dateOfDay(day)))
  const drawn = found.filter((draw) => draw?.state === 'drawn').length
  const last = dateOfDay(to)
  const columns = partsOf(rows, Math.min(PAPER.yearLines, Math.max(1, Math.ceil(rows.length / 2))))
  return {
    title: `${game.name} ${year}`,
    contents: [knownAs(game.operator), timesOf(game, last < today ? last : today), ORDER]
      .filter(Boolean)
      .join('. '),
    sample: found.some((draw) => draw?.sample),
    draws: drawn,
    pages: partsOf(columns, 2).map((page) => page.map((column) => ({ heading: null, rows: column }))),
    next: null,
  }
}

const ORDER = 'Oldest first, in the order drawn.'

type Shown = Pick<ReturnType<typeof gamesOfDay>[number], 'name' | 'operator'> & {
  draw: Pick<ReturnType<typeof drawAt>, 'serial' | 'state' | 'winning' | 'machine'> | null
}

const rowsOf = (games: ReturnType<typeof gamesOfDay>, date: LagosDate): PaperRow[] =>
  games.map((game) => ({
    ...rowOf(game, date),
    time: game.schedule && clockOf(game.schedule.closesAt),
    isOff: game.draw ? game.draw.state === 'no_draw' : game.schedule === null,
  }))

const rowOf = ({ name, operator, draw }: Shown, date: LagosDate): PaperRow => ({
  date,
  time: null,
  name,
  operator,
  serial: draw?.serial ?? null,
  isOff: draw?.state === 'no_draw',
  winning: draw?.winning ?? [],
  machine: draw?.machine ?? [],
})

/** A list in parts of at most `length`; one empty part for an empty list. */
function partsOf<Item>(items: readonly Item[], length: number): Item[][] {
  const count = Math.max(1, Math.ceil(items.length / length))
  return Array.from({ length: count }, (_, page) => items.slice(page * length, (page + 1) * length))
}
