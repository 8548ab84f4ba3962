/** Numbers that pass from one set of balls to another (statistics.md, section 5: machine carry). */
import { DRAW_LIMITS } from '../draw-limits.ts'
import { hitsOf } from '../luck/counts.ts'
import type { Distribution } from '../luck/distribution.ts'
import { sumOf } from '../luck/sums.ts'
import type { DrawType } from '../positions.ts'
import { reachOf, type Sequence } from './scope.ts'

const { ballsPerSet: SET_SIZE, highestBall: HIGHEST } = DRAW_LIMITS

export interface Carry {
  /** The balls of the first set whose later draw is known. */
  trials: number
  hits: number
  /** The hits by luck, 1/18 of the trials; null for the same draw, whose ten balls differ by rule. */
  luck: Distribution | null
}

/**
 * Balls of one set that are in another set of the draw `lag` later.
 *
 * @param sequences of both sets
 * @param lag 0 for the same draw
 */
export function carry(sequences: readonly Sequence[], from: DrawType, to: DrawType, lag: number): Carry {
  const [first, second] = [from, to].map((type) => (type === 'winning' ? 0 : SET_SIZE)) as [number, number]
  const marks = new Uint8Array(HIGHEST + 1)
  let pairs = 0
  let hits = 0
  for (const sequence of sequences) {
    const { balls, width } = sequence
    const reach = reachOf(sequence)
    for (let t = 0; t < sequence.length; t++) {
      if (t + lag > reach[t]!) continue
      pairs++
      const source = t * width + first
      const target = (t + lag) * width + second
      for (let i = source; i < source + SET_SIZE; i++) marks[balls[i]!] = 1
      for (let i = target; i < target + SET_SIZE; i++) hits += marks[balls[i]!]!
      for (let i = source; i < source + SET_SIZE; i++) marks[balls[i]!] = 0
    }
  }
  const luck = lag === 0 ? null : sumOf([{ distribution: hitsOf(SET_SIZE), times: pairs }])
  return { trials: pairs * SET_SIZE, hits, luck }
}
