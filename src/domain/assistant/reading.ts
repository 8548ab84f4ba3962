import type { Weekday } from '../calendar.ts'
import type { Box } from '../positions.ts'
import type { BetKey } from './bets.ts'
import type { ReadPeriod } from './days.ts'
import type { Mark } from './marks.ts'
import type { Relation, SetType } from './types.ts'

/** A place among the ten balls of a draw; what is missing is not named. */
export interface Place {
  box?: Box
  type?: SetType
}

/** A number of a question. */
export interface ReadNumber extends Place {
  number: number
  /** Whether it comes before the others: "after 39", "if 12 drops", "54 followed by 70". */
  isFirst?: boolean
  /** Whether its place is named at its side, and not somewhere else in the question. */
  isPlacedBeside?: boolean
  /** The word in front. */
  before: string
}

/** An amount or another number that is no ball. */
export interface Amount {
  value: number
  before: string
}

/** What the parts of a question say, put together. An empty list or a missing field is not named. */
export interface Reading {
  numbers: ReadNumber[]
  /** A place that belongs to no number. */
  place: Place
  /** Places of one number that are set against each other: "as winning and as machine". */
  places: Place[]
  games: string[]
  operator?: string
  allGames: boolean
  weekday?: Weekday
  periods: ReadPeriod[]
  /** The newest n draws. */
  last?: number
  event?: number
  sameEvent: boolean
  relations: Relation[]
  within?: number
  lag?: number
  top?: number
  /** "Two numbers", "one number": how many, without naming them. */
  quantity?: number
  digit?: number
  stake?: number
  bet?: BetKey
  amounts: Amount[]
  marks: ReadonlySet<Mark>
  /** Every word, corrected. */
  words: ReadonlySet<string>
  /** Words that were not understood. */
  unknown: string[]
  /** Names of games that are not among those of the product. */
  strangers: string[]
  /** Games and operators that an unclear name may mean. */
  doubts: string[]
  /** Whether the parts contradict each other, or a phrase is of no use. */
  isUnclear: boolean
}

/** The parts of a reading that an intent may use. */
export type Field =
  | 'numbers'
  | 'place'
  | 'places'
  | 'games'
  | 'weekday'
  | 'periods'
  | 'last'
  | 'event'
  | 'sameEvent'
  | 'relations'
  | 'within'
  | 'lag'
  | 'top'
  | 'quantity'
  | 'digit'
  | 'stake'
  | 'bet'
  | 'amounts'

const isNamed: Record<Field, (reading: Reading) => boolean> = {
  numbers: ({ numbers }) => numbers.length > 0,
  place: ({ place }) => place.box !== undefined || place.type !== undefined,
  places: ({ places }) => places.length > 0,
  games: ({ games, operator, allGames }) => games.length > 0 || operator !== undefined || allGames,
  weekday: ({ weekday }) => weekday !== undefined,
  periods: ({ periods }) => periods.length > 0,
  last: ({ last }) => last !== undefined,
  event: ({ event }) => event !== undefined,
  sameEvent: ({ sameEvent }) => sameEvent,
  relations: ({ relations }) => relations.length > 0,
  within: ({ within }) => within !== undefined,
  lag: ({ lag }) => lag !== undefined,
  top: ({ top }) => top !== undefined,
  quantity: ({ quantity }) => quantity !== undefined,
  digit: ({ digit }) => digit !== undefined,
  stake: ({ stake }) => stake !== undefined,
  bet: ({ bet }) => bet !== undefined,
  amounts: ({ amounts }) => amounts.length > 0,
}

export const FIELDS = Object.keys(isNamed) as Field[]

export function names(reading: Reading, field: Field): boolean {
  return isNamed[field](reading)
}

export function has({ marks }: Pick<Reading, 'marks'>, ...wanted: readonly Mark[]): boolean {
  return wanted.some((mark) => marks.has(mark))
}
