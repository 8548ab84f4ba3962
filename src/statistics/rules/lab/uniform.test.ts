// Exact chances are uniform under luck once ties are broken at random (statistics.md, section 8).
import { expect, test } from 'vitest'
import { historyBy } from '../../../../tests/long/simulate-luck.ts'
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
const source = random(2026)
const HISTORIES = Array.from({ length: 400 }, () =>
  sequencesOf(
    historyBy(2, 90, () => source.balls()),
    WHOLE_HISTORY,
  ),
)

test.each(Object.entries(FIGURES))('%s', (_what, figureOf) => {
  const bins = new Array<number>(BINS).fill(0)
  for (const sequences of HISTORIES) {
    const { count, luck } = figureOf(sequences)
    const chance = atLeast(luck, count + 1) + chanceOf(luck, count) * (source.below(1_000_000) / 1_000_000)
    bins[Math.min(BINS - 1, Math.floor(chance * BINS))]!++
  }
  const expected = HISTORIES.length / BINS
  const sum = bins.reduce((total, seen) => total + (seen - expected) ** 2 / expected, 0)
  // Luck exceeds it once in a thousand times: chi-square with nine degrees of freedom.
  expect(sum).toBeLessThan(27.88)
})
