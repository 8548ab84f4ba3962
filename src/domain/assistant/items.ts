import type { Weekday } from '../calendar.ts'
import type { Box } from '../positions.ts'
import type { BetKey } from './bets.ts'
import type { ReadPeriod } from './days.ts'
import type { Mark } from './marks.ts'
import type { Relation, SetType } from './types.ts'

/** A part of a question with its meaning. */
export type Part =
  | { is: 'mark'; mark: Mark }
  | { is: 'number'; value: number; named: boolean }
  /** A number that is no ball: `45.5`, `0`, `95`, `500`. */
  | { is: 'no-ball'; value: number }
  | { is: 'game'; key: string }
  /** `06`: a game or the number 6. */
  | { is: 'zero-six' }
  | { is: 'operator'; name: string }
  | { is: 'all-games' }
  | { is: 'doubt'; keys: readonly string[] }
  | { is: 'stranger' }
  | { is: 'weekday'; day: Weekday }
  | { is: 'period'; period: ReadPeriod }
  | { is: 'last-draws'; n: number }
  | { is: 'event'; n: number }
  | { is: 'same-event' }
  | { is: 'box'; box: Box }
  | { is: 'any-box' }
  | { is: 'type'; type: SetType }
  | { is: 'relations'; keys: readonly Relation[] }
  | { is: 'within' | 'lag' | 'top' | 'digit' | 'stake' | 'quantity'; n: number }
  | { is: 'bet'; bet: BetKey }
  /** A phrase that is understood and that no question can use: "3 times", "two banker". */
  | { is: 'unusable' }
  | { is: 'filler' }
  | { is: 'unknown' }

/** A part with its place among the tokens. */
export type Item = Part & {
  at: number
  length: number
  raw: string
  /** The word in front, and the word behind. */
  before: string
  after: string
  /** Whether a comma or another stop precedes it. */
  stop: boolean
}
