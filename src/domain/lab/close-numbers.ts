/** Close numbers and lapping. Players name them without a fixed rule; these are our definitions (`/methods`). */
import { DRAW_LIMITS } from '../draw-limits.ts'
import { choose, hypergeometric } from '../luck/counts.ts'
import { type Distribution, normalised } from '../luck/distribution.ts'
import { sumOf } from '../luck/sums.ts'
import { carry } from './carry.ts'
import { mark, reachOf, type Sequence, widthOf } from './scope.ts'

const { ballsPerSet: SET_SIZE, highestBall: HIGHEST } = DRAW_LIMITS

export interface CloseNumbers {
  /** Numbers one above or below a ball of a draw that has a next one, each once per draw. */
  trials: number
  /** How many of them came in the next draw. */
  hits: number
  luck: Distribution
}

/** Close numbers: those one above or below a ball of the draw before, and not themselves among its balls. */
export function closeNumbers(sequences: readonly Sequence[]): CloseNumbers {
  const own = new Uint8Array(HIGHEST + 2)
  const close = new Uint8Array(HIGHEST + 2)
  const bySize = new Uint32Array(HIGHEST + 1)
  let hits = 0
  for (const sequence of sequences) {
    const { balls, width, length } = sequence
    const reach = reachOf(sequence)
    for (let t = 0; t < length; t++) {
      if (t + 1 > reach[t]!) continue
      mark(sequence, t, own, 1)
      let size = 0
      for (let i = t * width; i < (t + 1) * width; i++) {
        for (let number = balls[i]! - 1; number <= balls[i]! + 1; number += 2) {
          if (number < 1 || number > HIGHEST || own[number] === 1 || close[number] === 1) continue
          close[number] = 1
          size++
        }
      }
      bySize[size]!++
      for (let i = (t + 1) * width; i < (t + 2) * width; i++) hits += close[balls[i]!]!
      mark(sequence, t, own, 0)
      for (let i = t * width; i < (t + 1) * width; i++) close[balls[i]! - 1] = close[balls[i]! + 1] = 0
    }
  }
  const trials = bySize.reduce((sum, times, size) => sum + size * times, 0)
  const width = widthOf(sequences)
  const parts = [...bySize.entries()]
    .filter(([, times]) => times > 0)
    .map(([size, times]) => ({ distribution: hypergeometric(size, width, HIGHEST), times }))
  return { trials, hits, luck: sumOf(parts) }
}

/** The close numbers of a draw. 1 and 90 are no neighbours. */
export function closeTo(balls: Iterable<number>): Set<number> {
  const own = new Set(balls)
  const close = new Set<number>()
  for (const ball of own)
    for (const number of [ball - 1, ball + 1])
      if (number >= 1 && number <= HIGHEST && !own.has(number)) close.add(number)
  return close
}

export interface Lapping {
  /** The ten balls of each draw that has a next one. */
  trials: number
  hits: number
  luck: Distribution
}

/**
 * Lapping: a winning number that is among the next draw's machine numbers, or a machine number among its winning ones.
 *
 * @param sequences of both sets
 */
export function lapping(sequences: readonly Sequence[]): Lapping {
  const down = carry(sequences, 'winning', 'machine', 1)
  const up = carry(sequences, 'machine', 'winning', 1)
  const luck = sumOf([{ distribution: lapsOfOneDraw(), times: down.trials / SET_SIZE }])
  return { trials: down.trials + up.trials, hits: down.hits + up.hits, luck }
}

/** The laps of one draw: its winning five take `a` of the old machine five and `b` of the old winning five. */
function lapsOfOneDraw(): Distribution {
  const weights = new Float64Array(2 * SET_SIZE + 1)
  for (let a = 0; a <= SET_SIZE; a++)
    for (let b = 0; b <= SET_SIZE - a; b++)
      for (let laps = 0; laps <= SET_SIZE - b; laps++)
        weights[a + laps]! +=
          choose(SET_SIZE, a) *
          choose(SET_SIZE, b) *
          choose(HIGHEST - 2 * SET_SIZE, SET_SIZE - a - b) *
          choose(SET_SIZE - b, laps) *
          choose(HIGHEST - 2 * SET_SIZE + b, SET_SIZE - laps)
  return normalised(0, weights)
}
