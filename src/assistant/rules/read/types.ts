import { type LagosDate, type Weekday, WEEKDAYS } from '../../../platform/rules/base/calendar.ts'
import { itemAt } from '../../../platform/rules/base/lists.ts'
import { listOf } from '../../../platform/rules/base/words.ts'
import { COLUMNS, type ColumnKey } from '../../../draws/rules/classification/classification.ts'
import type { Game } from '../../../draws/rules/games.ts'
import type { History } from '../../../draws/rules/history.ts'
import type { LuckFigure } from '../../../draws/rules/luck/luck-bar.ts'
import { type Plan, PLAN_KEYS } from '../../../platform/rules/access/plans.ts'
import type { Box, DrawType } from '../../../platform/rules/base/balls.ts'

export const INTENTS = listOf(
  'count last-seen first-seen gap together pairs-with followers then chart-cell chart-hit hot cold due never-drawn draw schedule odds some payout perm compare draw-count help',
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

/** The bets, each but the banker at the place of how many numbers it has. */
export const BET_KEYS = [
  'banker',
  'one-direct',
  'two-sure',
  'three-direct',
  'four-direct',
  'five-direct',
] as const
export type BetKey = (typeof BET_KEYS)[number]

const HELP_WORDS = listOf('winning machine perm against box event hot cold gap lapping chart forecasts')
/** What `help` explains. */
export type HelpTerm = Relation | BetKey | Plan | (typeof HELP_WORDS)[number]

const TERMS: ReadonlySet<string> = new Set([
  ...COLUMNS.map(([key]) => key).filter((key) => key !== 'number'),
  ...BET_KEYS,
  ...PLAN_KEYS,
  ...HELP_WORDS,
])
export const isHelpTerm = (text: string): text is HelpTerm => TERMS.has(text)

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
  ask?: 'times' | 'next'
  bet?: BetKey
  /** Naira. */
  stake?: number
  choose?: number
  of?: number
  against?: [number, number]
  by?: 'number' | 'game' | 'period'
  periods?: DayRange[]
  term?: HelpTerm
}

/** A question as understood. */
export interface Query {
  intent: Intent
  slots: Slots
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
  /** The draws behind it, `in 93 draws, 2 Jan to 20 Nov 2026`. */
  basis?: string
  /** The count of the figure beside luck. */
  luck?: LuckFigure | null
  facts?: Fact[]
  lines?: Line[]
  /** Further sentences. */
  notes?: string[]
}
