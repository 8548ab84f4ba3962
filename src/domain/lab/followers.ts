/** What came after a number (statistics.md, section 5: followers, moving). */
import { DRAW_LIMITS } from '../draw-limits.ts'
import { binomial, choose } from '../luck/counts.ts'
import type { Distribution } from '../luck/distribution.ts'
import { mark, reachOf, type Sequence, widthOf } from './scope.ts'

const { highestBall: HIGHEST } = DRAW_LIMITS

/** The row of one number: what came after it. */
export interface Followers {
  /** Draws with the number that have a later draw at the lag. */
  trials: number
  /** Entry `m`: how many of them had `m` at the lag. */
  counts: Uint32Array
  /** The count of one `m` by luck. */
  luck: Distribution
}

/** The numbers `lag` draws after a draw with `number`. */
export function followersOf(sequences: readonly Sequence[], number: number, lag: number): Followers {
  return follow(sequences, number, (t, reach) => (t + lag <= reach ? [t + lag, t + lag] : null), 1)
}

/** The numbers in at least one of the `draws` draws after a draw with `number`. */
export function followersWithin(sequences: readonly Sequence[], number: number, draws: number): Followers {
  return follow(sequences, number, (t, reach) => (t + draws <= reach ? [t + 1, t + draws] : null), draws)
}

function follow(
  sequences: readonly Sequence[],
  number: number,
  later: (t: number, reach: number) => [first: number, last: number] | null,
  draws: number,
): Followers {
  const counts = new Uint32Array(HIGHEST + 1)
  const seen = new Int32Array(HIGHEST + 1)
  let trials = 0
  for (const sequence of sequences) {
    const { balls, width } = sequence
    const reach = reachOf(sequence)
    for (let t = 0; t < sequence.length; t++) {
      if (!hasBall(sequence, t, number)) continue
      const range = later(t, reach[t]!)
      if (!range) continue
      trials++
      for (let i = range[0] * width; i < (range[1] + 1) * width; i++) {
        const ball = balls[i]!
        if (seen[ball] === trials) continue
        seen[ball] = trials
        counts[ball]!++
      }
    }
  }
  return { trials, counts, luck: binomial(trials, chanceWithin(draws, widthOf(sequences))) }
}

function hasBall({ balls, width }: Sequence, t: number, number: number): boolean {
  for (let i = t * width; i < (t + 1) * width; i++) if (balls[i] === number) return true
  return false
}

/** The chance that one number comes in at least one of some draws: 1 − (17/18)^draws, with 8/9 for both sets. */
export function chanceWithin(draws: number, width: number): number {
  return 1 - (1 - width / HIGHEST) ** draws
}

/** The numbers that two draws share. */
export interface Repeats {
  pairs: number
  /** Pairs of draws with at least one number in both. */
  sharing: number
  sharedNumbers: number
  /** Entry `i`: the pairs of draws that share `i` numbers. */
  distribution: number[]
  /** The pairs that share a number by luck. */
  luck: Distribution
}

/** The chance that two draws share at least one number: 25.365 %, 71.2 % for both sets. */
export function chanceOfSharing(width: number): number {
  return 1 - choose(HIGHEST - width, width) / choose(HIGHEST, width)
}

/** Visits pairs of draws, each a sequence with a draw. */
export type EachPair = (visit: (a: Sequence, t: number, b: Sequence, u: number) => void) => void

/** Counts the numbers that pairs of draws share. */
export function sharedBy(eachPair: EachPair, width: number): Repeats {
  const distribution = new Array<number>(width + 1).fill(0)
  const marks = new Uint8Array(HIGHEST + 1)
  eachPair((a, t, b, u) => {
    mark(a, t, marks, 1)
    let shared = 0
    for (let i = u * width; i < (u + 1) * width; i++) shared += marks[b.balls[i]!]!
    mark(a, t, marks, 0)
    distribution[shared]!++
  })
  const pairs = distribution.reduce((sum, count) => sum + count, 0)
  return {
    pairs,
    sharing: pairs - distribution[0]!,
    sharedNumbers: distribution.reduce((sum, count, shared) => sum + count * shared, 0),
    distribution,
    luck: binomial(pairs, chanceOfSharing(width)),
  }
}

/** Moving numbers: what draws share with the draw `lag` later. */
export function repeats(sequences: readonly Sequence[], lag = 1): Repeats {
  return sharedBy((visit) => {
    for (const sequence of sequences) {
      const reach = reachOf(sequence)
      for (let t = 0; t < sequence.length; t++)
        if (t + lag <= reach[t]!) visit(sequence, t, sequence, t + lag)
    }
  }, widthOf(sequences))
}
