import {
  addDays,
  type LagosDate,
  MONTHS,
  type Weekday,
  WEEKDAYS,
  weekdayOf,
  yearOf,
} from '../../../platform/rules/base/calendar.ts'
import * as days from './days.ts'
import type { ReadPeriod } from './days.ts'
import { ORDINALS, type Token } from './tokens.ts'

/** Stretches of days in the words of a question. */

/** Weeks, months or years from now. */
const STEPS = new Map(
  Object.entries({ this: 0, current: 0, dis: 0, last: -1, past: -1, previous: -1, next: 1, coming: 1 }),
)
const UNITS = ['week', 'month', 'year'] as const
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
  ...UNITS,
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

/** What is found behind a number of skipped tokens. */
const behind = (skipped: number, found: FoundPeriod): FoundPeriod =>
  found && { ...found, length: found.length + skipped }

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
  if (token?.kind === 'date') return { period: days.dayOfDigits(token.text, today), length: 1 }
  const weekday = weekdayWord(token)
  if (weekday) {
    const skipped = wordAt(tokens, at + 1) === 'the' ? 2 : 1
    const rest = datedAt(tokens, at + skipped, today)
    if (rest?.period.unit !== 'day') return null
    const isRight = !rest.period.from || weekdayOf(rest.period.from) === weekday
    return behind(skipped, isRight ? rest : { ...rest, period: { unit: 'day', problem: 'impossible' } })
  }
  const short = dayMonthAt(tokens, at)
  if (short === 'vague') return { period: { unit: 'day', problem: 'vague' }, length: 3 }
  if (short) return { period: days.dayOfMonth(short.day, short.month, null, today), length: 3 }
  return dayFirst(tokens, at, today) ?? monthFirst(tokens, at, today)
}

/** "24 June", "24th of June 2025", "the first of June". */
function dayFirst(tokens: readonly Token[], at: number, today: LagosDate): FoundPeriod {
  const ordinal = ORDINALS.get(wordAt(tokens, at) ?? '')
  const day = dayNumberAt(tokens, at) ?? ordinal ?? null
  const monthAhead = /^(?:of|dash)$/.test(wordAt(tokens, at + 1) ?? '') ? 2 : 1
  const month = tokens[at + monthAhead]?.stop ? 0 : monthAt(tokens, at + monthAhead)
  if (day === null || month === 0) return null
  const hasDash =
    wordAt(tokens, at + monthAhead + 1) === 'dash' && yearAt(tokens, at + monthAhead + 2) !== null
  const yearAhead = monthAhead + (hasDash ? 2 : 1)
  const { year, length } = yearBehind(tokens, at + yearAhead, today)
  // "The first of June" is a day, and "the first June draw" may be another.
  const isVague = ordinal !== undefined && wordAt(tokens, at + 1) !== 'of'
  return {
    period: isVague ? { unit: 'day', problem: 'vague' } : days.dayOfMonth(day, month, year, today),
    length: yearAhead + length,
  }
}

/** "June", "June 24th, 2025", "the month of June", "the year 2024". */
function monthFirst(tokens: readonly Token[], at: number, today: LagosDate): FoundPeriod {
  const unit = wordAt(tokens, at)
  if (unit === 'year' || unit === 'month') {
    const named = unit === 'month' && wordAt(tokens, at + 1) === 'of' ? 2 : 1
    const rest = monthFirst(tokens, at + named, today)
    return rest?.period.unit === unit ? behind(named, rest) : null
  }
  const month = monthAt(tokens, at)
  if (month > 0) {
    const dayBehind = tokens[at + 1]?.stop ? null : dayNumberAt(tokens, at + 1)
    const { year, length } = yearBehind(tokens, at + (dayBehind === null ? 1 : 2), today)
    if (dayBehind !== null)
      return { period: days.dayOfMonth(dayBehind, month, year, today), length: length + 2 }
    return { period: days.wholeMonth(month, year, today), length: length + 1 }
  }
  const year = yearAt(tokens, at)
  return year === null ? null : { period: days.wholeYear(year), length: 1 }
}

function relativeAt(tokens: readonly Token[], at: number, today: LagosDate): FoundPeriod {
  const [word = '', next = '', third = ''] = [0, 1, 2].map((i) => wordAt(tokens, at + i))
  if (`${word} ${next} ${third}` === 'day before yesterday')
    return { period: days.oneDay(addDays(today, -2)), length: 3 }
  const dayStep = DAY_STEPS.get(word)
  if (dayStep !== undefined) return { period: days.oneDay(addDays(today, dayStep)), length: 1 }
  const ownWeekday = weekdayWord(tokens[at])
  if (ownWeekday && STEPS.get(next) === -1 && third === 'week')
    return { period: days.weekdayOfWeek(ownWeekday, -1, today), length: 3 }
  const steps = STEPS.get(word)
  if (steps === undefined) return null
  const weekday = weekdayWord(tokens[at + 1])
  if (weekday && steps === -1) return { period: days.lastWeekday(weekday, today), length: 2 }
  const unit = UNITS.find((one) => one === next)
  if (!unit) return null
  const inWeek = unit === 'week' && weekdayWord(tokens[at + 2])
  return inWeek
    ? { period: days.weekdayOfWeek(inWeek, steps, today), length: 3 }
    : { period: days.calendarUnit(unit, steps, today), length: 2 }
}

/** Words such as "till now" behind a beginning. */
const openEnd = (tokens: readonly Token[], at: number): number =>
  OPEN_END.find((words) => words.every((word, i) => wordAt(tokens, at + i) === word))?.length ?? 0

const UNITS_OF_SPANS = /^(day|week|month|year)s?$/

/** "The last 30 days" end today. "3 days ago" is one day. "This 3 days" is unclear. */
function spanAt(tokens: readonly Token[], at: number, today: LagosDate): FoundPeriod {
  if (/^(?:over|in)$/.test(wordAt(tokens, at) ?? '')) {
    const skipped = wordAt(tokens, at + 1) === 'the' ? 2 : 1
    return behind(skipped, spanAt(tokens, at + skipped, today))
  }
  const isLed = /^(?:last|past|previous|this)$/.test(wordAt(tokens, at) ?? '')
  const count = tokens[at + (isLed ? 1 : 0)]
  // "25 last week" is the number 25.
  const isCountFirst =
    !isLed && /^(?:last|past) \w+s$/.test(`${wordAt(tokens, at + 1)} ${wordAt(tokens, at + 2)}`)
  const unitPlace = at + (isLed || isCountFirst ? 2 : 1)
  const unit = UNITS_OF_SPANS.exec(wordAt(tokens, unitPlace) ?? '')?.[1] as days.Unit | 'day' | undefined
  if (count?.kind !== 'number' || !unit || count.value < 1 || count.value > 999) return null
  const length = unitPlace + 1 - at
  if (isLed || isCountFirst) {
    if (wordAt(tokens, at) === 'this') return { period: { unit: 'range', problem: 'vague' }, length }
    const from = addDays(days.unitsAgo(count.value, unit, today), 1)
    return { period: { from, to: today, unit: 'range' }, length }
  }
  const isAgo = wordAt(tokens, unitPlace + 1) === 'ago' && unit === 'day'
  return isAgo ? { period: days.oneDay(days.unitsAgo(count.value, unit, today)), length: length + 1 } : null
}

const RANGE_JOINTS = ['to', 'till', 'until', 'through', 'dash']

/** A stretch of days that begins at a token: one unit, a range, or an open end. */
export function periodAt(tokens: readonly Token[], at: number, today: LagosDate): FoundPeriod {
  const word = wordAt(tokens, at)
  const span = spanAt(tokens, at, today)
  if (span) return span
  if (word === 'between' || word === 'from') {
    const range = rangeAt(tokens, at + 1, today, word === 'between' ? ['and'] : RANGE_JOINTS)
    if (range) return behind(1, range)
  }
  if (word === 'since' || word === 'from') return opened(tokens, at, today)
  const isUpTo = word === 'up' && wordAt(tokens, at + 1) === 'to'
  if (isUpTo || /^(?:before|until|till|after)$/.test(word ?? '')) {
    const skipped = isUpTo ? 2 : 1
    const unit = unitAt(tokens, at + skipped, today)
    return unit && { period: openOn(word, unit.period), length: unit.length + skipped }
  }
  return rangeAt(tokens, at, today, RANGE_JOINTS) ?? unitAt(tokens, at, today)
}

/** "Before March", "until March", "after March": a range without a beginning or an end. */
function openOn(word: string | undefined, { from, to, ...rest }: ReadPeriod): ReadPeriod {
  if (word === 'after') return { ...rest, unit: 'range', from: to && addDays(to, 1) }
  return { ...rest, unit: 'range', to: word === 'before' ? from && addDays(from, -1) : to }
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
  const open: ReadPeriod = { ...unit.period, to: undefined, unit: 'range' }
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
  const { to } = second.period
  const from = first ? beginning(first.period, to) : to && bare !== null && inMonthOf(to, bare, today)
  const length = joint + 1 + second.length - at
  const isRight = !first?.period.problem && (first || second.period.unit === 'day')
  if (isRight && from && to && from <= to) return { period: { from, to, unit: 'range' }, length }
  return first && { period: { unit: 'range', problem: 'impossible' }, length }
}

/** The first day of a range: of the year of its end, or of the year before, unless it names a year. */
function beginning({ from, yearless }: ReadPeriod, to: LagosDate | undefined): LagosDate | undefined {
  if (!yearless || !from || !to) return from
  const inYear = (year: number) => `${year}${from.slice(4)}` as LagosDate
  return inYear(yearOf(to)) <= to ? inYear(yearOf(to)) : inYear(yearOf(to) - 1)
}

/** "1 to 15 June": the first day has the month of the second. */
const inMonthOf = (to: LagosDate, day: number, today: LagosDate) =>
  days.dayOfMonth(day, Number(to.slice(5, 7)), yearOf(to), today).from
