/** The fixed screens that may call a figure unusual (statistics.md, section 6). The chart test is the fourth. */
import { DRAW_LIMITS } from '../draw-limits.ts'
import { attainableLevel, notUnusual } from '../luck/many-looks.ts'
import type { Distribution } from '../luck/distribution.ts'
import { type Frequency, luckOfNumber } from './frequency.ts'
import { longestGaps, luckOfLongestGap } from './gaps.ts'
import { ALL_PAIRS, luckOfPair, type PairCounts, topPairs } from './pairs.ts'
import { drawsIn, type Sequence } from './scope.ts'
import { type Figure, type Screen, screenOf, type Verdict, verdictOf } from './verdict.ts'

const { highestBall: HIGHEST } = DRAW_LIMITS

export interface JudgedScreen {
  screen: Screen
  /** In the order of the screen: the numbers 1 to 90, or the top pairs. */
  figures: (Figure & { verdict: Verdict })[]
  /** The chance that luck alone shows at least one figure as unusual; below 5 %, because counts are whole numbers. */
  level: number
}

function judged(counts: readonly number[], cases: number, luck: Distribution, screen: Screen): JudgedScreen {
  const { outside } = notUnusual(luck, screen.figures, screen.sides)
  return {
    screen,
    figures: counts.map((count) => {
      const figure = { count, cases, luck }
      return { ...figure, verdict: verdictOf(figure, screen) }
    }),
    level: attainableLevel(new Array<number>(screen.figures).fill(outside)),
  }
}

/** How often each of the 90 numbers came. */
export function numbersScreen(found: Frequency): JudgedScreen {
  const luck = luckOfNumber(found)
  return judged([...found.counts.subarray(1)], found.draws, luck, screenOf(luck, HIGHEST))
}

/** The longest gap of each of the 90 numbers in any game. */
export function gapsScreen(sequences: readonly Sequence[]): JudgedScreen {
  const luck = luckOfLongestGap(sequences)
  const counts = longestGaps(sequences).map(({ draws }) => draws)
  return judged(counts, drawsIn(sequences), luck, screenOf(luck, HIGHEST))
}

/** The pairs that came most often. Only a high count is unusual. */
export function pairsScreen(found: PairCounts): JudgedScreen {
  const luck = luckOfPair(found)
  const counts = topPairs(found).top.map(({ count }) => count)
  return judged(counts, found.draws, luck, screenOf(luck, ALL_PAIRS, 'upper'))
}
