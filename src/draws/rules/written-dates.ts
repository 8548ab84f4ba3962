import {
  addDays,
  capitalised,
  dateOfDay,
  FIRST_YEAR,
  type LagosDate,
  LAST_YEAR,
  lagosDate,
  MONTHS,
  parseDate,
  WEEKDAYS,
  weekdayOf,
  yearOf,
} from '../../platform/rules/base/calendar.ts'
import { itemAt, present } from '../../platform/rules/base/lists.ts'

/** A day, or the problem with its text. */
type WrittenDay = { date: LagosDate; problem?: undefined } | { date?: undefined; problem: string }

const three = (names: readonly string[]) => names.map((name) => name.slice(0, 3)).join('|')
const MONTH = `(${three(MONTHS)})[a-z]*\\.?`
const WEEKDAY = `(?:${three(WEEKDAYS)})(?:s|r|rs|nes|ur)?(?:day)?`

/** Which of day and month comes first in dates of numbers such as 01/08/2025. */
export const DATE_ORDERS = ['day-first', 'month-first'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

/** Year first, numbers with the year last, `2 Oct 2023` and `Oct 2 2023`. Of a year with two digits, `20` is left out. */
const FORMS = {
  yearFirst: '(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})',
  yearLast: '(\\d{1,2})([-/.])(\\d{1,2})\\2(\\d{4}|\\d{2})',
  dayMonth: `(\\d{1,2})(?:st|nd|rd|th)?(?: +of)?[ /.-]+${MONTH},?[ /.-]+(\\d{4}|\\d{2})`,
  monthDay: `${MONTH} +(\\d{1,2})(?:st|nd|rd|th)?,? +(\\d{4})`,
  compact: '(20\\d{2})(0[1-9]|1[0-2])(0[1-9]|[12]\\d|3[01])',
} as const

/** Spreadsheets append the time of day, and programs a time zone. */
const TIME = '(?:[T ]+\\d{1,2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?)?'
const ZONE = '(?:Z|[+-]\\d{2}:?\\d{2})'
const whole = (form: string) => new RegExp(`^(?:(?:${WEEKDAY})[.,]* +)?${form}${TIME}$`, 'i')
const WHOLE = {
  yearFirst: whole(FORMS.yearFirst),
  yearLast: whole(FORMS.yearLast),
  dayMonth: whole(FORMS.dayMonth),
  monthDay: whole(FORMS.monthDay),
  compact: whole(FORMS.compact),
}
const INSTANT = new RegExp(`^\\d{4}-\\d{2}-\\d{2}[T ]\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?${ZONE}$`, 'i')

/** 1 January 1970 in the serials of Excel, which count days from 30 December 1899. */
const EXCEL_1970 = 25_569
const EXCEL = /^(\d{5,6})(?:[.,]0+)?$/

const quoted = (text: string) => `"${text.slice(0, 20)}"`
const HOW = 'write it as 2023-10-02.'

/**
 * Reads a day as people and spreadsheets write it: `2023-10-02`, `2/10/2023`, `02.10.23`, `Mon 2 Oct 2023`, `2-Oct-23`,
 * `October 2nd, 2023`, `20231002`, Excel's serial 45201, each with a time of day. An instant with a time zone is its Lagos day.
 *
 * @param order the order of `2/10/2023`, by default the Nigerian one; a date that does not exist in it is never read in the
 *   other one. `unknown` refuses dates that exist in both.
 */
export function readDay(text: string, order: DateOrder | 'unknown' = 'day-first'): WrittenDay {
  const given = text.trim()
  const read = readForm(given, order)
  const weekday = read.date && otherWeekday(given, read.date)
  return weekday ? { problem: `The date ${quoted(given)} is not a ${capitalised(weekday)}; ${HOW}` } : read
}

function readForm(given: string, order: DateOrder | 'unknown'): WrittenDay {
  if (given === '') return { problem: `The date is missing; ${HOW}` }
  const instant = INSTANT.test(given) ? Date.parse(given.replace(' ', 'T')) : NaN
  if (!Number.isNaN(instant))
    return existing(given, ...(lagosDate(instant).split('-') as [string, string, string]))
  const excel = EXCEL.exec(given)
  if (excel) return excelDay(Number(excel[1]), given)
  const yearFirst = WHOLE.yearFirst.exec(given)
  if (yearFirst) return existing(given, itemAt(yearFirst, 1), itemAt(yearFirst, 3), itemAt(yearFirst, 4))
  const yearLast = WHOLE.yearLast.exec(given)
  if (yearLast) return readYearLast(given, yearLast, order)
  const dayMonth = WHOLE.dayMonth.exec(given)
  if (dayMonth) return existing(given, itemAt(dayMonth, 3), monthOf(itemAt(dayMonth, 2)), itemAt(dayMonth, 1))
  const monthDay = WHOLE.monthDay.exec(given)
  if (monthDay) return existing(given, itemAt(monthDay, 3), monthOf(itemAt(monthDay, 1)), itemAt(monthDay, 2))
  const compact = WHOLE.compact.exec(given)
  if (compact) return existing(given, itemAt(compact, 1), itemAt(compact, 2), itemAt(compact, 3))
  return { problem: `The date ${quoted(given)} cannot be read; ${HOW}` }
}

const monthOf = (name: string) =>
  String(MONTHS.findIndex((month) => month.startsWith(name.toLowerCase())) + 1)

function existing(given: string, year: string, month: string, day: string): WrittenDay {
  const full = year.length === 2 ? `20${year}` : year
  const date = parseDate(`${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
  return date ? { date } : { problem: `The date ${quoted(given)} does not exist; ${HOW}` }
}

function readYearLast(given: string, found: RegExpExecArray, order: DateOrder | 'unknown'): WrittenDay {
  const [first, second, year] = [itemAt(found, 1), itemAt(found, 3), itemAt(found, 4)]
  if (order === 'unknown' && possibleOrder(given) === 'either') {
    const [a, b] = [`${Number(first)} ${nameOf(second)}`, `${Number(second)} ${nameOf(first)}`]
    return {
      problem: `The date ${quoted(given)} can be ${a} or ${b}, because another date has the month first; say which order the dates have.`,
    }
  }
  const isMonthFirst = order === 'month-first'
  const [day, month] = isMonthFirst ? [second, first] : [first, second]
  if (Number(month) >= 1 && Number(month) <= 12) return existing(given, year, month, day)
  return {
    problem: `The date ${quoted(given)} is read with the ${isMonthFirst ? 'month' : 'day'} first, and there is no month ${Number(month)}; ${HOW}`,
  }
}

const nameOf = (month: string) => capitalised(itemAt(MONTHS, Number(month) - 1))

/** The order that a date of numbers has, or `either`; null where the order makes no difference, and for other texts. */
export function possibleOrder(text: string): DateOrder | 'either' | null {
  const found = WHOLE.yearLast.exec(text.trim())
  if (!found) return null
  const [first, second] = [Number(found[1]), Number(found[3])]
  const canBe = (month: number, day: number) => month >= 1 && month <= 12 && day >= 1 && day <= 31
  const [dayFirst, monthFirst] = [canBe(second, first), canBe(first, second)]
  if (first === second || (!dayFirst && !monthFirst)) return null
  if (dayFirst && monthFirst) return 'either'
  return dayFirst ? 'day-first' : 'month-first'
}

function excelDay(count: number, given: string): WrittenDay {
  const day = dateOfDay(count - EXCEL_1970)
  const date = parseDate(day)
  if (date) return { date }
  return {
    problem: `The date ${quoted(given)} is not between ${FIRST_YEAR} and ${LAST_YEAR} as a spreadsheet's day; ${HOW}`,
  }
}

/** Without lookbehind, which the oldest supported browsers lack. */
const inLine = (form: string) => new RegExp(`(^|[^\\p{L}\\d/.-])(?:${form})(?![\\p{L}\\d/-]|\\.[\\d(])`, 'iu')
/**
 * The least ambiguous form first: `07/12/45` may be the start of a set of numbers. A year of two digits follows no blank, and
 * among numbers no point.
 */
const IN_LINE = [
  inLine(`${FORMS.yearFirst.replace('\\2', '\\3')}(?:T\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?${ZONE}?)?`),
  inLine(FORMS.dayMonth.replace('|\\d{2})', ')')),
  inLine(`(\\d{1,2})[/.-]${MONTH}[/.-](\\d{2})`),
  inLine(FORMS.monthDay),
  inLine('(\\d{1,2})([-/.])(\\d{1,2})\\3\\d{4}'),
  inLine('(\\d{1,2})([-/])(\\d{1,2})\\3\\d{2}'),
  inLine(FORMS.compact),
]
/** The day in a line of other words, with its index; null if there is none. */
export function findDay(line: string): { text: string; index: number } | null {
  for (const form of IN_LINE) {
    const found = form.exec(line)
    if (!found) continue
    const before = itemAt(found, 1).length
    return { text: found[0].slice(before), index: found.index + before }
  }
  return null
}

const WEEKDAY_WORD = new RegExp(`(^|[^\\p{L}\\d])(${WEEKDAY})(?![\\p{L}\\d])`, 'giu')

/** Whole names and their first letters: `5 marks` is not a day. */
const MONTH_NAME = `(${MONTHS.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|')}|sept)\\.?`
const NTH = '(\\d{1,2})(?:st|nd|rd|th)?'
const short = (form: string) => new RegExp(`(^|[^\\p{L}\\d/.-])(?:${form})(?![\\p{L}\\d/-]|\\.\\d)`, 'iu')
/** With a point, numbers alone need a weekday: `7.12` may be the start of a set. */
const SHORT = [
  { form: short(`(${WEEKDAY})[.,]* +(\\d{1,2})[/.-](\\d{1,2})`), day: 3, month: 4 },
  { form: short(`(?:(${WEEKDAY})[.,]* +)?${NTH}(?: +of)?[ -]+${MONTH_NAME}`), day: 3, month: 4 },
  { form: short(`(?:(${WEEKDAY})[.,]* +)?${MONTH_NAME} +${NTH}`), day: 4, month: 3 },
  { form: short(`(${WEEKDAY})?(\\d{1,2})[/-](\\d{1,2})`), day: 3, month: 4 },
]

/** A day without a year, with its place in the line. `month` is 13 or more where only the other order of numbers has a day. */
export interface ShortDay {
  text: string
  index: number
  day: number
  month: number
  weekday: string | undefined
}

/**
 * The day that a line names without a year, such as `25/11`, `Wed 25/11`, `25 Nov` or `Wednesday, November 25th`. Null if
 * there is none: `45/60` is no day in any order.
 */
export function findShortDay(line: string, order: DateOrder = 'day-first'): ShortDay | null {
  for (const { form, ...places } of SHORT) {
    const found = form.exec(line)
    if (!found) continue
    const written = itemAt(found, places.month)
    const isNumbers = /\d/.test(written)
    const month = Number(isNumbers ? written : monthOf(written.slice(0, 3)))
    const number = Number(found[places.day])
    const [first, second] = isNumbers && order === 'month-first' ? [month, number] : [number, month]
    if (Math.min(first, second) < 1 || Math.min(first, second) > 12 || Math.max(first, second) > 31) continue
    const before = itemAt(found, 1).length
    const place = { text: found[0].slice(before), index: found.index + before }
    return { ...place, day: first, month: second, weekday: found[2] }
  }
  return null
}

/** The latest date up to `upTo` with a day of no year; null if there is none, and where its weekday contradicts it. */
export function dateOfShortDay({ day, month, weekday }: ShortDay, upTo: LagosDate): LagosDate | null {
  const date = [0, 1].flatMap((ago) => {
    const of = existing('', String(yearOf(upTo) - ago), String(month), String(day)).date
    return of && of <= upTo ? [of] : []
  })[0]
  return date && (!weekday || isWeekday(date, weekday)) ? date : null
}

const isWeekday = (date: LagosDate, name: string) =>
  weekdayOf(date).startsWith(name.slice(0, 3).toLowerCase())

const weekdaysIn = (text: string) => Array.from(text.matchAll(WEEKDAY_WORD), ([, , name]) => name!)

/** The weekday of a text that contradicts a date; null without one. */
export const otherWeekday = (text: string, date: LagosDate): string | null =>
  weekdaysIn(text).find((name) => !isWeekday(date, name)) ?? null

/** The latest day up to `upTo` that has the weekday of a text, or is "yesterday"; null without one, and for several. */
export function findWeekday(text: string, upTo: LagosDate): LagosDate | null {
  const week = WEEKDAYS.map((_, i) => addDays(upTo, -i))
  const named = new Set(weekdaysIn(text).map((name) => present(week.find((date) => isWeekday(date, name)))))
  if (/\byesterday\b/i.test(text)) named.add(addDays(upTo, -1))
  return named.size === 1 ? itemAt([...named], 0) : null
}

/** A text without the names of weekdays. */
export const withoutWeekdays = (text: string): string => text.replace(WEEKDAY_WORD, '$1 ')
