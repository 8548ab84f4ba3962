import { formatCount } from './money.ts'

/** `152 of 2,541 draws; luck gives about 141`. */
export function countSentence(facts: { count: number; draws: number; expected: number }): string {
  const { count, draws, expected } = facts
  const unit = draws === 1 ? 'draw' : 'draws'
  return `${formatCount(count)} of ${formatCount(draws)} ${unit}; luck gives about ${formatCount(Math.round(expected))}`
}
