import { dateOfDay, FIRST_YEAR, type LagosDate, LAST_YEAR, MONTHS, parseDate, WEEKDAYS } from './calendar.ts'

/** A day, or the problem with its text. */
export type WrittenDay = { date: LagosDate; problem?: undefined } | { date?: undefined; problem: string }

const three = (names: readonly string[]) => names.map((name) => name.slice(0, 3)).join('|')
const MONTH = `(${three(MONTHS)})[a-z]*\\.?`
const WEEKDAY = `(?:${three(WEEKDAYS)})(?:s|r|rs|nes)?(?:day)?`

/** Year first, day first, `2 Oct 2023` and `Oct 2 2023`; a year of two digits only with slashes, points or dashes. */
const FORMS = {
  yearFirst: '(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})',
  dayFirst: '(\\d{1,2})([-/.])(\\d{1,2})\\2(\\d{4}|\\d{2})',
  dayMonth: `(\\d{1,2})(?:st|nd|rd|th)?[ -]+${MONTH},?[ -]+(\\d{4})`,
  monthDay: `${MONTH} +(\\d{1,2})(?:st|nd|rd|th)?,? +(\\d{4})`,
} as const

/** Spreadsheets append midnight to a day. */
const MIDNIGHT = '(?:[T ]+0?0:00(?::00(?:\\.0+)?)?)?'
const whole = (form: string) => new RegExp(`^(?:${WEEKDAY},? +)?${form}${MIDNIGHT}$`, 'i')
const WHOLE = {
  yearFirst: whole(FORMS.yearFirst),
  dayFirst: whole(FORMS.dayFirst),
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
 * `October 2nd, 2023`, Excel's serial 45201. The day comes before the month, as in Nigeria. A
 * day-first date that does not exist is never read with the month first.
 */
export function readDay(text: string): WrittenDay {
  const given = text.trim()
  if (given === '') return { problem: `The date is missing; ${HOW}` }
  const excel = EXCEL.exec(given)
  if (excel) return excelDay(Number(excel[1]), given)
  const yearFirst = WHOLE.yearFirst.exec(given)
  if (yearFirst) return existing(given, yearFirst[1]!, yearFirst[3]!, yearFirst[4]!)
  const dayFirst = WHOLE.dayFirst.exec(given)
  if (dayFirst) return readDayFirst(given, dayFirst[1]!, dayFirst[3]!, dayFirst[4]!)
  const dayMonth = WHOLE.dayMonth.exec(given)
  if (dayMonth) return existing(given, dayMonth[3]!, monthOf(dayMonth[2]!), dayMonth[1]!)
  const monthDay = WHOLE.monthDay.exec(given)
  if (monthDay) return existing(given, monthDay[3]!, monthOf(monthDay[1]!), monthDay[2]!)
  return { problem: `The date ${quoted(given)} cannot be read; ${HOW}` }
}

const monthOf = (name: string) =>
  String(MONTHS.findIndex((month) => month.startsWith(name.toLowerCase())) + 1)

function existing(given: string, year: string, month: string, day: string): WrittenDay {
  const date = parseDate(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
  return date ? { date } : { problem: `The date ${quoted(given)} does not exist; ${HOW}` }
}

function readDayFirst(given: string, day: string, month: string, year: string): WrittenDay {
  if (Number(month) >= 1 && Number(month) <= 12)
    return existing(given, year.length === 2 ? `20${year}` : year, month, day)
  return {
    problem: `The date ${quoted(given)} is read with the day first, and there is no month ${Number(month)}; ${HOW}`,
  }
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
  inLine(FORMS.dayFirst.replace('\\2', '\\3')),
]

/** The day in a line of other words, with its index; null if there is none. */
export function findDay(line: string): { text: string; index: number } | null {
  for (const form of IN_LINE) {
    const found = form.exec(line)
    if (!found) continue
    const before = found[1]!.length
    return { text: found[0].slice(before), index: found.index + before }
  }
  return null
}

const WEEKDAY_WORD = new RegExp(`(^|[^\\p{L}\\d])${WEEKDAY}(?![\\p{L}\\d])`, 'giu')

/** A text without the names of weekdays. */
export function withoutWeekdays(text: string): string {
  return text.replace(WEEKDAY_WORD, '$1 ')
}
