/** How often each number came (statistics.md, section 5: frequency, top five). */
import { binomial, highest } from '../luck/counts.ts'
import { centralRange, type CountRange, type Distribution, meanOf } from '../luck/distribution.ts'
import { ballsAt, drawsIn, eachStep, HIGHEST, type Sequence, widthOf } from './scope.ts'
import { itemAt, tally } from '../base/lists.ts'

export interface Frequency {
  draws: number
  /** The balls of a draw, 5 or 10. */
  width: number
  /** Entry `n`: the draws with the number `n` in any box. */
  counts: Uint32Array
  /** For each place of a draw, entry `n`: the draws with `n` in that place. */
  byBox: readonly Uint32Array[]
}

export function frequency(sequences: readonly Sequence[]): Frequency {
  const width = widthOf(sequences)
  const counts = new Uint32Array(HIGHEST + 1)
  const byBox = Array.from({ length: width }, () => new Uint32Array(HIGHEST + 1))
  eachStep(sequences, 0, (sequence, t) => {
    const balls = ballsAt(sequence, t)
    for (const [place, ball] of balls.entries()) {
      tally(itemAt(byBox, place), ball)
      // A number in both sets of one draw is a typing error and counts as one draw.
      if (balls.indexOf(ball) === place) tally(counts, ball)
    }
  })
  return { draws: drawsIn(sequences), width, counts, byBox }
}

/** The count of one number by luck: N/18, N/9 for both sets, or N/90 in one box. */
export const luckOfNumber = ({ draws, width }: Pick<Frequency, 'draws' | 'width'>): Distribution =>
  binomial(draws, width / HIGHEST)

/** A place of the list of the most frequent numbers, with luck's count for that place. */
interface TopPlace {
  place: number
  count: number
  /** All numbers with this count, in ascending order. */
  numbers: number[]
  expected: number
  usual: CountRange
}

/** The most frequent numbers, all ties included, down to at least `places` numbers. */
export function topNumbers(found: Frequency, places = 5): TopPlace[] {
  const luck = luckOfNumber(found)
  const top: TopPlace[] = []
  const counts = [...new Set(found.counts.subarray(1))].sort((a, b) => b - a)
  let place = 1
  for (const count of counts) {
    if (place > places || count === 0) break
    const numbers: number[] = []
    for (let n = 1; n <= HIGHEST; n++) if (found.counts[n] === count) numbers.push(n)
    const byLuck = highest(luck, HIGHEST, place)
    top.push({ place, count, numbers, expected: meanOf(byLuck), usual: centralRange(byLuck) })
    place += numbers.length
  }
  return top
}
