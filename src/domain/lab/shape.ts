/** The shape of a draw (statistics.md, section 5: odd/even, high/low, sum, endings, consecutive), with exact chances. */
import { DRAW_LIMITS } from '../draw-limits.ts'
import { binomial, choose, hypergeometric } from '../luck/counts.ts'
import { type Distribution, normalised } from '../luck/distribution.ts'
import { sumOf } from '../luck/sums.ts'
import { drawsIn, mark, type Sequence, widthOf } from './scope.ts'

const { highestBall: HIGHEST } = DRAW_LIMITS

/** Draws by how many of their balls are of one kind. */
export interface KindCounts {
  draws: number
  /** Entry `i`: the draws with `i` balls of the kind. */
  counts: number[]
  /** The chances of one draw. */
  oneDraw: Distribution
}

/** Draws by their odd balls; the others are even. */
export function oddBalls(sequences: readonly Sequence[]): KindCounts {
  return kindCounts(sequences, (ball) => ball % 2 === 1)
}

/** Draws by their high balls, 46 to 90. */
export function highBalls(sequences: readonly Sequence[]): KindCounts {
  return kindCounts(sequences, (ball) => ball > HIGHEST / 2)
}

function kindCounts(sequences: readonly Sequence[], isOfKind: (ball: number) => boolean): KindCounts {
  const width = widthOf(sequences)
  const ofKind = Uint8Array.from({ length: HIGHEST + 1 }, (_, ball) => (ball > 0 && isOfKind(ball) ? 1 : 0))
  const counts = new Array<number>(width + 1).fill(0)
  for (const { balls } of sequences) {
    for (let start = 0; start < balls.length; start += width) {
      let count = 0
      for (let i = start; i < start + width; i++) count += ofKind[balls[i]!]!
      counts[count]!++
    }
  }
  const all = ofKind.reduce((sum, one) => sum + one, 0)
  return { draws: drawsIn(sequences), counts, oneDraw: hypergeometric(all, width, HIGHEST) }
}

/** The draws with a given count of a kind, by luck. */
export function luckOfKind(
  { draws, oneDraw }: Pick<KindCounts, 'draws' | 'oneDraw'>,
  count: number,
): Distribution {
  return binomial(draws, oneDraw.chances[count - oneDraw.from] ?? 0)
}

export interface Sums {
  draws: number
  mean: number
  /** With the divisor N. */
  standardDeviation: number
  lowest: number
  highest: number
  /** Entry `s`: the draws whose balls add up to `s`. */
  counts: Uint32Array
  /** The chances of the sum of one draw: mean 227.5, standard deviation 56.77 for five balls. */
  oneDraw: Distribution
}

/** The sums of the balls. @returns null without a draw */
export function sums(sequences: readonly Sequence[]): Sums | null {
  const width = widthOf(sequences)
  const draws = drawsIn(sequences)
  if (draws === 0) return null
  const counts = new Uint32Array(width * HIGHEST + 1)
  for (const { balls } of sequences) {
    for (let start = 0; start < balls.length; start += width) {
      let sum = 0
      for (let i = start; i < start + width; i++) sum += balls[i]!
      counts[sum]!++
    }
  }
  let mean = 0
  for (let sum = 0; sum < counts.length; sum++) mean += (sum * counts[sum]!) / draws
  let variance = 0
  for (let sum = 0; sum < counts.length; sum++) variance += ((sum - mean) ** 2 * counts[sum]!) / draws
  let lowest = 0
  while (counts[lowest] === 0) lowest++
  let highest = counts.length - 1
  while (counts[highest] === 0) highest--
  const standardDeviation = Math.sqrt(variance)
  return { draws, mean, standardDeviation, lowest, highest, counts, oneDraw: luckOfSum(width) }
}

const SUM_CHANCES = new Map<number, Distribution>()

/** The chances of the sum of `size` different numbers from 1 to 90: counted ball by ball. */
export function luckOfSum(size: number): Distribution {
  const known = SUM_CHANCES.get(size)
  if (known) return known
  const most = size * HIGHEST
  // Entry [i][s]: the ways to choose i of the balls so far with the sum s.
  const ways = Array.from({ length: size + 1 }, () => new Float64Array(most + 1))
  ways[0]![0] = 1
  for (let ball = 1; ball <= HIGHEST; ball++)
    for (let i = size; i >= 1; i--)
      for (let sum = most; sum >= ball; sum--) ways[i]![sum]! += ways[i - 1]![sum - ball]!
  const found = normalised(0, ways[size]!)
  SUM_CHANCES.set(size, found)
  return found
}

/** Balls by their last digit. */
export interface Endings {
  balls: number
  /** Entry `d`: the balls that end in `d`. */
  counts: number[]
  /** The balls with one ending by luck: nine numbers have each ending. */
  luck: Distribution
}

export function endings(sequences: readonly Sequence[]): Endings {
  const counts = new Array<number>(10).fill(0)
  for (const { balls } of sequences) for (const ball of balls) counts[ball % 10]!++
  const [draws, width] = [drawsIn(sequences), widthOf(sequences)]
  const luck = sumOf([{ distribution: hypergeometric(HIGHEST / 10, width, HIGHEST), times: draws }])
  return { balls: draws * width, counts, luck }
}

/** Draws with two numbers n and n + 1. */
export interface Consecutive {
  draws: number
  count: number
  luck: Distribution
}

export function consecutive(sequences: readonly Sequence[]): Consecutive {
  const marks = new Uint8Array(HIGHEST + 2)
  let count = 0
  for (const sequence of sequences) {
    const { balls, width, length } = sequence
    for (let t = 0; t < length; t++) {
      mark(sequence, t, marks, 1)
      for (let i = t * width; i < (t + 1) * width; i++)
        if (marks[balls[i]! + 1] === 1) {
          count++
          break
        }
      mark(sequence, t, marks, 0)
    }
  }
  const [draws, width] = [drawsIn(sequences), widthOf(sequences)]
  return { draws, count, luck: binomial(draws, chanceOfConsecutive(width)) }
}

/** 1 − C(86,5)/C(90,5): no two of `size` numbers are neighbours in C(91 − size, size) ways. */
export function chanceOfConsecutive(size: number): number {
  return 1 - choose(HIGHEST + 1 - size, size) / choose(HIGHEST, size)
}
