import { type LagosDate, type Weekday, WEEKDAYS } from '../../../platform/rules/base/calendar.ts'
import { itemAt } from '../../../platform/rules/base/lists.ts'
import { listOf } from '../../../platform/rules/base/words.ts'
import type { ColumnKey } from '../../../draws/rules/classification/classification.ts'
import type { Game } from '../../../draws/rules/games.ts'
import type { History } from '../../../draws/rules/history.ts'
import type { LuckFigure } from '../../../draws/rules/luck/luck-bar.ts'
import type { Plan } from '../../../platform/rules/access/plans.ts'
import type { Box, DrawType } from '../../../platform/rules/base/balls.ts'

export const INTENTS = listOf(
  'count last-seen first-seen appearances gap longest-gap together best-pairs pairs-with followers then chart-cell chart-hit chart-test hot cold due never-drawn most-in draw schedule odds payout perm shape compare draw-count help',
)
export type Intent = (typeof INTENTS)[number]

/** The set of balls of a number: `both` means either of the two sets. */
export type SetType = DrawType | 'both'

/** A column of the chart without the number itself. */
export type Relation = Exclude<ColumnKey, 'number'>

/** Weekdays as the contract of the assistant writes them. */
export const SHORT_WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
type ShortWeekday = (typeof SHORT_WEEKDAYS)[number]

export const shortWeekday = (day: Weekday): ShortWeekday => itemAt(SHORT_WEEKDAYS, WEEKDAYS.indexOf(day))
export const longWeekday = (day: ShortWeekday): Weekday => itemAt(WEEKDAYS, SHORT_WEEKDAYS.indexOf(day))

/** A number with its place; a missing box means any, a missing type means winning. */
export interface NumberSlot {
  number: number
  box?: Box
  type?: SetType
}

/** Lagos dates, both included. */
export interface DayRange {
  from?: LagosDate
  to?: LagosDate
}

/** A stretch of days, the newest draws (behind `skip` newer ones), or one numbered event of a year. */
export type PeriodSlot = DayRange | { last: number; skip?: number } | { event: number; year: number }

const HELP_WORDS = listOf('winning machine perm against box event hot cold gap lapping')
/** What `help` explains. */
export type HelpTerm = Relation | BetKey | Plan | (typeof HELP_WORDS)[number]

/** What a question names; a missing slot has its default. */
export interface Slots {
  numbers?: NumberSlot[]
  games?: string[]
  operator?: string
  weekday?: ShortWeekday
  period?: PeriodSlot
  type?: SetType
  box?: Box
  /** Within the next n draws of the same game. */
  within?: number
  /** In exactly the n-th draw after. */
  lag?: number
  relations?: Relation[]
  /** Places of a ranked list. */
  top?: number
  /** One place of a ranked list: 2 for the second. */
  rank?: number
  sameEventLastYear?: boolean
  ask?: 'times' | 'next'
  bet?: BetKey
  /** Naira. */
  stake?: number
  choose?: number
  of?: number
  against?: [number, number]
  measure?: 'ending' | 'odd-even' | 'sum'
  digit?: number
  by?: 'number' | 'game' | 'period' | 'weekday' | 'box'
  periods?: DayRange[]
  term?: HelpTerm
}

/** A question as understood. */
export interface Query {
  intent: Intent
  slots: Slots
}

/** Why a question has no answer. */
export const ASK_REASONS = [
  /** A number, a game, a bet or a period is missing. */
  'missing',
  /** Two readings are equally good. */
  'ambiguous',
  'not-understood',
  'unknown-game',
  'impossible-number',
  'no-data',
  'tip',
  'language',
  'personal',
  'off-topic',
  /** The draws asked for are too many for one answer. */
  'too-many',
  /** The plan does not open this kind of question. */
  'plan',
] as const
export type AskReason = (typeof ASK_REASONS)[number]

/** What a question may lack. */
export const LACKING = listOf('number second-number game bet stake period year choose')
export type Lacking = (typeof LACKING)[number]

export const STATUSES = ['answered', 'ask-back', 'declined'] as const

export interface AssistantAnswer {
  status: (typeof STATUSES)[number]
  /** Null if the question is answered. */
  reason: AskReason | null
  /** What the question lacks, where one part is missing. */
  lacks: Lacking | null
  /** The question as understood, in words that are understood as the same; null if it was not understood. */
  reading: string | null
  /** The lowest plan that gets an answer, where the reason is the plan. */
  plan: Plan | null
  query: Query | null
  /** The main figure. Its shape depends on the intent; null for `help` and without an answer. */
  value: unknown
  /** Whole questions; each is answered when it is asked by itself. */
  suggestions: string[]
  /** Words that were not understood, as typed in lower case. */
  unknown: string[]
}

/** What answers are computed from. */
export interface AssistantData {
  /** The games that players see. */
  games: readonly Game[]
  history: History
}

/** A named figure of an answer. */
export interface Fact {
  name: string
  value: string
}

/** A line of an answer's list. */
export interface Line {
  /** A ball before the name, which is then its number. */
  ball: { number: number; type: DrawType } | null
  name: string
  value: string
  note: string
  /** The value beside luck; null where luck says nothing. */
  luck: LuckFigure | null
}

/** The value of an answer in words. */
export interface Said {
  /** A large ball beside the figure. */
  ball?: Line['ball']
  /** The main figure. */
  figure: string
  /** The count of the figure beside luck. */
  luck?: LuckFigure | null
  facts?: Fact[]
  lines?: Line[]
  /** Further sentences. */
  notes?: string[]
}

export interface Link {
  path: string
  text: string
}

/** The bets of Premier Lotto: the chance of one line, and the winnings as a multiple of the stake. */
export const BETS = {
  banker: { oneIn: 18, pays: null, numbers: 1 },
  'one-direct': { oneIn: 90, pays: 40, numbers: 1 },
  'two-sure': { oneIn: 400.5, pays: 240, numbers: 2 },
  'three-direct': { oneIn: 11_748, pays: 2_100, numbers: 3 },
  'four-direct': { oneIn: 511_038, pays: 6_000, numbers: 4 },
  'five-direct': { oneIn: 43_949_268, pays: 44_000, numbers: 5 },
} as const satisfies Record<string, { oneIn: number; pays: number | null; numbers: number }>

export type BetKey = keyof typeof BETS

/** The bet on `k` numbers that must all be among the five; undefined for other counts. */
export const betOf = (k: number): BetKey | undefined =>
  (['one-direct', 'two-sure', 'three-direct', 'four-direct', 'five-direct'] as const)[k - 1]

/** Chance of a number among the ten balls of both sets. */
export const EITHER_SET_ONE_IN = 9
