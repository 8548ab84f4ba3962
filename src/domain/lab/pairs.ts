/** Numbers that came together in one draw (statistics.md, section 5: pair, triplet, top pairs). */
import { DRAW_LIMITS } from '../draw-limits.ts'
import { binomial, choose } from '../luck/counts.ts'
import { centralRange, type CountRange, type Distribution } from '../luck/distribution.ts'
import { highest } from '../luck/order.ts'
import { drawsIn, mark, type Sequence, widthOf } from './scope.ts'

const { highestBall: HIGHEST } = DRAW_LIMITS

/** The pairs of 90 numbers: 4,005. */
export const ALL_PAIRS = choose(HIGHEST, 2)

/** The chance that `size` given numbers are together in one draw: 1/400.5 for a pair, 1/89 in both sets. */
export function chanceTogether(size: number, width: number): number {
  return choose(width, size) / choose(HIGHEST, size)
}

export interface PairCounts {
  draws: number
  width: number
  /** The draws with the numbers `a` < `b` at `a * 91 + b`. */
  counts: Uint32Array
}

export function pairCounts(sequences: readonly Sequence[]): PairCounts {
  const width = widthOf(sequences)
  const counts = new Uint32Array((HIGHEST + 1) * (HIGHEST + 1))
  for (const { balls } of sequences) {
    for (let start = 0; start < balls.length; start += width) {
      for (let i = start; i < start + width; i++) {
        const a = balls[i]!
        for (let j = i + 1; j < start + width; j++) {
          const b = balls[j]!
          // Equal numbers in both sets are a typing error; a number is no pair with itself.
          if (a < b) counts[a * (HIGHEST + 1) + b]!++
          else if (b < a) counts[b * (HIGHEST + 1) + a]!++
        }
      }
    }
  }
  return { draws: drawsIn(sequences), width, counts }
}

export function pairCount({ counts }: PairCounts, a: number, b: number): number {
  return counts[Math.min(a, b) * (HIGHEST + 1) + Math.max(a, b)]!
}

/** The draws with one pair by luck. */
export function luckOfPair({ draws, width }: Pick<PairCounts, 'draws' | 'width'>): Distribution {
  return binomial(draws, chanceTogether(2, width))
}

export interface Pair {
  a: number
  b: number
  count: number
}

export interface TopPairs {
  /** Most frequent first, then by the lower and the higher number. */
  top: Pair[]
  /** How many pairs have at least the count of the last place. */
  withLastCount: number
  /** Pairs that came at least once, of 4,005. */
  came: number
  never: Pair[]
  /** The expected count of any one pair. */
  expected: number
  /** The count of the top pair in 19 of 20 histories by luck. */
  topByLuck: CountRange
}

export function topPairs(found: PairCounts, places = 20): TopPairs {
  const pairs: Pair[] = []
  for (let a = 1; a <= HIGHEST; a++)
    for (let b = a + 1; b <= HIGHEST; b++) pairs.push({ a, b, count: found.counts[a * (HIGHEST + 1) + b]! })
  // The sort is stable: equal counts stay in the order of their numbers.
  pairs.sort((one, other) => other.count - one.count)
  const last = pairs[places - 1]!.count
  const never = pairs.filter(({ count }) => count === 0)
  return {
    top: pairs.slice(0, places),
    withLastCount: pairs.filter(({ count }) => count >= last).length,
    came: pairs.length - never.length,
    never,
    expected: found.draws * chanceTogether(2, found.width),
    topByLuck: centralRange(highest(luckOfPair(found), ALL_PAIRS, 1)),
  }
}

/** How often given numbers came together. */
export interface Together {
  draws: number
  count: number
  luck: Distribution
  /** The draws, as indexes of each game's draws. */
  rows: { game: string; row: number }[]
}

/** Looks up a pair, a triplet or more. @param numbers different numbers from 1 to 90 */
export function together(sequences: readonly Sequence[], numbers: readonly number[]): Together {
  const rows: Together['rows'] = []
  const marks = new Uint8Array(HIGHEST + 1)
  for (const sequence of sequences) {
    for (let t = 0; t < sequence.length; t++) {
      mark(sequence, t, marks, 1)
      if (numbers.every((number) => marks[number] === 1))
        rows.push({ game: sequence.draws.game, row: sequence.rows[t]! })
      mark(sequence, t, marks, 0)
    }
  }
  const draws = drawsIn(sequences)
  const luck = binomial(draws, chanceTogether(numbers.length, widthOf(sequences)))
  return { draws, count: rows.length, luck, rows }
}
