import { SHARE_LIMITS } from '../../../platform/rules/site/share-pictures.ts'
import { present } from '../../../platform/rules/base/lists.ts'
import {
  addDays,
  dayOf,
  type LagosDate,
  lagosDate,
  minuteOf,
  parseDate,
} from '../../../platform/rules/base/calendar.ts'
import { allocate, drawAt, findDraw, type History, yearRange, yearsOf } from '../../../draws/rules/history.ts'
import { gamesOfDay, resultsIn } from '../../../draws/rules/day-result.ts'
import { latestResultDate } from '../../../draws/rules/results-view.ts'
import { keptPromise } from '../../../draws/server/memory.ts'
import { correctedOn } from '../../../draws/server/single-draw.ts'
import { drawOfDay } from '../../../platform/rules/site/paths.ts'
import { shareDay, shareDraw } from './shares.ts'

type Of = Parameters<typeof shareDay>[0]

/** What a public page of results shows: a day, the newest draws of a game, or a game's year. */
export interface Asked {
  /** A Lagos date or a game's key; today without it. */
  of?: string | undefined
  year?: string | undefined
}

/** The results for everyone; null for an unknown game, year or day, and for a day to come. */
export async function publicResults(services: Of, { of, year }: Asked, now: number) {
  const { games } = services.draws.current()
  const today = lagosDate(now)
  const isDay = year === undefined && (of === undefined || parseDate(of) !== null)
  const found = isDay ? await ofDay(services, of, now) : await ofGame(services, of ?? '', year, now)
  return (
    found && {
      today,
      readAt: minuteOf(now),
      games: games.map(({ key, name, operator, colour = null }) => ({ key, name, operator, colour })),
      sample: found.draws.some(({ sample }) => sample),
      ...found,
    }
  )
}

/** A day up to today. Today has a page also when no game draws. */
async function ofDay(services: Of, text: string | undefined, now: number) {
  const today = lagosDate(now)
  const date = text === undefined ? today : present(parseDate(text))
  const found = await shareDay(services, date, now)
  if (!found && text !== undefined) return null
  const { history } = services.draws.current()
  const games = found?.day.games ?? []
  return {
    day: {
      date,
      games: games.length,
      before: latestResultDate(history, addDays(date, -1)),
      after: nextDay(history, date, today),
    },
    game: null,
    picture: found?.drawing?.picture ?? null,
    draws: games.flatMap(({ key, draw, corrected, schedule }) => {
      return draw ? [{ game: key, date, corrected, closesAt: schedule?.closesAt ?? null, ...draw }] : []
    }),
  }
}

/** What the page of today shows beside its results: last night until the first one, the draws to come, and other days. */
export async function startOf(
  services: Of,
  found: NonNullable<Awaited<ReturnType<typeof publicResults>>>,
  now: number,
) {
  const current = services.draws.current()
  const before = (date: LagosDate) => latestResultDate(current.history, addDays(date, -1))
  const lastDate = found.draws.length === 0 ? before(found.today) : null
  const last = lastDate && (await publicResults(services, { of: lastDate }, now))
  const days: { date: LagosDate; results: number }[] = []
  for (
    let date = before(lastDate ?? found.today);
    date && days.length < SHARE_LIMITS.otherDays;
    date = before(date)
  )
    days.push({ date, results: resultsIn(gamesOfDay(current, date)) })
  return {
    last: lastDate && last ? { date: lastDate, draws: last.draws.toReversed() } : null,
    times: gamesOfDay(current, found.today).flatMap(({ key, schedule, draw }) =>
      schedule && !draw ? [{ game: key, schedule }] : [],
    ),
    days,
  }
}

/** The first of the next days up to today with a draw. */
function nextDay({ games }: History, date: LagosDate, today: LagosDate): LagosDate | null {
  for (
    let day = addDays(date, 1), i = 0;
    day <= today && i < SHARE_LIMITS.daysAfter;
    day = addDays(day, 1), i++
  )
    if ([...games.keys()].some((game) => findDraw({ games }, game, dayOf(day)))) return day
  return null
}

/** The draws of a game, newest first. */
async function ofGame(services: Of, key: string, text: string | undefined, now: number) {
  const { games, history } = services.draws.current()
  if (!games.some((game) => game.key === key)) return null
  const draws = history.games.get(key) ?? allocate(key, 0)
  const years = yearsOf(draws)
  const year = text === undefined ? null : years.find((one) => String(one) === text)
  if (year === undefined) return null
  const [from, to] =
    year === null
      ? [Math.max(0, draws.length - SHARE_LIMITS.newestDraws), draws.length]
      : yearRange(draws, year)
  const corrected = await keptPromise(services.draws, 'corrected draws', () => correctedOn(services.db))
  const rows = Array.from({ length: to - from }, (_, i) => drawAt(draws, to - 1 - i))
  const newest =
    year === null && rows[0] ? await shareDraw(services, drawOfDay(key, rows[0].date), now) : null
  return {
    day: null,
    game: { key, year, years },
    picture: newest?.drawing?.picture ?? null,
    draws: rows.map((row) => ({
      ...row,
      closesAt: null,
      corrected: corrected.has(drawOfDay(row.game, row.date)),
    })),
  }
}
