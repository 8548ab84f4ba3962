/** The probabilities of a 5/90 draw. The product shows one of these next to every statistic. */
import { DRAW_LIMITS } from '../base/balls.ts'
import type { Distribution } from './distribution.ts'
import { itemAt } from '../base/lists.ts'

/** Chance that a given number is among the five of one draw: 5 in 90. */
export const HIT_PROBABILITY = DRAW_LIMITS.ballsPerSet / DRAW_LIMITS.highestBall

/** The expected count of any one number in a number of draws. */
export const expectedCount = (draws: number): number => draws * HIT_PROBABILITY

/** The draws since a number came, when every draw had it with the same chance, cut at `draws`. */
export function luckOfGap(draws: number, chance: number = HIT_PROBABILITY): Distribution {
  const chances = Float64Array.from({ length: draws + 1 }, (_, gap) =>
    gap === draws ? (1 - chance) ** gap : chance * (1 - chance) ** gap,
  )
  return { from: 0, chances }
}

/**
 * The expected longest run of draws without a given number, in a number of draws. The chance of a run of `length` draws
 * follows from the draw that ends the first such run: a draw with the number, and then `length` draws without it.
 */
export function expectedLongestGap(draws: number): number {
  let expected = 0
  for (let length = 1; length <= draws; length++) {
    const run = (1 - HIT_PROBABILITY) ** length
    /** Entry `n`: the chance of such a run within the first `n` draws. */
    const chances = new Float64Array(draws + 1)
    chances[length] = run
    for (let n = length + 1; n <= draws; n++)
      chances[n] = itemAt(chances, n - 1) + (1 - itemAt(chances, n - length - 1)) * HIT_PROBABILITY * run
    expected += itemAt(chances, draws)
    // The rest of the sum is shorter than a thousandth of a draw.
    if (itemAt(chances, draws) < 1e-6) break
  }
  return expected
}

/** Chance that two independent draws share at least one of their five numbers: 1 - C(85,5)/C(90,5), about 25.4 %. */
export const SHARED_NUMBER_PROBABILITY =
  1 - [0, 1, 2, 3, 4].reduce((product, i) => product * ((85 - i) / (90 - i)), 1)
