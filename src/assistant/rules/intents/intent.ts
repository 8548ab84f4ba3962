import { addDays, type LagosDate, yearOf } from '../../../platform/rules/base/calendar.ts'
import type { Game } from '../../../draws/rules/games.ts'
import { dateAt } from '../../../draws/rules/history.ts'
import type { Plan } from '../../../platform/rules/access/plans.ts'
import { listOf } from '../../../platform/rules/base/words.ts'
import type { ShownDraws } from '../parts/rows.ts'
import type { GameScope } from '../parts/scope.ts'
import type { Concept } from '../read/lexicon.ts'
import {
  type AssistantData,
  BET_KEYS,
  type BetKey,
  type DayRange,
  type Intent,
  type NumberSlot,
  type Said,
  type Slots,
} from '../read/types.ts'

/** What answers depend on beside the question. */
export interface Context {
  data: AssistantData
  today: LagosDate
  /** The first day of the month of the oldest draw; null without draws. */
  firstDay: LagosDate | null
}

/** A chosen question, and the draws that it covers. */
export interface Asked<S = Slots> {
  slots: S
  data: AssistantData
  readonly scope: readonly GameScope[]
}

/** Slots of questions that name numbers. */
export type OneNumber = Slots & { numbers: [NumberSlot] }
export type TwoNumbers = Slots & { numbers: [NumberSlot, NumberSlot] }
export type SomeNumbers = Slots & { numbers: [NumberSlot, ...NumberSlot[]] }

export type Field = keyof Slots

/** Everything about one kind of question. */
export interface IntentRecord<S extends Slots = Slots, V = unknown> {
  key: Intent
  /** The lowest plan that gets an answer. */
  plan: Plan
  /**
   * The concepts that a text must have: one alternative of `;`, each word of it, with `a|b` for either. `-` is the
   * alternative without any, if `bare` permits it.
   */
  asks: string
  /** Concepts that are explained beside them; no other one is. */
  also: string
  /** Any other thing leaves the text unexplained, and is refused in an address. */
  uses: readonly Field[]
  /** Whether things alone are the question. */
  bare?(things: Slots): boolean
  /** What the things of a text mean in this question; null where they contradict each other. Addresses skip it. */
  adapt?(things: Slots, concepts: ReadonlySet<Concept>, context: Context): Slots | null
  /** Examples for what a text lacks. */
  fill?(things: Slots, games: readonly string[]): Slots[]
  /** The only gate, for text and for address: the slots, or null if they are no question of this kind. */
  read(things: Slots, context: Context): Slots | null
  /** Texts that are whole questions of this kind. They are its tests. */
  examples: readonly string[]
  /** The main figure. @param now milliseconds */
  value(asked: Asked<S>, now: number): V
  /** The value in words: the figure first, then what luck alone gives. */
  say(value: V, asked: Asked<S>): Said
  /** The question in plain words. @param scope the words of its draws: "in Bingo in 2024" */
  question(slots: S, scope: string, games: readonly Game[]): string
  /** The draws that are listed below. */
  rows?(value: NoInfer<V>, asked: Asked<NoInfer<S>>): ShownDraws
  /** The path of the screen with all draws of the question; null where its form cannot express it. */
  screen?(slots: NoInfer<S>): string | null
  /** Draws that one answer holds at most. */
  mostDraws?: number
}

export const intent = <S extends Slots, V>(record: IntentRecord<S, V>): IntentRecord => record

/** The games, weekday and period of a question. */
export const SCOPE: readonly Field[] = listOf('games operator weekday period')

/** The slots if their games are known, their days have draws, and the newest draws are those of one game. */
export function scoped(slots: Slots, context: Context): Slots | null {
  const { games = [], operator, period } = slots
  const known = context.data.games
  const isKnown = games.every((key) =>
    known.some((game) => game.key === key && (operator === undefined || game.operator === operator)),
  )
  if (!isKnown || (operator !== undefined && !known.some((game) => game.operator === operator))) return null
  if (!period) return slots
  if ('last' in period) {
    // "The last draw" of all games is one draw; "the last 5 draws" may be five of each.
    const isOne = period.last === 1 && games.length === 0 && !slots.numbers
    return games.length === 1 || isOne ? slots : null
  }
  if ('event' in period) return games.length === 1 ? slots : null
  return hasDraws(period, context) ? slots : null
}

/** Whether days have draws on record or may have some by today. */
export function hasDraws({ from, to }: DayRange, { firstDay, today }: Context): boolean {
  if (!firstDay || (from && to && from > to)) return false
  return !(to && to < firstDay) && !(from && (from > today || yearOf(from) < yearOf(firstDay)))
}

const USUAL_TOP = 5

/** The same for a list, which has a number of places. */
export const ranked = ({ top = USUAL_TOP, ...things }: Slots, context: Context): Slots | null =>
  scoped({ ...things, top }, context)

/** The first day of the month of the oldest draw on record. */
export function firstDayOf({ history }: AssistantData): LagosDate | null {
  const oldest = [...history.games.values()]
    .filter(({ length }) => length > 0)
    .map((draws) => dateAt(draws, 0))
    .sort()[0]
  return oldest === undefined ? null : addDays(oldest, 1 - Number(oldest.slice(8)))
}

/** A question that needs one game, in games that most players know. */
export const inGames = (_: Slots, games: readonly string[]): Slots[] => games.map((key) => ({ games: [key] }))

/** How many numbers a line of a bet names. */
export const numbersOf = (bet: BetKey): number => Math.max(1, BET_KEYS.indexOf(bet))

/** A place as slots: the winning set is the one that is meant without a name. */
export const placeOf = ({ box, type }: Pick<NumberSlot, 'box' | 'type'>) => ({
  ...(box && { box }),
  ...(type && type !== 'winning' && { type }),
})
