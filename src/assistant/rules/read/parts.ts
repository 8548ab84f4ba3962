import type { Box } from '../../../platform/rules/base/balls.ts'
import type { Concept } from './lexicon.ts'
import type { ReadPeriod } from './periods.ts'
import type { Relation, SetType, Slots } from './types.ts'

/** A part of a text with its meaning. */
export type Part =
  | { is: 'concept'; concept: Concept }
  | { is: 'number'; value: number }
  /** A number that is no ball, such as 95 and 1,000: a stake, or nothing. */
  | { is: 'amount'; value: number }
  | { is: 'game'; key: string }
  /** `06`: a game or the number 6. */
  | { is: 'zero-six' }
  /** `40-45`: a list of numbers, or its two ends. */
  | { is: 'range'; from: number; to: number }
  | { is: 'period'; period: ReadPeriod }
  | { is: 'event'; n: number }
  | { is: 'against'; a: number; b: number }
  | { is: 'box'; box: Box }
  | { is: 'type'; type: SetType }
  | { is: 'relations'; keys: readonly Relation[] }
  | { is: 'set'; slots: Slots }
  | { is: 'filler' }
  | { is: 'unknown' }

/** A part in its place: the words that it was read from, those beside it, and whether a stop is in front. */
export type Item = Part & {
  at: number
  length: number
  raw: string
  before: string
  after: string
  stop: boolean
}

export type Of<Is extends Item['is']> = Extract<Item, { is: Is }>

/** Whether a part is one of some concepts. */
export const isOf = (item: Item | undefined, ...wanted: Concept[]) =>
  item?.is === 'concept' && wanted.includes(item.concept)
