// Exact chances are uniform under luck once ties are broken at random (statistics.md, section 8).
import { expect, test } from 'vitest'
import { historyBy } from '../../../../tests/long/simulate-luck.ts'
import { chiSquareTail } from '../../../../tests/support/chi-square.ts'
import { random } from '../../../../tests/support/random.ts'
import { atLeast, chanceOf, type Distribution } from '../../../draws/rules/luck/distribution.ts'
import { chartCells, relationOfColumn } from './chart.ts'
import { frequency, luckOfNumber } from './frequency.ts'
import { longestGaps, luckOfLongestGap } from './figures/gaps.ts'
import { luckOfPair, pairCount, pairCounts } from './figures/pairs.ts'
import { highLow } from './figures/high-low.ts'
import { repeats } from './figures/moving.ts'
import { type Sequence, sequencesOf, WHOLE_HISTORY } from './scope.ts'

type Figure = { count: number; luck: Distribution }

const cell = (sequences: readonly Sequence[], key: 'partner' | 'code' | 'shadow', lag: number): Figure => {
  const [found] = chartCells(sequences, [relationOfColumn(key)], [lag])
  return { count: found!.hits, luck: found!.luck }
}

const FIGURES: Record<string, (sequences: readonly Sequence[]) => Figure> = {
  'the count of a number': (sequences) => {
    const found = frequency(sequences)
    return { count: found.counts[7]!, luck: luckOfNumber(found) }
  },
  'the longest gap of a number': (sequences) => ({
    count: longestGaps(sequences)[6]!.draws,
    luck: luckOfLongestGap(sequences),
  }),
  'the count of a pair': (sequences) => {
    const found = pairCounts(sequences)
    return { count: pairCount(found, 7, 42), luck: luckOfPair(found) }
  },
  'a mutual column': (sequences) => cell(sequences, 'partner', 3),
  'a column with shared relatives': (sequences) => cell(sequences, 'code', 1),
  'another column with shared relatives': (sequences) => cell(sequences, 'shadow', 2),
  'moving numbers': (sequences) => {
    const { sharing, luck } = repeats(sequences)
    return { count: sharing, luck }
  },
  'draws with two high numbers': (sequences) => highLow(sequences)[2]!,
}

const BINS = 10

test.each(Object.entries(FIGURES))('%s', (_what, figureOf) => {
  const source = random(2026)
  const bins = new Array<number>(BINS).fill(0)
  const histories = 400
  for (let i = 0; i < histories; i++) {
    const history = historyBy(2, 90, () => source.balls())
    const { count, luck } = figureOf(sequencesOf(history, WHOLE_HISTORY))
    const chance = atLeast(luck, count + 1) + chanceOf(luck, count) * (source.below(1_000_000) / 1_000_000)
    bins[Math.min(BINS - 1, Math.floor(chance * BINS))]!++
  }
  const expected = histories / BINS
  const sum = bins.reduce((total, seen) => total + (seen - expected) ** 2 / expected, 0)
  expect(chiSquareTail(sum, BINS - 1)).toBeGreaterThan(0.001)
})
