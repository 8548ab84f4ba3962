import {
  type LagosDate,
  addDays,
  weekdayOf,
  MONTHS,
  WEEKDAYS,
  type Weekday,
  DAY,
  dateOfDay,
  dayOf,
  parseDate,
} from '../../base/calendar.ts'
import type { Token } from './tokens.ts'
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

type Unit = 'week' | 'month' | 'year'

const UNITS = {
  week: { add: addWeeks, start: startOfISOWeek, end: endOfISOWeek },
  month: { add: addMonths, start: startOfMonth, end: endOfMonth },
  year: { add: addYears, start: startOfYear, end: endOfYear },
} as const

const dateOf = (date: Date) => dateOfDay(Math.floor(date.getTime() / DAY))

/** The calendar week (from Monday), month or year that lies `steps` units after the one of today. */
function calendarUnit(unit: Unit, steps: number, today: LagosDate): ReadPeriod {
  const { add, start, end } = UNITS[unit]
  const day = add(start(new UTCDate(dayOf(today) * DAY)), steps)
  return { unit, from: dateOf(start(day)), to: dateOf(end(day)) }
}

/** The day that lies a number of days, weeks, months or years before today. */
function unitsAgo(count: number, unit: Unit | 'day', today: LagosDate): LagosDate {
  if (unit === 'day') return addDays(today, -count)
  return dateOf(UNITS[unit].add(new UTCDate(dayOf(today) * DAY), -count))
}

const oneDay = (date: LagosDate): ReadPeriod => ({ unit: 'day', from: date, to: date })

function wholeYear(year: number): ReadPeriod {
  const [from, to] = [parseDate(`${year}-01-01`), parseDate(`${year}-12-31`)]
  return from && to ? { unit: 'year', from, to } : { unit: 'year', problem: 'impossible' }
}

const two = (number: number) => String(number).padStart(2, '0')

/** A month, 1 to 12. Without a year it is the newest one that has begun. */
function wholeMonth(month: number, year: number | null, today: LagosDate): ReadPeriod {
  const thisYear = Number(today.slice(0, 4))
  const wanted = year ?? (`${thisYear}-${two(month)}` <= today.slice(0, 7) ? thisYear : thisYear - 1)
  const first = new UTCDate(Date.UTC(wanted, month - 1, 1))
  return { unit: 'month', from: dateOf(first), to: dateOf(endOfMonth(first)), yearless: year === null }
}

/** A day of a month. Without a year it is the newest one that does not lie after today. */
function dayOfMonth(day: number, month: number, year: number | null, today: LagosDate): ReadPeriod {
  const thisYear = Number(today.slice(0, 4))
  const inYear = (wanted: number) => parseDate(`${wanted}-${two(month)}-${two(day)}`)
  const date =
    year === null
      ? [0, 1, 2, 3, 4].map((ago) => inYear(thisYear - ago)).find((found) => found && found <= today)
      : inYear(year)
  return date ? { ...oneDay(date), yearless: year === null } : { unit: 'day', problem: 'impossible' }
}

/** `28/6/2025`, `28.6.25` or `2025-06-28`; the day comes before the month. */
function dayOfDigits(text: string, today: LagosDate): ReadPeriod {
  const parts = text.split(/[/.-]/).map(Number) as [number, number, number]
  const [day, month, year] =
    text.length > 4 && /^\d{4}/.test(text) ? ([parts[2], parts[1], parts[0]] as const) : parts
  return dayOfMonth(day, month, year < 100 ? 2000 + year : year, today)
}

/** The newest such weekday before today. */
function lastWeekday(weekday: Weekday, today: LagosDate): ReadPeriod {
  let date = addDays(today, -1)
  while (weekdayOf(date) !== weekday) date = addDays(date, -1)
  return oneDay(date)
}

/** The day of a week on a weekday. */
function weekdayIn({ from }: ReadPeriod, weekday: Weekday): ReadPeriod {
  let date = from!
  while (weekdayOf(date) !== weekday) date = addDays(date, 1)
  return oneDay(date)
}

/** Weeks, months or years from now. */
const STEPS = new Map(
  Object.entries({ this: 0, current: 0, dis: 0, last: -1, past: -1, previous: -1, next: 1, coming: 1 }),
)
const UNIT_WORDS = new Map<string, Unit>((['week', 'month', 'year'] as const).map((unit) => [unit, unit]))
/** Days from today. */
const DAY_STEPS = new Map(Object.entries({ today: 0, tonight: 0, yesterday: -1, tomorrow: 1 }))
/** Words behind a beginning: "from March till now". */
const OPEN_END =
  'till now, until now, to now, till date, to date, till today, until today, up till now, onward, onwards, upward, upwards'
    .split(', ')
    .map((words) => words.split(' '))
const MONTH_SHORT = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const WEEKDAY_WORDS = new Map<string, Weekday>([
  ...WEEKDAYS.flatMap((day) => [day, `${day}s`, day.slice(0, 3)].map((word) => [word, day] as const)),
  ['tues', 'tuesday'],
  ['weds', 'wednesday'],
  ['thur', 'thursday'],
  ['thurs', 'thursday'],
])

/** The words that dates are made of, for the correction of misspellings. */
export const PERIOD_WORDS: readonly string[] = [
  ...MONTHS,
  ...MONTH_SHORT,
  'sept',
  ...WEEKDAY_WORDS.keys(),
  ...STEPS.keys(),
  ...UNIT_WORDS.keys(),
  ...DAY_STEPS.keys(),
  ...OPEN_END.flat(),
  ...'weeks months years days since between until before after from'.split(' '),
]

/** Abbreviations, which too many other words resemble. */
export const SHORT_PERIOD_WORDS: readonly string[] = [...WEEKDAY_WORDS.keys(), ...MONTH_SHORT, 'sept'].filter(
  (word) => word.length < 6,
)

/** The weekday that a word names, in full or short. */
export const weekdayWord = (token: Token | undefined): Weekday | undefined =>
  token?.kind === 'word' ? WEEKDAY_WORDS.get(token.text) : undefined

/** The word at a place; undefined for numbers and names. */
const wordAt = (tokens: readonly Token[], at: number) =>
  tokens[at]?.kind === 'word' ? tokens[at].text : undefined

/** The number of a month word, 1 to 12; 0 for another word. "May" is a month only beside words of dates. */
function monthAt(tokens: readonly Token[], at: number): number {
  const word = wordAt(tokens, at)
  if (word === undefined) return 0
  if (word === 'may' && !isMonthOfMay(tokens, at)) return 0
  const short = word === 'sept' ? 'sep' : word
  return MONTHS.findIndex((month, i) => month === short || MONTH_SHORT[i] === short) + 1
}

function isMonthOfMay(tokens: readonly Token[], at: number): boolean {
  const [before, next] = [tokens[at - 1], tokens[at + 1]]
  return (
    /^(?:in|of|since|from|to|till|until|between|and|or|before|after|during|for|dash|last|this)$/.test(
      before?.text ?? '',
    ) ||
    before?.kind === 'ordinal' ||
    before?.kind === 'number' ||
    next?.kind === 'ordinal' ||
    next?.kind === 'number'
  )
}

/**
 * A day and a month without a year: "24/6", or "24-6" behind a weekday or "on". "Vague": two numbers that can be a date
 * and something else. A perm has numbers with a slash.
 */
function dayMonthAt(tokens: readonly Token[], at: number): { day: number; month: number } | 'vague' | null {
  const [day, sign, month] = [tokens[at], wordAt(tokens, at + 1), tokens[at + 2]]
  if (day?.kind !== 'number' || month?.kind !== 'number' || (sign !== 'slash' && sign !== 'dash')) return null
  if (wordAt(tokens, at + 3) === sign || wordAt(tokens, at - 1) === sign) return null
  if (tokens.some(({ text }) => NO_DATE.test(text))) return null
  const isNamed =
    weekdayWord(tokens[at - 1]) !== undefined || /^(?:on|results?)$/.test(tokens[at - 1]?.text ?? '')
  const isDate = day.value >= 1 && day.value <= 31 && month.value >= 1 && month.value <= 12
  if (isDate && (sign === 'slash' || isNamed)) return { day: day.value, month: month.value }
  // "6/24" may be a date of America.
  const mayBe =
    isDate ||
    (sign === 'slash' && Math.min(day.value, month.value) <= 12 && Math.max(day.value, month.value) <= 31)
  return mayBe || isNamed ? 'vague' : null
}

const NO_DATE =
  /^(?:perms?|perming|permed|permutations?|lines?|against|direct|sure|pairs?|together|jam|same|with|both)$/

/** A year of four digits. */
function yearAt(tokens: readonly Token[], at: number): number | null {
  const token = tokens[at]
  return token?.kind === 'number' && /^(?:19|20|21)\d{2}$/.test(token.text) ? token.value : null
}

/** A day of a month, 1 to 31. */
function dayNumberAt(tokens: readonly Token[], at: number): number | null {
  const token = tokens[at]
  const isDay = token?.kind === 'ordinal' || (token?.kind === 'number' && /^\d{1,2}$/.test(token.text))
  return isDay && token.value >= 1 && token.value <= 31 ? token.value : null
}

type FoundPeriod = { period: ReadPeriod; length: number } | null

/** A year behind a month or a day: `2025`, `last year`, `this year`. */
function yearBehind(
  tokens: readonly Token[],
  at: number,
  today: LagosDate,
): { year: number | null; length: number } {
  const skipped = wordAt(tokens, at) === 'of' || wordAt(tokens, at) === 'in' ? 1 : 0
  const year = yearAt(tokens, at + skipped)
  if (year !== null) return { year, length: skipped + 1 }
  const steps = STEPS.get(wordAt(tokens, at) ?? '')
  if (steps === undefined || wordAt(tokens, at + 1) !== 'year') return { year: null, length: 0 }
  return { year: Number(today.slice(0, 4)) + steps, length: 2 }
}

/** One day, week, month or year that begins at a token. */
const unitAt = (tokens: readonly Token[], at: number, today: LagosDate): FoundPeriod =>
  datedAt(tokens, at, today) ?? relativeAt(tokens, at, today)

function datedAt(tokens: readonly Token[], at: number, today: LagosDate): FoundPeriod {
  const token = tokens[at]
  if (token?.kind === 'date') return { period: dayOfDigits(token.text, today), length: 1 }
  const weekday = weekdayWord(token)
  if (weekday) {
    const skipped = wordAt(tokens, at + 1) === 'the' ? 2 : 1
    const rest = datedAt(tokens, at + skipped, today)
    if (rest?.period.unit !== 'day') return null
    const isRight = !rest.period.from || weekdayOf(rest.period.from) === weekday
    return {
      period: isRight ? rest.period : { unit: 'day', problem: 'impossible' },
      length: rest.length + skipped,
    }
  }
  const short = dayMonthAt(tokens, at)
  if (short) {
    const period: ReadPeriod =
      short === 'vague' ? { unit: 'day', problem: 'vague' } : dayOfMonth(short.day, short.month, null, today)
    return { period, length: 3 }
  }
  const day = dayNumberAt(tokens, at)
  const afterDay = wordAt(tokens, at + 1) === 'of' || wordAt(tokens, at + 1) === 'dash' ? at + 2 : at + 1
  const monthBehind = day === null || tokens[afterDay]?.stop ? 0 : monthAt(tokens, afterDay)
  if (monthBehind > 0) {
    const dash = wordAt(tokens, afterDay + 1) === 'dash' && yearAt(tokens, afterDay + 2) !== null ? 1 : 0
    const { year, length } = yearBehind(tokens, afterDay + 1 + dash, today)
    return { period: dayOfMonth(day!, monthBehind, year, today), length: afterDay + 1 + dash + length - at }
  }
  return monthFirst(tokens, at, today)
}

function monthFirst(tokens: readonly Token[], at: number, today: LagosDate): FoundPeriod {
  // "The year 2024", "the month of June".
  const named =
    wordAt(tokens, at) === 'year'
      ? 1
      : wordAt(tokens, at) !== 'month'
        ? 0
        : wordAt(tokens, at + 1) === 'of'
          ? 2
          : 1
  if (named > 0) {
    const rest = monthFirst(tokens, at + named, today)
    const isUnit = rest?.period.unit === (wordAt(tokens, at) === 'year' ? 'year' : 'month')
    return rest && isUnit ? { ...rest, length: rest.length + named } : null
  }
  const month = monthAt(tokens, at)
  if (month > 0) {
    const dayBehind = tokens[at + 1]?.stop ? null : dayNumberAt(tokens, at + 1)
    const { year, length } = yearBehind(tokens, at + (dayBehind === null ? 1 : 2), today)
    if (dayBehind !== null) return { period: dayOfMonth(dayBehind, month, year, today), length: length + 2 }
    return { period: wholeMonth(month, year, today), length: length + 1 }
  }
  const year = yearAt(tokens, at)
  return year === null ? null : { period: wholeYear(year), length: 1 }
}

function relativeAt(tokens: readonly Token[], at: number, today: LagosDate): FoundPeriod {
  const [word, next] = [wordAt(tokens, at), wordAt(tokens, at + 1)]
  if (word === undefined) return null
  if (word === 'day' && next === 'before' && wordAt(tokens, at + 2) === 'yesterday')
    return { period: oneDay(addDays(today, -2)), length: 3 }
  const days = DAY_STEPS.get(word)
  if (days !== undefined) return { period: oneDay(addDays(today, days)), length: 1 }
  const ownWeekday = weekdayWord(tokens[at])
  if (ownWeekday && STEPS.get(next ?? '') === -1 && wordAt(tokens, at + 2) === 'week')
    return { period: weekdayIn(calendarUnit('week', -1, today), ownWeekday), length: 3 }
  const steps = STEPS.get(word)
  if (steps === undefined || next === undefined) return null
  const unit = UNIT_WORDS.get(next)
  const weekday = weekdayWord(tokens[at + 1])
  if (weekday && steps === -1) return { period: lastWeekday(weekday, today), length: 2 }
  if (!unit) return null
  const weekdayOfWeek = unit === 'week' ? weekdayWord(tokens[at + 2]) : undefined
  const whole = calendarUnit(unit, steps, today)
  return weekdayOfWeek ? { period: weekdayIn(whole, weekdayOfWeek), length: 3 } : { period: whole, length: 2 }
}

/** Words such as "till now" behind a beginning. */
const openEnd = (tokens: readonly Token[], at: number): number =>
  OPEN_END.find((words) => words.every((word, i) => wordAt(tokens, at + i) === word))?.length ?? 0

const UNITS_OF_SPANS = /^(day|week|month|year)s?$/

/** "The last 30 days" end today. "3 days ago" is one day. "This 3 days" is unclear. */
function spanAt(tokens: readonly Token[], at: number, today: LagosDate): FoundPeriod {
  if (wordAt(tokens, at) === 'over') {
    const skipped = wordAt(tokens, at + 1) === 'the' ? 2 : 1
    const span = spanAt(tokens, at + skipped, today)
    return span && { ...span, length: span.length + skipped }
  }
  const isLed = /^(?:last|past|previous|this)$/.test(wordAt(tokens, at) ?? '')
  const count = tokens[at + (isLed ? 1 : 0)]
  // "25 last week" is the number 25.
  const isCountFirst =
    !isLed && /^(?:last|past) \w+s$/.test(`${wordAt(tokens, at + 1)} ${wordAt(tokens, at + 2)}`)
  const behind = at + (isLed || isCountFirst ? 2 : 1)
  const unit = UNITS_OF_SPANS.exec(wordAt(tokens, behind) ?? '')?.[1] as Unit | 'day' | undefined
  if (count?.kind !== 'number' || !unit || count.value < 1 || count.value > 999) return null
  const length = behind + 1 - at
  if (isLed || isCountFirst) {
    if (wordAt(tokens, at) === 'this') return { period: { unit: 'range', problem: 'vague' }, length }
    const from = addDays(unitsAgo(count.value, unit, today), 1)
    return { period: { from, to: today, unit: 'range' }, length }
  }
  const isAgo = wordAt(tokens, behind + 1) === 'ago' && unit === 'day'
  return isAgo ? { period: oneDay(unitsAgo(count.value, unit, today)), length: length + 1 } : null
}

/** A stretch of days that begins at a token: one unit, a range, or an open end. */
export function periodAt(tokens: readonly Token[], at: number, today: LagosDate): FoundPeriod {
  const word = wordAt(tokens, at)
  const span = spanAt(tokens, at, today)
  if (span) return span
  if (word === 'between' || word === 'from') {
    const range = rangeAt(
      tokens,
      at + 1,
      today,
      word === 'between' ? ['and'] : ['to', 'till', 'until', 'through', 'dash'],
    )
    if (range) return { ...range, length: range.length + 1 }
  }
  if (word === 'since' || word === 'from') return opened(tokens, at, today)
  if (
    word === 'before' ||
    word === 'until' ||
    word === 'till' ||
    (word === 'up' && wordAt(tokens, at + 1) === 'to')
  ) {
    const skipped = word === 'up' ? 2 : 1
    const unit = unitAt(tokens, at + skipped, today)
    if (!unit) return null
    const end = word === 'before' ? unit.period.from && addDays(unit.period.from, -1) : unit.period.to
    return {
      period: { ...unit.period, from: undefined, to: end, unit: 'range' },
      length: unit.length + skipped,
    }
  }
  if (word === 'after') {
    const unit = unitAt(tokens, at + 1, today)
    const from = unit?.period.to && addDays(unit.period.to, 1)
    return unit && { period: { ...unit.period, from, to: undefined, unit: 'range' }, length: unit.length + 1 }
  }
  return rangeAt(tokens, at, today, ['to', 'till', 'until', 'through', 'dash']) ?? unitAt(tokens, at, today)
}

/** The words "the start of" in front of a unit. */
function startWords(tokens: readonly Token[], at: number): number {
  const the = wordAt(tokens, at) === 'the' ? 1 : 0
  const isStart =
    /^(?:start|beginning|begin)$/.test(wordAt(tokens, at + the) ?? '') &&
    wordAt(tokens, at + the + 1) === 'of'
  return isStart ? the + 2 : 0
}

/** "Since March", "from March till now". "From" before a day or a week, as in "results from yesterday", names that unit. */
function opened(tokens: readonly Token[], at: number, today: LagosDate): FoundPeriod {
  const begin = at + 1 + startWords(tokens, at + 1)
  const unit = unitAt(tokens, begin, today)
  if (!unit) return null
  const end = openEnd(tokens, begin + unit.length)
  const length = begin - at + unit.length + end
  const open = { ...unit.period, to: undefined, unit: 'range' } as ReadPeriod
  const isOpen =
    wordAt(tokens, at) === 'since' || end > 0 || unit.period.unit === 'month' || unit.period.unit === 'year'
  return { period: isOpen ? open : unit.period, length }
}

/** "March to May 2025": the first unit takes the year of the second unless it names one. */
function rangeAt(
  tokens: readonly Token[],
  at: number,
  today: LagosDate,
  joints: readonly string[],
): FoundPeriod {
  const bare = dayNumberAt(tokens, at)
  const first = unitAt(tokens, at, today)
  const joint = at + (first?.length ?? 1)
  if ((!first && bare === null) || !joints.includes(wordAt(tokens, joint) ?? '')) return null
  const second = unitAt(tokens, joint + 1, today)
  if (!second) return null
  const to = second.period.to
  let from = first?.period.from
  if (!first) from = to && dayOfMonth(bare!, Number(to.slice(5, 7)), Number(to.slice(0, 4)), today).from
  else if (first.period.yearless && from && to) {
    const year = Number(to.slice(0, 4))
    const sameYear = `${year}${from.slice(4)}` as LagosDate
    from = sameYear <= to ? sameYear : (`${year - 1}${from.slice(4)}` as LagosDate)
  }
  const isRight =
    from && to && from <= to && !first?.period.problem && (first || second.period.unit === 'day')
  if (!first && !isRight) return null
  return {
    period: isRight ? { from: from!, to: to, unit: 'range' } : { unit: 'range', problem: 'impossible' },
    length: joint + 1 + second.length - at,
  }
}
