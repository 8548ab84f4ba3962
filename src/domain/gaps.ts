import { dateOfDay, dayOf, type LagosDate, weekdayOfDay } from './calendar.ts'
import { type Game, slotOn } from './games.ts'
import type { History } from './history.ts'

/** A holiday moves a draw by a day or two. */
const MOVED_DAYS = 3

/**
 * The days on which a game should have drawn and nothing is recorded, not even "no draw", oldest first. A record
 * outside the game's weekdays counts as a moved draw and fills the missing day that it was moved from. Nothing is
 * missing before the first record: it is not known since when the game has been drawn.
 *
 * @param recorded the Lagos dates of the game's records, oldest first
 * @param until the last date that is looked at
 */
export function missingDays(
  game: Pick<Game, 'slots'>,
  recorded: readonly LagosDate[],
  until: LagosDate,
): LagosDate[] {
  const [first] = recorded
  if (first === undefined || game.slots.length === 0) return []
  const known = new Set(recorded.map(dayOf))
  const missing = new Set(
    drawDays(game, dayOf(first) - MOVED_DAYS, dayOf(until)).filter((day) => !known.has(day)),
  )
  if (missing.size === 0) return []
  for (const date of recorded) {
    const moved = slotOn(game, date) ? undefined : movedFrom(missing, dayOf(date))
    if (moved !== undefined) missing.delete(moved)
  }
  return [...missing].filter((day) => day > dayOf(first)).map(dateOfDay)
}

/** The day numbers from one to another, both included, on which a game's calendar has a draw. */
export function drawDays(game: Pick<Game, 'slots'>, from: number, to: number): number[] {
  const weekdays = new Set(game.slots.map(({ weekday }) => weekday))
  const days: number[] = []
  for (let day = from; day <= to; day++)
    if (weekdays.has(weekdayOfDay(day)) && slotOn(game, dateOfDay(day))) days.push(day)
  return days
}

/** The missing day of a moved draw. Holidays move draws to a later day, and rarely to the day before. */
function movedFrom(missing: ReadonlySet<number>, day: number): number | undefined {
  for (let days = 1; days <= MOVED_DAYS; days++) if (missing.has(day - days)) return day - days
  return missing.has(day + 1) ? day + 1 : undefined
}

export interface Gap {
  game: string
  date: LagosDate
}

/**
 * The gaps of the whole history up to a day, newest first. A generated draw fills its day, because players see it.
 *
 * @param until the last Lagos date that is looked at
 */
export function gapsOf(history: History, games: readonly Game[], until: LagosDate): Gap[] {
  const gaps: Gap[] = []
  for (const game of games) {
    const draws = history.games.get(game.key)
    if (!draws) continue
    const dates = Array.from(draws.days, dateOfDay)
    for (const date of missingDays(game, dates, until)) gaps.push({ game: game.key, date })
  }
  const order = new Map(games.map((game) => [game.key, game.order]))
  return gaps.sort((a, b) => dayOf(b.date) - dayOf(a.date) || order.get(a.game)! - order.get(b.game)!)
}
