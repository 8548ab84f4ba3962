import { addDays, type LagosDate } from '../calendar.ts'
import { type Game, slotOn } from '../games.ts'

/** A draw that a holiday moves takes place before the same weekday comes again. */
export const MOVED_DAYS = 6

/**
 * The scheduled day of a draw. A draw on another weekday than its game's is the one of the last scheduled day before it,
 * moved by a holiday. A game without times has no schedule, so each day is its own.
 */
export function scheduledDay(game: Pick<Game, 'slots'>, date: LagosDate): LagosDate {
  for (let days = 0; days <= MOVED_DAYS; days++) {
    const day = addDays(date, -days)
    if (slotOn(game, day)) return day
  }
  return date
}

/**
 * The draw of a scheduled day: the one on that day or, if it has none, the next one that was moved from it.
 *
 * @param recorded live draws of the game, oldest first
 */
export function drawOfDay<Draw extends { date: LagosDate }>(
  game: Pick<Game, 'slots'>,
  day: LagosDate,
  recorded: readonly Draw[],
): Draw | null {
  return recorded.find(({ date }) => date >= day && scheduledDay(game, date) === day) ?? null
}
