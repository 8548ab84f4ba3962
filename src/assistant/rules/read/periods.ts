import { UTCDate } from '@date-fns/utc'
import { addMonths } from 'date-fns/addMonths'
import {
  addDays,
  DAY,
  dateOfDay,
  dayOf,
  type LagosDate,
  MONTHS,
  parseDate,
  type Weekday,
  WEEKDAYS,
  weekdayOf,
  yearOf,
} from '../../../platform/rules/base/calendar.ts'
import type { Token } from './tokens.ts'

/** A stretch of days as a text names it, counted from today. */
export interface ReadPeriod {
  from?: LagosDate | undefined
  to?: LagosDate | undefined
  unit: 'day' | 'week' | 'month' | 'year' | 'range'
  /** Whether the year is the newest one that fits, because none is named. */
  yearless?: boolean
  /** Whether the date does not exist, or the days can be counted in two ways. */
  problem?: boolean
}

const MONTH_FORMS = MONTHS.map((month, i) => [month, month.slice(0, 3), ...(i === 8 ? ['sept'] : [])])
const WEEKDAY_WORDS = new Map<string, Weekday>([
  ...WEEKDAYS.flatMap((day) => [day, `${day}s`, day.slice(0, 3)].map((word) => [word, day] as const)),
  ...(['tues', 'weds', 'thur', 'thurs'] as const).map(
    (word, i) => [word, WEEKDAYS[[1, 2, 3, 3][i]!]!] as const,
  ),
])
const STEPS = { this: 0, current: 0, last: -1, past: -1, previous: -1, next: 1, coming: 1 }
const DAY_STEPS = { 'day before yesterday': -2, yesterday: -1, today: 0, tonight: 0, tomorrow: 1 }

/** The words that dates are made of, for the correction of misspellings. */
export const PERIOD_WORDS: readonly string[] = [
  ...MONTH_FORMS.flat(),
  ...WEEKDAY_WORDS.keys(),
  ...Object.keys(STEPS),
  ...'today tonight yesterday tomorrow now date week weeks month months year years days since between until before after from onwards'.split(
    ' ',
  ),
]
/** Abbreviations, which too many other words resemble. */
export const SHORT_PERIOD_WORDS = PERIOD_WORDS.filter(
  (word) => word.length < 6 && word !== 'today' && word !== 'april',
)

/** The weekday that a word names, in full or short. */
export const weekdayWord = (token: Token | undefined): Weekday | undefined =>
  token?.kind === 'word' ? WEEKDAY_WORDS.get(token.text) : undefined

const any = (words: Iterable<string>) => `(?:${[...words].join('|')})`
const [M, W, S] = [any(MONTH_FORMS.flat()), any(WEEKDAY_WORDS.keys()), any(Object.keys(STEPS))]
const D = '([0-3]?\\d(?!\\d)|first)(?:st|nd|rd|th)?'
const Y = '(?: (?:of |in |dash )?((?:19|20|21)\\d\\d|(?:last|this) year))?'
const SPAN = '(day|week|month|year)s?'

type Unit = (found: readonly string[], today: LagosDate) => ReadPeriod
const IMPOSSIBLE: ReadPeriod = { unit: 'day', problem: true }
const two = (number: number | string) => String(number).padStart(2, '0')
const oneDay = (date: LagosDate | null): ReadPeriod =>
  date ? { unit: 'day', from: date, to: date } : IMPOSSIBLE
const monthOf = (word = '') => MONTH_FORMS.findIndex((forms) => forms.includes(word)) + 1
const yearIn = (text: string, today: LagosDate) =>
  /^\d/.test(text) ? Number(text) : yearOf(today) + (text.startsWith('last') ? -1 : 0)

/** A day of a month. Without a year it is the newest one that does not lie after today. */
function dayIn(day = '', month: number | string, year = '', today: LagosDate): ReadPeriod {
  const inYear = (wanted: number) => parseDate(`${wanted}-${two(month)}-${day === 'first' ? '01' : two(day)}`)
  if (year) return oneDay(inYear(yearIn(year, today)))
  const newest = [0, 1, 2, 3, 4]
    .map((ago) => inYear(yearOf(today) - ago))
    .find((found) => found && found <= today)
  return { ...oneDay(newest ?? null), yearless: true }
}

/** A month, from 1; beyond 12 in the next year. */
function wholeMonth(year: number, month: number): ReadPeriod {
  const first = (count: number) => dateOfDay(Date.UTC(year, count, 1) / DAY)
  return { unit: 'month', from: first(month - 1), to: addDays(first(month), -1) }
}

function wholeYear(year: number): ReadPeriod {
  const [from, to] = [parseDate(`${year}-01-01`), parseDate(`${year}-12-31`)]
  return from && to ? { unit: 'year', from, to } : IMPOSSIBLE
}

function calendarUnit(unit: string, steps: number, today: LagosDate): ReadPeriod {
  if (unit === 'year') return wholeYear(yearOf(today) + steps)
  if (unit === 'month') return wholeMonth(yearOf(today), Number(today.slice(5, 7)) + steps)
  const from = addDays(today, 7 * steps - WEEKDAYS.indexOf(weekdayOf(today)))
  return { unit: 'week', from, to: addDays(from, 6) }
}

/** The newest such weekday before today, or the one of a calendar week. */
function weekdayIn(word: string, week: number | null, today: LagosDate): ReadPeriod {
  const day = WEEKDAYS.indexOf(WEEKDAY_WORDS.get(word) ?? 'monday')
  const back = WEEKDAYS.indexOf(weekdayOf(today)) - day
  if (week === null) return oneDay(addDays(today, -(back > 0 ? back : back + 7)))
  return oneDay(addDays(today, 7 * week - back))
}

/** The day that lies a number of days, weeks, months or years before today. */
function ago(count: number, unit: string, today: LagosDate): LagosDate {
  if (unit === 'day' || unit === 'week') return addDays(today, unit === 'day' ? -count : -7 * count)
  const months = unit === 'year' ? 12 * count : count
  return dateOfDay(Math.floor(addMonths(new UTCDate(dayOf(today) * DAY), -months).getTime() / DAY))
}

const stepOf = (word = '') => STEPS[word as keyof typeof STEPS]

/** Days as dates. A weekday before a date must be the weekday of that date. */
const DATES: readonly (readonly [pattern: string, read: Unit])[] = [
  [`(?:the )?${D} (?:of |dash )?(${M})${Y}`, ([d, m, y], t) => dayIn(d, monthOf(m), y, t)],
  [`(${M}) (?:the )?${D}${Y}`, ([m, d, y], t) => dayIn(d, monthOf(m), y, t)],
  ['(\\d{4})-(\\d+)-(\\d+)', ([y, m, d], t) => dayIn(d, m!, y, t)],
  [
    '(\\d{1,2})[/.](\\d+)[/.](\\d+)|(\\d{1,2})-(\\d+)-(\\d{4})',
    ([d, m, y, d2, m2, y2], t) => dayIn(d || d2, m! || m2!, (y || y2!).padStart(4, '20'), t),
  ],
  ['(?:on )?(\\d+) slash (\\d+)', ([d, m], t) => dayIn(d, m!, '', t)],
]

/** Other single units in words. */
const UNITS: readonly (readonly [pattern: string, read: Unit])[] = [
  ...DATES.map(([pattern, read]): [string, Unit] => [
    `(?:(${W}) )?(?:${pattern})`,
    ([weekday, ...found], today) => {
      const period = read(found, today)
      const isOther = weekday && period.from && weekdayOf(period.from) !== WEEKDAY_WORDS.get(weekday)
      return isOther ? IMPOSSIBLE : period
    },
  ]),
  [`(${W}) (\\d+) dash (\\d+)`, ([, d, m], t) => dayIn(d, m!, '', t)],
  [
    `(?:the )?(?:month of )?(${M})${Y}`,
    ([m, y], t) => {
      const month = monthOf(m)
      const year = y ? yearIn(y, t) : yearOf(t) - (month > Number(t.slice(5, 7)) ? 1 : 0)
      return { ...wholeMonth(year, month), yearless: !y }
    },
  ],
  [`(?:the )?(?:year )?((?:19|20|21)\\d\\d)`, ([y]) => wholeYear(Number(y))],
  [
    `(?:the )?(${any(Object.keys(DAY_STEPS))})`,
    ([word], t) => oneDay(addDays(t, DAY_STEPS[word as keyof typeof DAY_STEPS])),
  ],
  [`(${S}) week (${W})`, ([s, w], t) => weekdayIn(w!, stepOf(s), t)],
  [`(${W}) last week`, ([w], t) => weekdayIn(w!, -1, t)],
  [`(?:the )?(${S}) (week|month|year)`, ([s, unit], t) => calendarUnit(unit!, stepOf(s), t)],
  [`(?:last|past|previous) (${W})`, ([w], t) => weekdayIn(w!, null, t)],
  [`(\\d{1,3}) days? ago`, ([n], t) => oneDay(ago(Number(n), 'day', t))],
  [
    `(?:over |in )?(?:the )?(?:(?:last|past|previous) (\\d{1,3}) ${SPAN}|(\\d{1,3}) (?:last|past) ${SPAN})`,
    ([n, unit, n2, unit2], t) => ({
      unit: 'range',
      from: addDays(ago(Number(n || n2), unit || unit2!, t), 1),
      to: t,
    }),
  ],
]
const COMPILED = UNITS.map(([pattern, read]) => [new RegExp(`^(?:${pattern})(?= |$)`), read] as const)

interface Found {
  period: ReadPeriod
  /** Characters. */
  size: number
}

/** "45/54 together" are numbers, and "may" is a month only beside words of dates. */
const NO_DATE = /\b(?:perms?|lines?|against|direct|sure|pairs?|together|jam|same|with|both)\b/
const MAY =
  /(?:\d|\b(?:in|of|since|from|to|till|until|between|and|or|before|after|during|for|dash|last|this|result|results)) may\b|\bmay \d/

function unitAt(text: string, whole: string, today: LagosDate): Found | null {
  const found = COMPILED.flatMap(([pattern, read]): [RegExpExecArray, Unit][] => {
    const match = pattern.exec(text)
    const isNone =
      !match ||
      (match[0].includes('slash') && NO_DATE.test(whole)) ||
      (/^(?:the )?may\b/.test(match[0]) && !MAY.test(whole))
    return isNone ? [] : [[match, read]]
  })
  const [best] = found.sort(([a], [b]) => b[0].length - a[0].length)
  if (!best) return null
  const [match, read] = best
  const parts = Array.from(match, (part: string | undefined) => part ?? '').slice(1)
  return { period: read(parts, today), size: match[0].length }
}

const OPEN =
  /^ (?:up )?(?:till now|until now|to now|till date|to date|till today|until today|onwards?|upwards?)/
const OPENING = /^(since|from|before|after|until|till|up to|between) (?:(?:the )?(?:start|beginning) of )?/
const BARE = new RegExp(`^(?:the )?${D}(?= )`)
const JOINT = /^ (?:to|till|until|through|dash) /

/** A stretch of days that begins at a token: one unit, a range, or an open end. */
export function periodAt(
  tokens: readonly Token[],
  at: number,
  today: LagosDate,
): { period: ReadPeriod; length: number } | null {
  const words = tokens.map(({ text }) => text.replace(/ /g, '_'))
  const text = words.slice(at, at + LONGEST).join(' ')
  const found = stretch(text, words.join(' '), today)
  return found && { period: found.period, length: text.slice(0, found.size).split(' ').length }
}

const LONGEST = 14

function stretch(text: string, whole: string, today: LagosDate): Found | null {
  const unit = (skipped: number) => unitAt(text.slice(skipped), whole, today)
  const [opening = '', word] = OPENING.exec(text) ?? []
  const first = unit(opening.length)
  const bare = first ? null : BARE.exec(text.slice(opening.length))
  const end = opening.length + (first?.size ?? bare?.[0].length ?? 0)
  const isRange = (first || bare) && /^(?:from|between)?$/.test(word ?? '')
  const [joint] = (isRange && (word === 'between' ? /^ and / : JOINT).exec(text.slice(end))) || []
  const second = joint && unit(end + joint.length)
  if (second) {
    const { to } = second.period
    const size = end + joint.length + second.size
    const isDay = to && second.period.unit === 'day'
    const named = isDay ? parseDate(`${to.slice(0, 8)}${two(bare?.[1] ?? '')}`) : null
    const from = first ? beginning(first.period, to) : named
    if (from && to && from <= to && !first?.period.problem)
      return { period: { unit: 'range', from, to }, size }
    if (first) return { period: { unit: 'range', problem: true }, size }
  }
  if (!first || word === 'between') return null
  const { from, to, ...rest } = first.period
  const range = (days: Partial<ReadPeriod>, size = end): Found => ({
    period: { ...rest, unit: 'range', ...days },
    size,
  })
  if (word === 'before') return range({ to: from && addDays(from, -1) })
  if (word === 'after') return range({ from: to && addDays(to, 1) })
  if (word && /^(?:until|till|up to)$/.test(word)) return range({ to })
  const [tail = ''] = OPEN.exec(text.slice(end)) ?? []
  // "From" before a day or a week names that unit.
  const isOpen = word === 'since' || (word === 'from' && (tail || /^(?:month|year)$/.test(rest.unit)))
  return isOpen ? range({ from }, end + tail.length) : { period: first.period, size: end }
}

/** The first day of a range: of the year of its end, or of the year before, unless it names a year. */
function beginning({ from, yearless }: ReadPeriod, to: LagosDate | undefined): LagosDate | undefined {
  if (!yearless || !from || !to) return from
  const inYear = (year: number) => `${year}${from.slice(4)}` as LagosDate
  return inYear(yearOf(to)) <= to ? inYear(yearOf(to)) : inYear(yearOf(to) - 1)
}
