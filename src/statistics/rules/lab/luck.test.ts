import { describe, expect, test } from 'vitest'
import { random } from '../../../../tests/support/random.ts'
import { historyBy } from '../../../../tests/long/simulate-luck.ts'
import { binomial } from '../../../draws/rules/luck/counts.ts'
import {
  centralRange,
  type Distribution,
  meanOf,
  quantile,
  varianceOf,
} from '../../../draws/rules/luck/distribution.ts'
import { markOf } from './figure.ts'
import { highLow } from './figures/high-low.ts'
import { chanceWithin } from './figures/followers.ts'
import { chanceOfSharing } from '../../../draws/rules/luck/chance.ts'
import { luckOfSum } from '../../../draws/rules/luck/sums.ts'
import { frequency, luckOfNumber } from './frequency.ts'
import { chanceOfGap, gapsOf, longestGaps, luckOfLongestGap } from './figures/gaps.ts'
import { chanceTogether } from './figures/pairs.ts'
import { RELATIONS } from './chart.ts'
import { sequencesOf, WHOLE_HISTORY } from './scope.ts'
import { chartFinding, chartTest } from './figures/chart-test.ts'

test.each([
  ['a count', 66, 900, 'Came 66 times; luck gives 50, usually 37 to 64.'],
  ['one coming', 1, 100, 'Came 1 time; luck gives 5.6, usually 2 to 10.'],
  [
    'few cases',
    2,
    12,
    'Came 2 times; luck gives 0.7, usually 0 to 3. That is too few to read anything from.',
  ],
])('the sentence of %s', (_what, count, cases, sentence) => {
  const mark = markOf({ key: '', label: '', count, cases, luck: binomial(cases, 1 / 18) })
  expect(mark.sentence).toBe(sentence)
})

test('the sentences of a chart test that finds something', () => {
  const lucky = historyBy(1, 400, (before) =>
    before.length === 0 ? [1, 2, 3, 4, 5] : before.map((ball) => ((ball + 44) % 90) + 1),
  )
  const sentence = chartFinding(lucky).sentences!.join(' ')
  expect(sentence).toContain('Counterpart in the next draw, came 1,995 times; luck gives 111.')
  expect(sentence).not.toContain('No column has shown')
  expect(sentence).toContain(
    'Unusual: of 100 fair lotteries, fewer than 5 ever show anything like this. First check for typing errors. Proof so far: over 1,000,000 of the 500 needed. Most of the proof comes from Counterpart, next draw. Unusual does not mean cheating. It does not make the next draw surer.',
  )
  const oneDraw = historyBy(3, 1, () => [1, 2, 3, 4, 5])
  expect(chartTest(sequencesOf(oneDraw, WHOLE_HISTORY))).toBeNull()
})

describe('the chances of section 5', () => {
  test.each<[string, number, number]>([
    ['a pair', chanceTogether(2, 5), 1 / 400.5],
    ['a triplet', chanceTogether(3, 5), 1 / 11_748],
    ['a pair in both sets', chanceTogether(2, 10), 1 / 89],
    ['a triplet in both sets', chanceTogether(3, 10), 1 / 979],
    ['a shared number', chanceOfSharing(5), 0.25365],
    ['a shared number of both sets', chanceOfSharing(10), 0.712],
    ['a relative in the next draw', chanceWithin(1, 5), 1 / 18],
    ['within two draws', chanceWithin(2, 5), 0.10802],
    ['within three draws', chanceWithin(3, 5), 0.15758],
    ['a gap of 18 draws', chanceOfGap(18), (17 / 18) ** 18],
    ['a gap of 3 draws in both sets', chanceOfGap(3, 10), (8 / 9) ** 3],
    ['one number in both sets', meanOf(luckOfNumber({ draws: 900, width: 10 })) / 900, 1 / 9],
    ['one number in one box', meanOf(luckOfNumber({ draws: 900, width: 1 })) / 900, 1 / 90],
    ['the mean sum', meanOf(luckOfSum(5)), 227.5],
    ['the deviation of the sum', Math.sqrt(varianceOf(luckOfSum(5))), 56.77],
  ])('%s: %d', (_what, chance, expected) => {
    expect(chance / expected).toBeCloseTo(1, 3)
  })

  test('the cells that are left out', () => {
    const left = RELATIONS.map(({ key, numbers, nonBalls, selfRelations }) => [
      key,
      numbers,
      nonBalls,
      selfRelations,
    ])
    for (const [, numbers, nonBalls, selfRelations] of left as [string, number, number, number][])
      expect(numbers + nonBalls + selfRelations).toBe(90)
    expect(left.find(([key]) => key === 'turning')).toEqual(['turning', 74, 0, 16])
    expect(left.find(([key]) => key === 'malta')).toEqual(['malta', 88, 1, 1])
  })
})

/** The share of simulated counts outside the range of a distribution. */
function shareOutside(counts: readonly number[], luck: Distribution): number {
  const { low, high } = centralRange(luck)
  return counts.filter((count) => count < low || count > high).length / counts.length
}

describe('luck, simulated', () => {
  const source = random(11)
  const luckyHistory = (games: number, draws: number) =>
    sequencesOf(
      historyBy(games, draws, () => source.balls()),
      WHOLE_HISTORY,
    )

  test('puts about 5 % of numbers and shapes outside their ranges', () => {
    const numbers: number[] = []
    const high: number[] = []
    for (let i = 0; i < 120; i++) {
      const sequences = luckyHistory(2, 250)
      const found = frequency(sequences)
      numbers.push(...found.counts.subarray(1))
      high.push(highLow(sequences)[3]!.count)
    }
    expect(shareOutside(numbers, luckOfNumber({ draws: 500, width: 5 }))).toBeLessThan(0.055)
    expect(shareOutside(high, highLow(luckyHistory(2, 250))[3]!.luck)).toBeLessThan(0.1)
  })

  test('the longest gap of a number in any game has its exact distribution', () => {
    const gaps: number[] = []
    for (let i = 0; i < 40; i++) gaps.push(...longestGaps(luckyHistory(3, 200)).map(({ draws }) => draws))
    const luck = luckOfLongestGap(luckyHistory(3, 200))
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length
    expect(Math.abs(mean - meanOf(luck))).toBeLessThan(
      (4 * Math.sqrt(varianceOf(luck))) / Math.sqrt(gaps.length),
    )
    expect(shareOutside(gaps, luck)).toBeLessThan(0.06)
    const sorted = gaps.sort((a, b) => a - b)
    expect(Math.abs(sorted[gaps.length / 2]! - quantile(luck, 0.5))).toBeLessThanOrEqual(2)
  })
})

test('a number that never came has a gap of all draws', () => {
  const [sequence] = sequencesOf(
    historyBy(1, 5, () => [1, 2, 3, 4, 5]),
    WHOLE_HISTORY,
  )
  expect(gapsOf(sequence!)[89]).toEqual({
    number: 90,
    came: 0,
    lastRow: null,
    current: 5,
    record: 5,
    recordBetween: null,
    mean: null,
  })
})
