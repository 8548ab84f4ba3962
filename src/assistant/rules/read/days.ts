import { UTCDate } from '@date-fns/utc'
import { addMonths } from 'date-fns/addMonths'
import { addWeeks } from 'date-fns/addWeeks'
import { addYears } from 'date-fns/addYears'
import { endOfISOWeek } from 'date-fns/endOfISOWeek'
import { endOfMonth } from 'date-fns/endOfMonth'
import { endOfYear } from 'date-fns/endOfYear'
import { startOfISOWeek } from 'date-fns/startOfISOWeek'
import { startOfMonth } from 'date-fns/startOfMonth'
import { startOfYear } from 'date-fns/startOfYear'
import {
  addDays,
  DAY,
  dateOfDay,
  dayOf,
  type LagosDate,
  parseDate,
  type Weekday,
  WEEKDAYS,
  weekdayOf,
} from '../../../platform/rules/base/calendar.ts'

/** The days that a stretch covers, counted from today. */

/** A stretch of days as a question names it. */
export interface ReadPeriod {
  from?: LagosDate
  to?: LagosDate
  unit: 'day' | 'week' | 'month' | 'year' | 'range'
  /** Whether the year is the newest one that fits, because none is named. */
  yearless?: boolean
  /** `impossible`: a date that does not exist. `vague`: days that can be counted in two ways. */
  problem?: 'impossible' | 'vague'
}

export type Unit = 'week' | 'month' | 'year'

const UNITS = {
  week: { add: addWeeks, start: startOfISOWeek, end: endOfISOWeek },
  month: { add: addMonths, start: startOfMonth, end: endOfMonth },
  year: { add: addYears, start: startOfYear, end: endOfYear },
} as const

const dateOf = (date: Date) => dateOfDay(Math.floor(date.getTime() / DAY))

/** The calendar week (from Monday), month or year that lies `steps` units after the one of today. */
export function calendarUnit(unit: Unit, steps: number, today: LagosDate) {
  const { add, start, end } = UNITS[unit]
  const day = add(start(new UTCDate(dayOf(today) * DAY)), steps)
  return { unit, from: dateOf(start(day)), to: dateOf(end(day)) }
}

/** The day that lies a number of days, weeks, months or years before today. */
export function unitsAgo(count: number, unit: Unit | 'day', today: LagosDate): LagosDate {
  if (unit === 'day') return addDays(today, -count)
  return dateOf(UNITS[unit].add(new UTCDate(dayOf(today) * DAY), -count))
}

export const oneDay = (date: LagosDate): ReadPeriod => ({ unit: 'day', from: date, to: date })

export function wholeYear(year: number): ReadPeriod {
  const [from, to] = [parseDate(`${year}-01-01`), parseDate(`${year}-12-31`)]
  return from && to ? { unit: 'year', from, to } : { unit: 'year', problem: 'impossible' }
}

const two = (number: number) => String(number).padStart(2, '0')

/** A month, 1 to 12. Without a year it is the newest one that has begun. */
export function wholeMonth(month: number, year: number | null, today: LagosDate): ReadPeriod {
  const thisYear = Number(today.slice(0, 4))
  const wanted = year ?? (`${thisYear}-${two(month)}` <= today.slice(0, 7) ? thisYear : thisYear - 1)
  const first = new UTCDate(Date.UTC(wanted, month - 1, 1))
  return { unit: 'month', from: dateOf(first), to: dateOf(endOfMonth(first)), yearless: year === null }
}

/** A day of a month. Without a year it is the newest one that does not lie after today. */
export function dayOfMonth(day: number, month: number, year: number | null, today: LagosDate): ReadPeriod {
  const thisYear = Number(today.slice(0, 4))
  const inYear = (wanted: number) => parseDate(`${wanted}-${two(month)}-${two(day)}`)
  const date =
    year === null
      ? [0, 1, 2, 3, 4].map((ago) => inYear(thisYear - ago)).find((found) => found && found <= today)
      : inYear(year)
  return date ? { ...oneDay(date), yearless: year === null } : { unit: 'day', problem: 'impossible' }
}

/** `28/6/2025`, `28.6.25` or `2025-06-28`; the day comes before the month. */
export function dayOfDigits(text: string, today: LagosDate): ReadPeriod {
  const parts = text.split(/[/.-]/).map(Number) as [number, number, number]
  const [day, month, year] =
    text.length > 4 && /^\d{4}/.test(text) ? ([parts[2], parts[1], parts[0]] as const) : parts
  return dayOfMonth(day, month, year < 100 ? 2000 + year : year, today)
}

/** The newest such weekday before today. */
export function lastWeekday(weekday: Weekday, today: LagosDate): ReadPeriod {
  const days = WEEKDAYS.indexOf(weekdayOf(today)) - WEEKDAYS.indexOf(weekday)
  return oneDay(addDays(today, -(days > 0 ? days : days + WEEKDAYS.length)))
}

/** The weekday of a calendar week. */
export const weekdayOfWeek = (weekday: Weekday, steps: number, today: LagosDate): ReadPeriod =>
  oneDay(addDays(calendarUnit('week', steps, today).from, WEEKDAYS.indexOf(weekday)))
