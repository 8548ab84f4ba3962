import { DRAW_LIMITS } from '../base/balls.ts'
import { type Distribution, normalised } from './distribution.ts'

const SUM_CHANCES = new Map<number, Distribution>()

/** The chances of the sum of `size` different numbers from 1 to 90: counted ball by ball. */
export function luckOfSum(size: number): Distribution {
  const known = SUM_CHANCES.get(size)
  if (known) return known
  const most = size * DRAW_LIMITS.highestBall
  // Entry [i][s]: the ways to choose i of the balls so far with the sum s.
  const ways = Array.from({ length: size + 1 }, () => new Float64Array(most + 1))
  ways[0]![0] = 1
  for (let ball = 1; ball <= DRAW_LIMITS.highestBall; ball++)
    for (let i = size; i >= 1; i--)
      for (let sum = most; sum >= ball; sum--) ways[i]![sum]! += ways[i - 1]![sum - ball]!
  const found = normalised(0, ways[size]!)
  SUM_CHANCES.set(size, found)
  return found
}
