import {
  addDays,
  dayOf,
  type LagosDate,
  lagosDate,
  parseMonthYear,
  type Weekday,
  weekdayOf,
} from '../../domain/base/calendar.ts'
import { noteOn } from '../../domain/draws/draw-calendar.ts'
import { dayFacts } from '../../domain/draws/day-facts.ts'
import { scheduleOf } from '../../domain/draws/day-result.ts'
import {
  allYears,
  drawAt,
  findDraw,
  type GameDraws,
  type History,
  isDrawn,
  hasSamples,
  yearRange,
} from '../../domain/draws/history.ts'
import { positioned } from '../../domain/base/balls.ts'
import { latestResultDate } from '../../domain/draws/results-view.ts'
import type { Snapshot } from './memory.ts'

/** The rows of a game's year in the form of the specification. Draws that did not take place are left out. */
export function rowsOfYear(draws: GameDraws, year: number) {
  const rows: ReturnType<typeof resultRow>[] = []
  const [from, to] = yearRange(draws, year)
  for (let i = from; i < to; i++) if (isDrawn(draws, i)) rows.push(resultRow(draws, i))
  return rows
}

function resultRow(draws: GameDraws, i: number) {
  const { serial, date, winning, machine } = drawAt(draws, i)
  return {
    serialNumber: serial,
    date,
    winningNumbers: positioned(winning, 'winning'),
    machineNumbers: positioned(machine, 'machine'),
  }
}

/** The lists around a search: games, years, the game drawn last, and whether the history contains samples. */
export function resultsLists(snapshot: Snapshot) {
  const { games, history } = snapshot
  return {
    games: games.map(({ key, name, operator }) => ({ key, name, operator })),
    years: allYears(history),
    lastDrawn: lastDrawnGame(snapshot),
    sample: hasSamples(history),
  }
}

/** The game with the latest close among those of the latest day with a result; null without results. */
function lastDrawnGame({ games, history }: Snapshot): string | null {
  const date = latestResultDate(history)
  if (!date) return null
  const drawn = games.filter(({ key }) => findDraw(history, key, dayOf(date))?.state === 'drawn')
  const closes = new Map(scheduleOf(games, date).map(({ game, schedule }) => [game.key, schedule.closesAt]))
  return drawn.reduce((last, game) =>
    (closes.get(game.key) ?? 0) > (closes.get(last.key) ?? 0) ? game : last,
  ).key
}

/**
 * Each game that is scheduled, was changed or drew on a Lagos day, with its schedule, its draw and what staff changed: by
 * close, then those without a draw on that day.
 */
export function gamesOfDay({ games, history, publicIds }: Snapshot, date: LagosDate) {
  const scheduled = scheduleOf(games, date)
  const extra = games.filter((game) => !scheduled.some((entry) => entry.game === game))
  return [
    ...scheduled.map(({ game, schedule }) => ({ game, schedule })),
    ...extra.map((game) => ({ game, schedule: null })),
  ].flatMap(({ game, schedule }) => {
    const draw = findDraw(history, game.key, dayOf(date)) ?? null
    const note = game.active ? noteOn(game, date) : null
    if (!schedule && !draw && !note) return []
    return [
      {
        key: game.key,
        name: game.name,
        operator: game.operator,
        colour: game.colour ?? null,
        schedule,
        note,
        draw: draw && { publicId: publicIds.of(game.key, dayOf(date))!, ...withoutGameAndDate(draw) },
      },
    ]
  })
}

/** One Lagos day with its games, and what the screen says about the days around it. */
export function dayResult(snapshot: Snapshot, date: LagosDate, now: number) {
  const games = gamesOfDay(snapshot, date)
  return {
    ...dayFacts(snapshot.history, date, lagosDate(now)),
    games,
    sample: games.some(({ draw }) => draw?.sample),
  }
}

function withoutGameAndDate({ serial, state, winning, machine, sample }: ReturnType<typeof drawAt>) {
  return { serial, state, winning, machine, sample }
}

type DailyResults = Partial<Record<Weekday, { date: string } & Record<string, unknown>>>

/**
 * The specification's document of a month: for each weekday the latest date up to today with a result, and the numbers
 * of each game. A weekday without a result has no field.
 * @returns null for a month without results
 */
export function dailyResults(
  { games, history }: Snapshot,
  monthYear: string,
  now: number,
): DailyResults | null {
  const month = parseMonthYear(monthYear)
  if (!month) return null
  const document: DailyResults = {}
  const today = lagosDate(now)
  for (let i = 0; i < month.days; i++) {
    const date = addDays(month.first, i)
    if (date > today) break
    const numbers = numbersOf(games, history, date)
    if (Object.keys(numbers).length > 0) document[weekdayOf(date)] = { date, ...numbers }
  }
  return Object.keys(document).length > 0 ? document : null
}

function numbersOf(games: Snapshot['games'], history: History, date: LagosDate) {
  const entries = games.flatMap(({ key }) => {
    const draw = findDraw(history, key, dayOf(date))
    return draw?.state === 'drawn' ? [[key, { winning: draw.winning, machine: draw.machine }] as const] : []
  })
  return Object.fromEntries(entries)
}
