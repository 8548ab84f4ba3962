import { addDays, dayOf, type LagosDate } from '../../platform/rules/base/calendar.ts'
import { type Calendar, namedDay, slotOn } from './draw-calendar.ts'

/** A draw that a holiday moves takes place before the same weekday comes again. */
export const MOVED_DAYS = 6

/**
 * The scheduled day of a draw: of one that the calendar moved, the day before the move. A draw on another weekday than its
 * game's is the one of the last scheduled day before it, moved by a holiday. A game without times has no schedule, so each day is its own.
 */
function scheduledDay(game: Calendar, date: LagosDate): LagosDate {
  for (let days = 0; days <= MOVED_DAYS; days++) {
    const day = namedDay(game, addDays(date, -days))
    if (day) return day
  }
  return date
}

/** A recorded draw; `scheduledDate` is the day from which staff moved it, where that is not its {@link scheduledDay}. */
export interface DayOfDraw {
  date: LagosDate
  scheduledDate?: LagosDate | null | undefined
}

/** The scheduled day of a recorded draw. */
export const scheduledDayOf = (game: Calendar, { date, scheduledDate }: DayOfDraw): LagosDate =>
  scheduledDate ?? scheduledDay(game, date)

/**
 * The draw of a scheduled day: the one on that day or, if it has none, the first one that was moved from it.
 *
 * @param recorded live draws of the game, oldest first
 */
export function drawOfDay<Draw extends DayOfDraw>(
  game: Calendar,
  day: LagosDate,
  recorded: readonly Draw[],
): Draw | null {
  const ofDay = recorded.filter((draw) => scheduledDayOf(game, draw) === day)
  return ofDay.find(({ date }) => date === day) ?? ofDay[0] ?? null
}

/**
 * What to store as the scheduled day of a draw that staff move to another day: the day before, if the game does not draw on
 * the new one within a week of it, so that its forecasts follow the draw. Null where the new day says enough.
 */
export function scheduledAfterMove(game: Calendar, from: DayOfDraw, to: LagosDate): LagosDate | null {
  const day = scheduledDayOf(game, from)
  const isNear = Math.abs(dayOf(to) - dayOf(day)) <= MOVED_DAYS
  const isOffSchedule = namedDay(game, day) !== null && !slotOn(game, to)
  return isNear && isOffSchedule && scheduledDay(game, to) !== day ? day : null
}
