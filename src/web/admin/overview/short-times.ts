import {
  formatClock,
  formatDate,
  formatDayMonth,
  type LagosDate,
  lagosDate,
  lagosMinutes,
  yearOf,
} from '../../../domain/base/calendar.ts'

/** A date; without its year in this year, because the screen's heading has it. */
export const shortDate = (date: LagosDate, now: number) =>
  yearOf(date) === yearOf(lagosDate(now)) ? formatDayMonth(date) : formatDate(date)

/** The time of an instant of today, the date of an earlier one. */
export const shortTime = (at: number, now: number) =>
  lagosDate(at) === lagosDate(now) ? formatClock(lagosMinutes(at)) : shortDate(lagosDate(at), now)
