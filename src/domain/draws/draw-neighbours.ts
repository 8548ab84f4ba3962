import { addDays, DAY, dayOf, type LagosDate, lagosDate } from '../base/calendar.ts'
import { type Schedule, scheduleOf } from './day-result.ts'
import type { Game } from './games.ts'
import { firstOnOrAfter, type GameDraws, stateAt } from './history.ts'

/** The index of the game's first draw after a date, without days on which no draw took place; null if there is none. */
export function drawAfter(draws: GameDraws, date: LagosDate): number | null {
  let i = firstOnOrAfter(draws, dayOf(date) + 1)
  while (i < draws.length && stateAt(draws, i) === 'no_draw') i++
  return i < draws.length ? i : null
}

/** Every game that draws has a close at least once a week. */
const WEEK = 7

/**
 * The game's next close after a draw that has none recorded after it. A day without a draw, and a result that is overdue
 * for more than a day, are skipped.
 *
 * @param now milliseconds
 */
export function closeAfter(
  game: Game,
  draws: GameDraws,
  date: LagosDate,
  now: number,
): (Schedule & { date: LagosDate }) | null {
  const today = lagosDate(now)
  const first = addDays(date, 1) > addDays(today, -2) ? addDays(date, 1) : addDays(today, -2)
  for (let day = first; day <= addDays(today, 2 * WEEK); day = addDays(day, 1)) {
    const i = firstOnOrAfter(draws, dayOf(day))
    const isRecorded = draws.days[i] === dayOf(day)
    const schedule = isRecorded ? undefined : scheduleOf([game], day)[0]?.schedule
    if (schedule && now < schedule.expectedAt + DAY) return { date: day, ...schedule }
  }
  return null
}
