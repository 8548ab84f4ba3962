import { addDays, type LagosDate, WEEKDAYS, yearOf } from '../calendar.ts'
import { dateAt } from '../history.ts'
import type { ReadPeriod } from './days.ts'
import type { Mark } from './marks.ts'
import { type Field, FIELDS, has, names, type ReadNumber, type Reading } from './reading.ts'
import {
  type AskReason,
  type AssistantData,
  type Intent,
  type Lacking,
  type NumberSlot,
  SHORT_WEEKDAYS,
  type Slots,
} from './types.ts'

/** What answers depend on beside the question. */
export interface Context {
  data: AssistantData
  today: LagosDate
  /** The first day of the month of the oldest draw; null without draws. */
  firstDay: LagosDate | null
}

/** What a question of an intent lacks, with the slots that are clear. */
export interface Lack {
  reason: AskReason
  lacks?: Lacking
  slots: Slots
}

/** How one kind of question is recognised. */
export interface Rule {
  intent: Intent
  fits(reading: Reading): boolean
  /** The marks that this kind of question may have. */
  permits: readonly Mark[]
  /** The named parts that it uses. A reading with another part is a different question. */
  uses: readonly Field[]
  read(reading: Reading, context: Context): Slots | Lack
}

/** Marks that restrict nothing. */
const NEUTRAL: ReadonlySet<Mark> = new Set<Mark>([
  'COME',
  'FOLLOW_UP',
  'HELD',
  'NUMBER',
  'NUMBERS',
  'GAMES',
  'BOX_WORD',
  'POLITE_REQUEST',
])

/** Whether a rule uses everything in a reading. */
export function usesAll({ permits, uses }: Rule, reading: Reading): boolean {
  for (const mark of reading.marks) if (!NEUTRAL.has(mark) && !permits.includes(mark)) return false
  return FIELDS.every((field) => !names(reading, field) || uses.includes(field))
}

export function isLack(result: Slots | Lack): result is Lack {
  return 'reason' in result
}

/** The games, weekday and period of a question. */
export const SCOPE: readonly Field[] = ['games', 'weekday', 'periods', 'last', 'event']

/** The scope as slots; a lack when the period is unclear, has no draws, or needs a game. */
export function scopeSlots(reading: Reading, context: Context): Slots | Lack {
  const slots: Slots = gameSlots(reading, context)
  if (has(reading, 'THAT_GAME') && reading.games.length === 0)
    return { reason: 'missing', lacks: 'game', slots }
  if (reading.weekday) slots.weekday = SHORT_WEEKDAYS[WEEKDAYS.indexOf(reading.weekday)]!
  const { periods, last, event } = reading
  if (last !== undefined) {
    if (periods.length > 0 || event !== undefined) return { reason: 'ambiguous', slots }
    slots.period = { last }
    return reading.games.length === 1 ? slots : { reason: 'missing', lacks: 'game', slots }
  }
  const problem = periodProblem(periods, context)
  if (problem) return { reason: problem, slots }
  // "Sunday" does not fit the results of one day.
  if (reading.weekday && periods[0]?.unit === 'day') return { reason: 'ambiguous', slots }
  const [period] = periods
  if (event !== undefined) {
    if (period?.unit !== 'year' && reading.games.length === 1) {
      const thisYear = yearOf(context.today)
      return { reason: 'missing', lacks: 'year', slots: { ...slots, period: { event, year: thisYear } } }
    }
    if (!period || reading.games.length !== 1) return { reason: 'missing', lacks: 'game', slots }
    slots.period = { event, year: yearOf(period.from!) }
  } else if (period) slots.period = daysOfPeriod(period)
  return slots
}

/** Games and operator. "Ghana National" names the operator of its own game and is that game. */
export function gameSlots({ games, operator }: Reading, { data }: Context): Slots {
  if (games.length > 0) {
    const order = data.games.map(({ key }) => key)
    return { games: [...games].sort((a, b) => order.indexOf(a) - order.indexOf(b)) }
  }
  return operator === undefined ? {} : { operator }
}

/** Whether an operator is named with a game of another operator. */
export function hasForeignOperator({ games, operator }: Reading, { data }: Context): boolean {
  return (
    operator !== undefined &&
    games.some((key) => data.games.find((game) => game.key === key)?.operator !== operator)
  )
}

export function daysOfPeriod({ from, to }: ReadPeriod) {
  return { ...(from && { from }), ...(to && { to }) }
}

/** Why periods cannot be used: more than one, a date that does not exist, days without draws. */
export function periodProblem(
  periods: readonly ReadPeriod[],
  { firstDay, today }: Context,
): AskReason | null {
  if (periods.length > 1) return 'ambiguous'
  const [period] = periods
  if (!period) return null
  if (period.problem === 'vague') return 'ambiguous'
  if (period.problem === 'impossible' || (period.from && period.to && period.from > period.to))
    return 'no-data'
  if (!firstDay || (period.to && period.to < firstDay) || (period.from && period.from > today))
    return 'no-data'
  if (period.from && yearOf(period.from) < yearOf(firstDay)) return 'no-data'
  return null
}

/** The first day of the month of the oldest draw on record. */
export function firstDayOf({ history }: AssistantData): LagosDate | null {
  const oldest = [...history.games.values()]
    .filter(({ length }) => length > 0)
    .map((draws) => dateAt(draws, 0))
    .sort()[0]
  return oldest === undefined ? null : addDays(oldest, 1 - Number(oldest.slice(8)))
}

/** A number as a slot, with the place that the question names for all numbers. */
export function numberSlot({ number, box, type }: ReadNumber): NumberSlot {
  return { number, ...(box && { box }), ...(type && type !== 'winning' && { type }) }
}

/** Joins results: a lack wins and keeps the slots of both. */
export function withScope(reading: Reading, context: Context, more: Slots | Lack): Slots | Lack {
  const scope = scopeSlots(reading, context)
  if (isLack(scope)) return { ...scope, slots: { ...scope.slots, ...(isLack(more) ? more.slots : more) } }
  if (isLack(more)) return { ...more, slots: { ...scope, ...more.slots } }
  return { ...scope, ...more }
}

/** The place of a question without numbers. */
export function placeSlots({ place }: Reading): Slots {
  return {
    ...(place.box && { box: place.box }),
    ...(place.type && place.type !== 'winning' && { type: place.type }),
  }
}

/** The places of a ranked list: the figure named, else five for "numbers" and one for "number". */
export function topOf(reading: Reading): number {
  return (
    reading.top ?? reading.quantity ?? (has(reading, 'NUMBERS') || !has(reading, 'NUMBER', 'WHAT') ? 5 : 1)
  )
}
