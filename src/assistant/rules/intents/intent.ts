import { present } from '../../../platform/rules/base/lists.ts'
import { addDays, type LagosDate, yearOf } from '../../../platform/rules/base/calendar.ts'
import { BOXES } from '../../../platform/rules/base/balls.ts'
import type { Game } from '../../../draws/rules/games.ts'
import { dateAt } from '../../../draws/rules/history.ts'
import type { LabFigureKey } from '../../../statistics/rules/lab/figures.ts'
import type { TypedLabQuery } from '../../../statistics/rules/lab/query.ts'
import type { Plan } from '../../../platform/rules/access/plans.ts'
import type { ReadPeriod } from '../read/days.ts'
import { type Mark, marks } from '../read/lexicon.ts'
import { type Field, FIELDS, has, names, type ReadNumber, type Reading } from '../read/reading.ts'
import type { ShownDraws, ShownSteps } from '../parts/rows.ts'
import type { GameScope } from '../parts/scope.ts'
import {
  type AskReason,
  type AssistantData,
  type Intent,
  type Lacking,
  type Link,
  type NumberSlot,
  type Said,
  shortWeekday,
  type Slots,
} from '../read/types.ts'

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

/** An understood question, and the draws that it covers. */
export interface Asked<S = Slots> {
  slots: S
  data: AssistantData
  readonly scope: readonly GameScope[]
}

/** Slots of questions that name numbers. */
export type OneNumber = Slots & { numbers: [NumberSlot] }
export type TwoNumbers = Slots & { numbers: [NumberSlot, NumberSlot] }
export type SomeNumbers = Slots & { numbers: [NumberSlot, ...NumberSlot[]] }

type Condition = (reading: Reading) => boolean

/** Everything about one kind of question. */
interface IntentRecord<S extends Slots = Slots, V = unknown> {
  key: Intent
  /** The lowest plan that gets an answer. */
  plan: Plan
  /** What every question of this kind has. */
  when?: Condition
  /** A question has all of one line. `A B|C !D` means the mark A, one of B and C, and not D. Those marks are permitted. */
  asks: readonly (string | Condition)[]
  /** Marks that are permitted beside them. A question with another mark is of another kind. */
  may: string
  /** The named parts that it uses. A question with another part is of another kind. */
  uses: readonly Field[]
  read(reading: Reading, context: Context): Slots | Lack
  /** The main figure. @param now milliseconds */
  value(asked: Asked<S>, now: number): V
  /** The value in words: the figure first, then what luck alone gives. */
  say(value: V, asked: Asked<S>): Said
  /** The question in plain words. @param scope the words of its draws: "in Bingo in 2024" */
  question(slots: S, scope: string, games: readonly Game[]): string
  /** The draws that are listed below. */
  rows?(value: NoInfer<V>, asked: Asked<NoInfer<S>>): ShownDraws
  /** The cases that are listed below, for draws that follow each other. */
  cases?(value: NoInfer<V>, asked: Asked<NoInfer<S>>): ShownSteps
  /** The screen that shows the same question; null where its form cannot express it. */
  screen?(slots: NoInfer<S>): Link | null
  /** Screens about the same thing. */
  links?: readonly Link[]
  /** The figure of the lab that shows the answer, or the page of all proofs. @param set the numbers' set, as the lab writes it */
  lab?(slots: NoInfer<S>, set: TypedLabQuery): LabView | 'fair' | null
  /** Draws that one answer holds at most. */
  mostDraws?: number
}

export interface LabView {
  figure: LabFigureKey
  typed: TypedLabQuery
}

/** A record with its condition. */
export interface Kind extends IntentRecord {
  /** Whether a question is of this kind, so that everything in it is used. */
  fits: Condition
  /** What of a question is of this kind, and how many of its parts are not; null if nothing is. */
  part(reading: Reading): { reading: Reading; left: number } | null
}

/** Marks that restrict nothing. */
const NEUTRAL = marks('COME FOLLOW_UP HELD NUMBER NUMBERS GAMES BOX_WORD POLITE_REQUEST')

export function intent<S extends Slots, V>(record: IntentRecord<S, V>): Kind {
  const { when, asks, may, uses } = record
  const lines = asks.map((ask) => (typeof ask === 'string' ? compiled(ask) : { fits: ask, named: [] }))
  const permitted = new Set<Mark>([...NEUTRAL, ...marks(may), ...lines.flatMap(({ named }) => named)])
  const strangeMarks = (reading: Reading) => [...reading.marks].filter((mark) => !permitted.has(mark))
  const strangeFields = (reading: Reading) =>
    FIELDS.filter((field) => names(reading, field) && !uses.includes(field))
  const isOfKind = (reading: Reading) => (when?.(reading) ?? true) && lines.some(({ fits }) => fits(reading))
  return {
    ...record,
    fits: (reading) =>
      isOfKind(reading) && strangeMarks(reading).length === 0 && strangeFields(reading).length === 0,
    part(reading) {
      const [marks, fields] = [strangeMarks(reading), strangeFields(reading)]
      const kept = { ...reading, marks: new Set([...reading.marks].filter((mark) => permitted.has(mark))) }
      for (const field of fields) Object.assign(kept, without(field))
      return isOfKind(kept) ? { reading: kept, left: marks.length + fields.length } : null
    },
  }
}

/** A field that is not named. */
function without(field: Field): Partial<Reading> {
  if (field === 'games') return { games: [], operator: undefined, allGames: false }
  if (field === 'sameEvent') return { sameEvent: false }
  if (field === 'place') return { place: {} }
  const isList = field.endsWith('s')
  return { [field]: isList ? [] : undefined }
}

/** A line of marks as a condition, with the marks that it needs. */
function compiled(line: string): { fits: Condition; named: readonly Mark[] } {
  const parts = line.split(' ').map((part) => {
    const isDenied = part.startsWith('!')
    return { isDenied, some: marks(part.replace('!', '').replace(/\|/g, ' ')) }
  })
  return {
    fits: (reading) => parts.every(({ isDenied, some }) => has(reading, ...some) !== isDenied),
    named: parts.flatMap(({ isDenied, some }) => (isDenied ? [] : some)),
  }
}

export function isLack(result: Slots | Lack): result is Lack {
  return 'reason' in result
}

export const lack = (reason: AskReason, slots: Slots = {}): Lack => ({ reason, slots })
export const missing = (lacks: Lacking, slots: Slots = {}): Lack => ({ reason: 'missing', lacks, slots })

/** The games, weekday and period of a question. */
export const SCOPE: readonly Field[] = ['games', 'weekday', 'periods', 'last', 'skip', 'event']

/** The scope as slots; a lack when the period is unclear, has no draws, or needs a game. */
function scopeSlots(reading: Reading, context: Context): Slots | Lack {
  const slots: Slots = gameSlots(reading, context)
  if (has(reading, 'THAT_GAME') && reading.games.length === 0) return missing('game', slots)
  if (reading.weekday) slots.weekday = shortWeekday(reading.weekday)
  const { periods, last, skip, event } = reading
  if (last !== undefined) {
    if (periods.length > 0 || event !== undefined) return lack('ambiguous', slots)
    slots.period = { last, skip }
    // "The last draw" of all games is one draw; "the last 5 draws" may be five of each.
    const isOne = last === 1 && reading.games.length + reading.numbers.length === 0
    return reading.games.length === 1 || isOne ? slots : missing('game', slots)
  }
  const problem = periodProblem(periods, context)
  if (problem) return lack(problem, slots)
  // "Sunday" does not fit the results of one day.
  if (reading.weekday && periods[0]?.unit === 'day') return lack('ambiguous', slots)
  const [period] = periods
  if (event !== undefined) {
    if (period?.unit !== 'year' && reading.games.length === 1)
      return missing('year', { ...slots, period: { event, year: yearOf(context.today) } })
    if (!period || reading.games.length !== 1) return missing('game', slots)
    slots.period = { event, year: yearOf(present(period.from)) }
  } else if (period) slots.period = { from: period.from, to: period.to }
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

/** Why periods cannot be used: more than one, a date that does not exist, days without draws. */
function periodProblem(periods: readonly ReadPeriod[], { firstDay, today }: Context): AskReason | null {
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

/** A number as a slot, with its place. */
export function numberSlot({ number, box, type }: ReadNumber): NumberSlot {
  return { number, ...placeOf({ box, type }) }
}

/** The numbers of a question, each once. */
export function numberSlots({ numbers }: Reading): NumberSlot[] {
  return [...new Map(numbers.map(numberSlot).map((slot) => [JSON.stringify(slot), slot])).values()]
}

/** Exactly one number, or what is missing. */
export function oneNumber(reading: Reading): Slots | Lack {
  const numbers = numberSlots(reading)
  if (numbers.length === 1) return { numbers }
  return { reason: numbers.length === 0 ? 'missing' : 'ambiguous', lacks: 'number', slots: { numbers } }
}

/** The number of suggested questions. */
export const EXAMPLE_NUMBER: NumberSlot = { number: 45 }

/** Joins results: a lack wins and keeps the slots of both. If both lack something, the number is an example. */
export function withScope(reading: Reading, context: Context, more: Slots | Lack): Slots | Lack {
  const scope = scopeSlots(reading, context)
  if (isLack(scope)) {
    const lacksNumber = isLack(more) && more.lacks === 'number' && !more.slots.numbers?.length
    const found = lacksNumber ? { numbers: [EXAMPLE_NUMBER] } : isLack(more) ? more.slots : more
    return { ...scope, slots: { ...scope.slots, ...found } }
  }
  if (isLack(more)) return { ...more, slots: { ...scope, ...more.slots } }
  return { ...scope, ...more }
}

/** The same for a question that needs exactly one game. */
export function withGame(reading: Reading, context: Context, more: Slots | Lack): Slots | Lack {
  const slots = withScope(reading, context, more)
  return reading.games.length === 1 || isLack(slots) ? slots : missing('game', slots)
}

/** The place of a question without numbers. */
export const placeSlots = ({ place }: Reading): Slots => placeOf(place)

/** A place as slots: the winning set is the one that is meant without a name. */
export const placeOf = ({ box, type }: Pick<ReadNumber, 'box' | 'type'>) => ({
  box,
  type: type === 'winning' ? undefined : type,
})

/** Whether a question is about single draws, and not about draws that follow each other. */
export const isWithoutSequence = (reading: Reading) =>
  !has(reading, 'AFTER', 'FOLLOW', 'FOLLOWED_BY', 'NEXT_DRAW', 'BRING', 'THEN') &&
  reading.within === undefined &&
  reading.lag === undefined

/** "Any two of 5, 12 and 90": the first number is how many. */
export const namesSome = ({ numbers }: Reading) => numbers.some(({ before }, i) => i > 0 && before === 'of')

/** The lab counts the boxes of both sets one by one. */
export function frequencyInLab(
  { box, type }: Pick<NumberSlot, 'box' | 'type'>,
  set: TypedLabQuery,
): LabView | null {
  if (!box) return { figure: 'frequency', typed: set }
  return type === 'both'
    ? null
    : { figure: 'frequency', typed: { ...set, box: String(BOXES.indexOf(box) + 1) } }
}
