import { DRAW_LIMITS } from '../draw-limits.ts'
import { eachBall, type GameScope } from './scope.ts'
import type { Slots } from './types.ts'

/** Last digits, odd and even balls, or sums of the sets of five. The average has one decimal. */
export function shape(
  scope: readonly GameScope[],
  { type, measure, digit }: Slots,
): Sums | { odd: number; even: number } | { balls: number } | { ending: number; balls: number }[] | null {
  if (measure === 'sum') return sums(scope, type)
  const counts = new Uint32Array(DRAW_LIMITS.highestBall + 1)
  const add = (ball: number) => counts[ball]!++
  for (const { draws, at } of scope) for (const i of at) eachBall(draws, i, { ...(type && { type }) }, add)
  const total = (fits: (ball: number) => boolean) =>
    counts.reduce((sum, count, ball) => (fits(ball) ? sum + count : sum), 0)
  if (measure === 'odd-even')
    return { odd: total((ball) => ball % 2 === 1), even: total((ball) => ball % 2 === 0) }
  const withEnding = (ending: number) => total((ball) => ball % 10 === ending)
  if (digit !== undefined) return { balls: withEnding(digit) }
  return Array.from({ length: 10 }, (_, ending) => ({ ending, balls: withEnding(ending) })).sort(
    (a, b) => b.balls - a.balls,
  )
}

type Sums = { sum: number } | { average: number; lowest: number; highest: number }

/** The sum of one draw; of several the average, the lowest and the highest. Null without a draw. */
function sums(scope: readonly GameScope[], type: Slots['type']): Sums | null {
  let [count, total, lowest, highest] = [0, 0, Infinity, 0]
  for (const { draws, at } of scope)
    for (const i of at) {
      let sum = 0
      eachBall(draws, i, { ...(type && { type }) }, (ball) => (sum += ball))
      if (sum === 0) continue
      count++
      total += sum
      lowest = Math.min(lowest, sum)
      highest = Math.max(highest, sum)
    }
  if (count === 0) return null
  if (count === 1) return { sum: total }
  return { average: Math.round((total / count) * 10) / 10, lowest, highest }
}
