import { itemAt } from './lists.ts'

/**
 * Lagos dates and times. Lagos is UTC+1 all year, without daylight saving (tzdata, Africa/Lagos, since 1919), so a Lagos
 * day is a fixed interval of instants. Instants are milliseconds since 1970 in UTC.
 */

declare const checked: unique symbol
/** An existing calendar day in Lagos, `YYYY-MM-DD`. Made only by {@link parseDate} and {@link dateOfDay}. */
export type LagosDate = string & { readonly [checked]: 'LagosDate' }

export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const
export type Weekday = (typeof WEEKDAYS)[number]

export const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
] as const
type Month = (typeof MONTHS)[number]

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
const LAGOS_OFFSET_MS = HOUR

/** The years of draws. Ghana's National began in 1962, and four digits keep every text sortable. */
export const FIRST_YEAR = 1962
export const LAST_YEAR = 2199

/** Reads `YYYY-MM-DD`; null for another form or a day that does not exist (30 February). */
export function parseDate(text: string): LagosDate | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!match) return null
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  if (year < FIRST_YEAR || year > LAST_YEAR || month < 1 || day < 1) return null
  return month <= 12 && day <= daysOfMonth(year, month) ? (text as LagosDate) : null
}

/** @param month from 1 to 12 */
function daysOfMonth(year: number, month: number): number {
  // Other months need no Date, which takes longer than everything else here.
  if (month === 2) return new Date(Date.UTC(year, month, 0)).getUTCDate()
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

/** Days since 1 January 1970, for counting, comparing and typed arrays. */
export function dayOf(date: LagosDate): number {
  return Date.UTC(yearOf(date), Number(date.slice(5, 7)) - 1, Number(date.slice(8))) / DAY
}

/** The date of a day number; inverse of {@link dayOf}. */
export function dateOfDay(day: number): LagosDate {
  return new Date(day * DAY).toISOString().slice(0, 10) as LagosDate
}

export function yearOf(date: LagosDate): number {
  return Number(date.slice(0, 4))
}

/** The first day number of a year; the year holds the days `[firstDayOfYear(y), firstDayOfYear(y + 1))`. */
export function firstDayOfYear(year: number): number {
  return Date.UTC(year, 0, 1) / DAY
}

export function addDays(date: LagosDate, days: number): LagosDate {
  return dateOfDay(dayOf(date) + days)
}

/** The Lagos date at an instant. */
export function lagosDate(now: number): LagosDate {
  return dateOfDay(Math.floor((now + LAGOS_OFFSET_MS) / DAY))
}

/** Minutes since midnight in Lagos at an instant, 0 to 1439. */
export function lagosMinutes(now: number): number {
  return Math.floor((now + LAGOS_OFFSET_MS) / MINUTE) % (24 * 60)
}

/** The instant of a wall-clock time of a Lagos day. */
export function instantAt(date: LagosDate, minutes: number): number {
  return dayOf(date) * DAY - LAGOS_OFFSET_MS + minutes * MINUTE
}

/** The end of a Lagos day: the first instant of the next one. */
export function endOfDay(date: LagosDate): number {
  return instantAt(date, 24 * 60)
}

export function weekdayOf(date: LagosDate): Weekday {
  return weekdayOfDay(dayOf(date))
}

/** The seven days from Monday to Sunday that contain a date. */
export function weekOf(date: LagosDate): LagosDate[] {
  const monday = dayOf(date) - WEEKDAYS.indexOf(weekdayOf(date))
  return WEEKDAYS.map((_, i) => dateOfDay(monday + i))
}

/** The seven days around a date that end with today, or with a day some weeks before or after it. */
export function weekEnding(date: LagosDate, today: LagosDate): LagosDate[] {
  const weeks = Math.ceil((dayOf(date) - dayOf(today)) / 7)
  return WEEKDAYS.map((_, i) => addDays(today, 7 * weeks - 6 + i))
}

/** 1 January 1970 was a Thursday. */
export function weekdayOfDay(day: number): Weekday {
  return itemAt(WEEKDAYS, (((day + 3) % 7) + 7) % 7)
}

/** The name of the specification's daily result document: month and year in lower case, `november_2026`. */
export function monthYearOf(date: LagosDate): string {
  return `${MONTHS[Number(date.slice(5, 7)) - 1]}_${date.slice(0, 4)}`
}

/** The first day and the number of days of a `month_year`; null if the name is not a month. */
export function parseMonthYear(name: string): { first: LagosDate; days: number } | null {
  const match = /^([a-z]+)_(\d{4})$/.exec(name)
  const month = MONTHS.indexOf(match?.[1] as Month)
  // An unknown name gives month 00, which does not exist.
  const first = parseDate(`${match?.[2]}-${String(month + 1).padStart(2, '0')}-01`)
  if (!first) return null
  return { first, days: new Date(Date.UTC(yearOf(first), month + 1, 0)).getUTCDate() }
}

const short = (name: string) => itemAt(name, 0).toUpperCase() + name.slice(1, 3)

/** `Monday`: a weekday or month with a capital letter. */
export function capitalised(name: string): string {
  return itemAt(name, 0).toUpperCase() + name.slice(1)
}

/** `October 2023`: the month of a date. */
export function formatMonth(date: LagosDate): string {
  return capitalised(monthYearOf(date)).replace('_', ' ')
}

/** `Mon 2 Oct 2023`, without Intl, because browsers and servers disagree on commas and on `Sept`. */
export function formatDate(date: LagosDate): string {
  return `${formatDayMonth(date)} ${date.slice(0, 4)}`
}

/** `Monday 2 October 2023`, for titles that search engines show. */
export function formatLongDate(date: LagosDate): string {
  const month = itemAt(MONTHS, Number(date.slice(5, 7)) - 1)
  return `${capitalised(weekdayOf(date))} ${Number(date.slice(8))} ${capitalised(month)} ${date.slice(0, 4)}`
}

/** `Mon 2 Oct`, for tables whose caption has the year. */
export function formatDayMonth(date: LagosDate): string {
  const month = itemAt(MONTHS, Number(date.slice(5, 7)) - 1)
  return `${short(weekdayOf(date))} ${Number(date.slice(8))} ${short(month)}`
}

/** `19:30` from minutes since midnight. */
export function formatClock(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

/** `19:30`: an instant in Lagos. */
export const clockOf = (instant: number): string => formatClock(lagosMinutes(instant))

/** `Mon 2 Oct 2023, 19:30`, in Lagos. */
export function formatInstant(instant: number): string {
  return `${formatDate(lagosDate(instant))}, ${clockOf(instant)}`
}

/** `2023-10-02 19:30:05`, in Lagos: a text that sorts, and that spreadsheets read as a time. */
export function lagosTime(instant: number): string {
  return new Date(instant + LAGOS_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ')
}

/** `2 d 3 h`, `1 h 5 min`, `12 min`: a duration, rounded up to the minute. */
export function formatDuration(milliseconds: number): string {
  const minutes = Math.max(0, Math.ceil(milliseconds / MINUTE))
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60]
  if (days > 0) return hours > 0 ? `${days} d ${hours} h` : `${days} d`
  if (hours > 0) return rest > 0 ? `${hours} h ${rest} min` : `${hours} h`
  return `${rest} min`
}

/** `24:38` under an hour, rounded up to the second; from an hour on as {@link formatDuration}. */
export function formatCountdown(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / SECOND))
  if (seconds >= 3600) return formatDuration(milliseconds)
  return formatClock(seconds)
}

/** The first days of the `count` months that end with the month of `date`, oldest first, and of the month after. */
export function monthStarts(date: LagosDate, count: number): LagosDate[] {
  const [year, month] = [yearOf(date), Number(date.slice(5, 7)) - 1]
  return Array.from({ length: count + 1 }, (_, i) =>
    dateOfDay(Date.UTC(year, month - count + 1 + i, 1) / DAY),
  )
}

/** Minutes since midnight of `19:30`; null for another form. Inverse of `formatClock`. */
export function parseClock(text: string): number | null {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes)
}

/** The start of an instant's minute, in milliseconds: public answers are the same within it. */
export const minuteOf = (now: number): number => Math.floor(now / MINUTE) * MINUTE
