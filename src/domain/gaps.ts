import { dateOfDay, dayOf, type LagosDate, weekdayOfDay } from './calendar.ts'
import { type Game, slotOn } from './games.ts'
import type { History } from './history.ts'

/** The most days by which a holiday moves a draw. */
export const MOVED_DAYS = 3

/**
 * The days of a game's calendar without any record, not even "no draw", oldest first. A record outside the game's weekdays
 * counts as a moved draw and fills the missing day that it was moved from. No day before the first record is missing,
 * because the game's first draw is unknown.
 *
 * @param recorded the Lagos dates of the game's records, oldest first
 * @param until the last date to check
 */
export function missingDays(
  game: Pick<Game, 'slots'>,
  recorded: readonly LagosDate[],
  until: LagosDate,
): LagosDate[] {
  const [first] = recorded
  if (first === undefined) return []
  const known = new Set(recorded.map(dayOf))
  const missing = new Set(
    drawDays(game, dayOf(first) - MOVED_DAYS, dayOf(until)).filter((day) => !known.has(day)),
  )
  for (const date of recorded) if (!slotOn(game, date)) fillGap(missing, dayOf(date))
  // Stryker disable next-line EqualityOperator: the first record is not missing
  return [...missing].filter((day) => day > dayOf(first)).map(dateOfDay)
}

/** The day numbers `from` to `to`, both included, on which a game's calendar has a draw. */
export function drawDays(game: Pick<Game, 'slots'>, from: number, to: number): number[] {
  const weekdays = new Set(game.slots.map(({ weekday }) => weekday))
  const days: number[] = []
  for (let day = from; day <= to; day++)
    if (weekdays.has(weekdayOfDay(day)) && slotOn(game, dateOfDay(day))) days.push(day)
  return days
}

/** Removes the missing day of a moved draw. Holidays move draws to a later day, rarely to the day before. */
function fillGap(missing: Set<number>, movedTo: number): void {
  for (let days = 1; days <= MOVED_DAYS; days++) if (missing.delete(movedTo - days)) return
  missing.delete(movedTo + 1)
}

export interface Gap {
  game: string
  date: LagosDate
}

/**
 * The gaps of the whole history, newest first. A sample fills its day, because players see it.
 *
 * @param until the last Lagos date to check
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
