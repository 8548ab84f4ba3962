/** How often each number came (statistics.md, section 5: frequency, top five). */
import { binomial, highest } from '../../../draws/rules/luck/counts.ts'
import {
  centralRange,
  type CountRange,
  type Distribution,
  meanOf,
} from '../../../draws/rules/luck/distribution.ts'
import { ballsAt, drawsIn, eachStep, HIGHEST, type Sequence, widthOf } from './scope.ts'
import { itemAt, tally } from '../../../platform/rules/base/lists.ts'
import { ALL_NUMBERS } from '../../../platform/rules/base/balls.ts'

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
  number: number
  count: number
  expected: number
  usual: CountRange
}

/**
 * The most frequent numbers, down to at least `places` of them and all that tie with the last. Numbers with the same count
 * have places of their own, in ascending order: luck gives each place another count.
 */
export function topNumbers(found: Frequency, places = 5): TopPlace[] {
  const luck = luckOfNumber(found)
  const countOf = (number: number) => itemAt(found.counts, number)
  // The sort is stable.
  const ranked = ALL_NUMBERS.filter((number) => countOf(number) > 0).sort((a, b) => countOf(b) - countOf(a))
  const last = ranked[places - 1]
  return ranked
    .filter((number) => last === undefined || countOf(number) >= countOf(last))
    .map((number, i) => {
      const byLuck = highest(luck, HIGHEST, i + 1)
      return {
        place: i + 1,
        number,
        count: countOf(number),
        expected: meanOf(byLuck),
        usual: centralRange(byLuck),
      }
    })
}
