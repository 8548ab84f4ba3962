import { type LagosDate, addDays, weekdayOf } from '../../base/calendar.ts'
import {
  type ReadPeriod,
  calendarUnit,
  dayOfDigits,
  dayOfMonth,
  lastWeekday,
  oneDay,
  type Unit,
  unitsAgo,
  weekdayIn,
  wholeMonth,
  wholeYear,
} from './days.ts'
import {
  DAY_STEPS,
  OPEN_END,
  STEPS,
  UNIT_WORDS,
  dayMonthAt,
  dayNumberAt,
  monthAt,
  weekdayWord,
  wordAt,
  yearAt,
} from './period-words.ts'
import type { Token } from './tokens.ts'

type Found = { period: ReadPeriod; length: number } | null

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
const unitAt = (tokens: readonly Token[], at: number, today: LagosDate): Found =>
  datedAt(tokens, at, today) ?? relativeAt(tokens, at, today)

function datedAt(tokens: readonly Token[], at: number, today: LagosDate): Found {
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

function monthFirst(tokens: readonly Token[], at: number, today: LagosDate): Found {
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

function relativeAt(tokens: readonly Token[], at: number, today: LagosDate): Found {
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
function spanAt(tokens: readonly Token[], at: number, today: LagosDate): Found {
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
export function periodAt(tokens: readonly Token[], at: number, today: LagosDate): Found {
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
function opened(tokens: readonly Token[], at: number, today: LagosDate): Found {
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
function rangeAt(tokens: readonly Token[], at: number, today: LagosDate, joints: readonly string[]): Found {
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
