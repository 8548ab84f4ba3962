/** The probabilities of a 5/90 draw. The product shows one of these next to every statistic. */
import { DRAW_LIMITS } from '../../../platform/rules/base/balls.ts'
import { choose } from './counts.ts'
import type { Distribution } from './distribution.ts'
import { chanceOfNoLongerRun } from './runs.ts'

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

/** The expected longest run of draws without a given number, in a number of draws. */
export function expectedLongestGap(draws: number): number {
  let expected = 0
  // A run is longer than `most` with this chance. The rest of the sum is shorter than a thousandth of a draw.
  for (let most = 0, longer = 1; most < draws && longer >= 1e-6; most++) {
    longer = 1 - chanceOfNoLongerRun(draws, HIT_PROBABILITY, most)
    expected += longer
  }
  return expected
}

/**
 * The chance that two independent draws share at least one number: 1 - C(85,5)/C(90,5), about 25.4 %, or 71.2 % for both
 * sets. @param width the balls of a draw
 */
export const chanceOfSharing = (width: number = DRAW_LIMITS.ballsPerSet): number =>
  1 - choose(DRAW_LIMITS.highestBall - width, width) / choose(DRAW_LIMITS.highestBall, width)
