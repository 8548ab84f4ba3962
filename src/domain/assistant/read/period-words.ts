import { MONTHS, WEEKDAYS, type Weekday } from '../../base/calendar.ts'
import type { Unit } from './days.ts'
import type { Token } from './tokens.ts'

/** Weeks, months or years from now. */
export const STEPS = new Map(
  Object.entries({ this: 0, current: 0, dis: 0, last: -1, past: -1, previous: -1, next: 1, coming: 1 }),
)
export const UNIT_WORDS = new Map<string, Unit>(
  (['week', 'month', 'year'] as const).map((unit) => [unit, unit]),
)
/** Days from today. */
export const DAY_STEPS = new Map(Object.entries({ today: 0, tonight: 0, yesterday: -1, tomorrow: 1 }))
/** Words behind a beginning: "from March till now". */
export const OPEN_END =
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
export const wordAt = (tokens: readonly Token[], at: number) =>
  tokens[at]?.kind === 'word' ? tokens[at].text : undefined

/** The number of a month word, 1 to 12; 0 for another word. "May" is a month only beside words of dates. */
export function monthAt(tokens: readonly Token[], at: number): number {
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
export function dayMonthAt(
  tokens: readonly Token[],
  at: number,
): { day: number; month: number } | 'vague' | null {
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
export function yearAt(tokens: readonly Token[], at: number): number | null {
  const token = tokens[at]
  return token?.kind === 'number' && /^(?:19|20|21)\d{2}$/.test(token.text) ? token.value : null
}

/** A day of a month, 1 to 31. */
export function dayNumberAt(tokens: readonly Token[], at: number): number | null {
  const token = tokens[at]
  const isDay = token?.kind === 'ordinal' || (token?.kind === 'number' && /^\d{1,2}$/.test(token.text))
  return isDay && token.value >= 1 && token.value <= 31 ? token.value : null
}
