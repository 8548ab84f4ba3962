import {
  addDays,
  capitalised,
  dateOfDay,
  FIRST_YEAR,
  type LagosDate,
  LAST_YEAR,
  MONTHS,
  parseDate,
  WEEKDAYS,
  weekdayOf,
  yearOf,
} from '../base/calendar.ts'
import { itemAt, present } from '../base/lists.ts'

/** A day, or the problem with its text. */
type WrittenDay = { date: LagosDate; problem?: undefined } | { date?: undefined; problem: string }

const three = (names: readonly string[]) => names.map((name) => name.slice(0, 3)).join('|')
const MONTH = `(${three(MONTHS)})[a-z]*\\.?`
const WEEKDAY = `(?:${three(WEEKDAYS)})(?:s|r|rs|nes|ur)?(?:day)?`

/** Which of day and month comes first in dates of numbers such as 01/08/2025. */
export const DATE_ORDERS = ['day-first', 'month-first'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

/** Year first, numbers with the year last, `2 Oct 2023` and `Oct 2 2023`; a year of two digits only with slashes, points or dashes. */
const FORMS = {
  yearFirst: '(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})',
  yearLast: '(\\d{1,2})([-/.])(\\d{1,2})\\2(\\d{4}|\\d{2})',
  dayMonth: `(\\d{1,2})(?:st|nd|rd|th)?[ -]+${MONTH},?[ -]+(\\d{4})`,
  monthDay: `${MONTH} +(\\d{1,2})(?:st|nd|rd|th)?,? +(\\d{4})`,
} as const

/** Spreadsheets append midnight to a day. */
const MIDNIGHT = '(?:[T ]+0?0:00(?::00(?:\\.0+)?)?)?'
const whole = (form: string) => new RegExp(`^(?:${WEEKDAY},? +)?${form}${MIDNIGHT}$`, 'i')
const WHOLE = {
  yearFirst: whole(FORMS.yearFirst),
  yearLast: whole(FORMS.yearLast),
  dayMonth: whole(FORMS.dayMonth),
  monthDay: whole(FORMS.monthDay),
}

/** 1 January 1970 in the serials of Excel, which count days from 30 December 1899. */
const EXCEL_1970 = 25_569
const EXCEL = /^(\d{5,6})(?:[.,]0+)?$/

const quoted = (text: string) => `"${text.slice(0, 20)}"`
const HOW = 'write it as 2023-10-02.'

/**
 * Reads a day as people and spreadsheets write it: `2023-10-02`, `2/10/2023`, `02.10.23`, `Mon 2 Oct 2023`,
 * `October 2nd, 2023`, Excel's serial 45201.
 *
 * @param order the order of `2/10/2023`, by default the Nigerian one; a date that does not exist in it is never read in the
 *   other one. `unknown` refuses dates that exist in both.
 */
export function readDay(text: string, order: DateOrder | 'unknown' = 'day-first'): WrittenDay {
  const given = text.trim()
  if (given === '') return { problem: `The date is missing; ${HOW}` }
  const excel = EXCEL.exec(given)
  if (excel) return excelDay(Number(excel[1]), given)
  const yearFirst = WHOLE.yearFirst.exec(given)
  if (yearFirst) return existing(given, itemAt(yearFirst, 1), itemAt(yearFirst, 3), itemAt(yearFirst, 4))
  const yearLast = WHOLE.yearLast.exec(given)
  if (yearLast) {
    return readYearLast(given, yearLast, order)
  }
  const dayMonth = WHOLE.dayMonth.exec(given)
  if (dayMonth) return existing(given, itemAt(dayMonth, 3), monthOf(itemAt(dayMonth, 2)), itemAt(dayMonth, 1))
  const monthDay = WHOLE.monthDay.exec(given)
  if (monthDay) return existing(given, itemAt(monthDay, 3), monthOf(itemAt(monthDay, 1)), itemAt(monthDay, 2))
  return { problem: `The date ${quoted(given)} cannot be read; ${HOW}` }
}

const monthOf = (name: string) =>
  String(MONTHS.findIndex((month) => month.startsWith(name.toLowerCase())) + 1)

function existing(given: string, year: string, month: string, day: string): WrittenDay {
  const date = parseDate(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
  return date ? { date } : { problem: `The date ${quoted(given)} does not exist; ${HOW}` }
}

function readYearLast(given: string, found: RegExpExecArray, order: DateOrder | 'unknown'): WrittenDay {
  const [first, second, last] = [itemAt(found, 1), itemAt(found, 3), itemAt(found, 4)]
  const year = last.length === 2 ? `20${last}` : last
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
const inLine = (form: string) => new RegExp(`(^|[^\\d/.-])(?:${form})(?![\\d/-]|\\.\\d)`, 'i')
/** The least ambiguous form first: `07/12/45` may be the start of a set of numbers. */
const IN_LINE = [
  inLine(FORMS.yearFirst.replace('\\2', '\\3')),
  inLine(FORMS.dayMonth),
  inLine(FORMS.monthDay),
  inLine(FORMS.yearLast.replace('\\2', '\\3')),
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

const WEEKDAY_WORD = new RegExp(`(^|[^\\p{L}\\d])${WEEKDAY.replace('?:', '')}(?![\\p{L}\\d])`, 'giu')

/** Whole names and their first letters: `5 marks` is not a day. */
const MONTH_NAME = `(${MONTHS.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|')}|sept)\\.?`
const NTH = '(\\d{1,2})(?:st|nd|rd|th)?'
const short = (form: string) => new RegExp(`(^|[^\\p{L}\\d/.-])(?:${form})(?![\\p{L}\\d/-]|\\.\\d)`, 'iu')
/** Numbers alone need a weekday: `25/11` may be the start of a set. */
const SHORT = [
  { form: short(`(${WEEKDAY}),? +(\\d{1,2})[/.-](\\d{1,2})`), day: 3, month: 4 },
  { form: short(`(?:(${WEEKDAY}),? +)?${NTH}[ -]+${MONTH_NAME}`), day: 3, month: 4 },
  { form: short(`(?:(${WEEKDAY}),? +)?${MONTH_NAME} +${NTH}`), day: 4, month: 3 },
]

/**
 * The day that a line names without a year, such as `Wed 25/11`, `25 Nov` or `Wednesday, November 25th`: the latest one up
 * to `upTo`. Null if there is none, and where a weekday contradicts it.
 */
export function findShortDay(
  line: string,
  upTo: LagosDate,
): { text: string; index: number; date: LagosDate } | null {
  for (const { form, day, month } of SHORT) {
    const found = form.exec(line)
    if (!found) continue
    const written = itemAt(found, month)
    const number = /\d/.test(written) ? written : monthOf(written.slice(0, 3))
    const date = [0, 1].flatMap((ago) => {
      const of = existing('', String(yearOf(upTo) - ago), number, itemAt(found, day)).date
      return of && of <= upTo ? [of] : []
    })[0]
    if (!date || (found[2] && !weekdayOf(date).startsWith(found[2].slice(0, 3).toLowerCase()))) return null
    const before = itemAt(found, 1).length
    return { text: found[0].slice(before), index: found.index + before, date }
  }
  return null
}

/** The latest day up to `upTo` that has the weekday of a text; null without one, and for several. */
export function findWeekday(text: string, upTo: LagosDate): LagosDate | null {
  const named = new Set(Array.from(text.matchAll(WEEKDAY_WORD), ([, , name]) => name!.toLowerCase()))
  const week = WEEKDAYS.map((_, i) => addDays(upTo, -i))
  return named.size === 1
    ? present(week.find((date) => weekdayOf(date).startsWith(itemAt([...named], 0))))
    : null
}

/** A text without the names of weekdays. */
export const withoutWeekdays = (text: string): string => text.replace(WEEKDAY_WORD, '$1 ')
