import { createHash } from 'node:crypto'
import {
  addDays,
  dateOfDay,
  dayOf,
  type LagosDate,
  lagosDate,
  monthYearOf,
  parseMonthYear,
  type Weekday,
  weekdayOf,
  weekOf,
} from '../../domain/calendar.ts'
import { scheduleOf } from '../../domain/day-result.ts'
import { encodeAll } from '../../domain/encode-years.ts'
import {
  allYears,
  drawAt,
  findDraw,
  firstOnOrAfter,
  type GameDraws,
  type History,
  isDrawn,
  SAMPLE,
} from '../../domain/history.ts'
import { positioned } from '../../domain/positions.ts'
import { latestResultDate } from '../../domain/results-view.ts'
import type { Snapshot } from './memory.ts'

/** Whether a history contains a sample; every screen then shows a notice. */
export function hasSamples(history: History): boolean {
  for (const draws of history.games.values())
    if (draws.flags.some((flags) => (flags & SAMPLE) !== 0)) return true
  return false
}

/** The specification's answer: games by key, years, rows. Draws that did not take place are left out. */
export function allResults({ games, history }: Snapshot) {
  return Object.fromEntries(games.map(({ key }) => [key, yearsOfRows(history.games.get(key))]))
}

function yearsOfRows(draws: GameDraws | undefined) {
  const years: Record<string, ReturnType<typeof resultRow>[]> = {}
  for (let i = 0; i < (draws?.length ?? 0); i++) {
    if (isDrawn(draws!, i)) (years[drawAt(draws!, i).date.slice(0, 4)] ??= []).push(resultRow(draws!, i))
  }
  return years
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

export interface YearFile {
  year: number
  hash: string
  bytes: Uint8Array<ArrayBuffer>
}

/** The phone's year files, each named by a hash of its content. */
export function yearFiles({ history }: Snapshot): YearFile[] {
  return encodeAll(history).map(({ year, bytes }) => ({ year, bytes, hash: contentHash(bytes) }))
}

/** The first 96 bits of SHA-256. The phone computes the same hash to check a mended file. */
function contentHash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest().subarray(0, 12).toString('base64url')
}

/** Each game that is scheduled or drew on a Lagos day, by close, with its schedule and its draw. */
export function gamesOfDay({ games, history, publicIds }: Snapshot, date: LagosDate) {
  const scheduled = scheduleOf(games, date)
  const extra = games.filter((game) => !scheduled.some((entry) => entry.game === game))
  return [
    ...scheduled.map(({ game, schedule }) => ({ game, schedule })),
    ...extra.map((game) => ({ game, schedule: null })),
  ].flatMap(({ game, schedule }) => {
    const draw = findDraw(history, game.key, dayOf(date)) ?? null
    if (!schedule && !draw) return []
    return [
      {
        key: game.key,
        name: game.name,
        operator: game.operator,
        schedule,
        draw: draw && {
          publicId: publicIds.get(game.key)!.get(dayOf(date))!,
          ...withoutGameAndDate(draw),
        },
      },
    ]
  })
}

/** One Lagos day with its games, and what the screen says about the days around it. */
export function dayResult(snapshot: Snapshot, date: LagosDate, now: number) {
  const { history } = snapshot
  const today = lagosDate(now)
  const games = gamesOfDay(snapshot, date)
  return {
    date,
    today,
    monthYear: monthYearOf(date),
    monthHasDraws: monthHasDraws(history, monthYearOf(date)),
    games,
    latest: latestResultDate(history, today),
    first: firstDate(history),
    weekResults: weekOf(date).filter((day) => hasResult(history, day)),
    sample: games.some(({ draw }) => draw?.sample),
  }
}

function firstDate(history: History): LagosDate | null {
  const firstDays = Array.from(history.games.values(), ({ days }) => days[0]!)
  return firstDays.length > 0 ? dateOfDay(Math.min(...firstDays)) : null
}

function hasResult(history: History, date: LagosDate): boolean {
  return Array.from(history.games.keys()).some(
    (game) => findDraw(history, game, dayOf(date))?.state === 'drawn',
  )
}

function withoutGameAndDate({ serial, state, winning, machine, sample }: ReturnType<typeof drawAt>) {
  return { serial, state, winning, machine, sample }
}

function monthHasDraws(history: History, monthYear: string): boolean {
  const { first, days } = parseMonthYear(monthYear)!
  for (const draws of history.games.values()) {
    const i = firstOnOrAfter(draws, dayOf(first))
    if (i < draws.length && draws.days[i]! < dayOf(first) + days) return true
  }
  return false
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
