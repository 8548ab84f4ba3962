import { describe, expect, test } from 'vitest'
import { random } from '../../../tests/support/random.ts'
import { historyBy } from '../../../tests/long/simulate-luck.ts'
import { parseDate } from '../base/calendar.ts'
import { binomial, choose } from '../luck/counts.ts'
import { centralRange, type Distribution, meanOf, quantile, varianceOf } from '../luck/distribution.ts'
import { byFeller, byRecurrence } from '../luck/runs.ts'
import { cellsOf } from './figure.ts'
import { chanceOfConsecutive } from './figures/consecutive.ts'
import { chanceWithin } from './figures/followers.ts'
import { chanceOfSharing } from './figures/moving.ts'
import { oddEven } from './figures/odd-even.ts'
import { luckOfSum } from './figures/sums.ts'
import { boxUniformity, frequency, luckOfBox, luckOfNumber, uniformity } from './frequency.ts'
import { chanceOfGap, gapsOf, longestGaps, luckOfLongestGap } from './figures/gaps.ts'
import { countingWeeks, expectedEqualGaps } from './figures/counting-weeks.ts'
import { chanceTogether } from './figures/together.ts'
import { RELATIONS } from './relatives.ts'
import { allowsVerdict, sequencesOf, WHOLE_HISTORY } from './scope.ts'
import { chartSentences, chartTest } from './figures/chart-test.ts'
import {
  correctedRange,
  type Figure,
  figureSentence,
  OWN_WINDOW_SENTENCE,
  type Screen,
  screenOf,
  unusualSentence,
  verdictOf,
} from './verdict.ts'

describe('the sentences of section 6', () => {
  const luck = binomial(900, 1 / 18)
  const of = (count: number): Figure => ({ count, cases: 900, luck })
  const cells: Screen = { figures: 27, outsideByLuck: 1.3, sides: 'both' }

  test.each<[string, Figure, Screen | null, string]>([
    ['inside', of(52), cells, 'Came 52 times; luck gives 50, usually 37 to 64. Nothing unusual.'],
    [
      'high alone',
      of(66),
      cells,
      'Came 66 times; luck gives 50, usually 37 to 64. High by itself, but among 27 such figures luck usually puts one or two this far out. Not unusual.',
    ],
    [
      'low alone',
      of(36),
      { ...cells, outsideByLuck: 12.4 },
      'Came 36 times; luck gives 50, usually 37 to 64. Low by itself, but among 27 such figures luck usually puts about 12 this far out. Not unusual.',
    ],
    [
      'unusual',
      of(80),
      cells,
      'Came 80 times; luck gives 50, usually 37 to 64. Unusual: allowing for all 27 figures we looked at, luck alone does this in fewer than 1 of 100 histories. First check the rows for typing errors. It does not make the next draw surer.',
    ],
    [
      'too few',
      { count: 2, cases: 12, luck: binomial(12, 1 / 18) },
      null,
      'Only 12 cases. Luck gives 0 to 3; nothing can be read from this.',
    ],
    [
      'one case',
      { count: 0, cases: 1, luck: binomial(1, 1 / 18) },
      cells,
      'Only 1 case. Luck gives 0 to 1; nothing can be read from this.',
    ],
    ['no verdict', of(66), null, 'Came 66 times; luck gives 50, usually 37 to 64.'],
    [
      'once',
      { count: 1, cases: 100, luck: binomial(100, 1 / 18) },
      cells,
      'Came 1 time; luck gives 5.6, usually 2 to 10. Low by itself',
    ],
  ])('%s', (_what, figure, screen, sentence) => {
    const said = figureSentence(figure, screen)
    if (sentence.endsWith('.')) expect(said).toBe(sentence)
    else expect(said).toContain(sentence)
  })

  test('of the chance by luck', () => {
    expect(unusualSentence(27, 0.02)).toBe(
      'Unusual: allowing for all 27 figures we looked at, luck alone does this in 2 of 100 histories. First check the rows for typing errors. It does not make the next draw surer.',
    )
    expect(OWN_WINDOW_SENTENCE).toBe(
      'You chose these draws yourself. Anyone who tries 20 choices finds about one like this by luck, so we give no verdict.',
    )
  })

  test('a rare figure is unusual even where luck expects few cases', () => {
    const pairs = binomial(182, 1 / 400.5)
    const screen = screenOf(pairs, 4005, 'upper')
    const verdicts = [0, 4, 5, 6].map((count) => verdictOf({ count, cases: 182, luck: pairs }, screen))
    expect(verdicts).toEqual(['too-few', 'too-few', 'too-few', 'unusual'])
    expect(correctedRange({ luck: pairs }, screen)).toEqual({ low: 0, high: 5 })
  })

  test.each([
    ['everything', {}, true],
    ['one game', { games: ['bingo'] }, false],
    ['a weekday', { weekday: 'monday' as const }, false],
    ['a year', { window: { year: 2024 } }, false],
    ['own dates', { window: { from: parseDate('2024-01-01')!, to: parseDate('2024-02-01')! } }, false],
    ['machine numbers', { set: 'machine' as const }, false],
  ])('a verdict over %s: %j', (_what, scope, allowed) => {
    expect(allowsVerdict({ ...WHOLE_HISTORY, ...scope })).toBe(allowed)
  })

  test('of a chart test that finds something', () => {
    const lucky = historyBy(1, 400, (before) =>
      before.length === 0 ? [1, 2, 3, 4, 5] : before.map((ball) => ((ball + 44) % 90) + 1),
    )
    const sentence = chartSentences(chartTest(sequencesOf(lucky, WHOLE_HISTORY))!).join(' ')
    expect(sentence).toContain('Counterpart in the next draw, came 1,995 times; luck gives 111.')
    expect(sentence).toContain('Among 27 tests luck does this fewer than 1 time in 1,000.')
    expect(sentence).toContain('Unusual: allowing for all 27 figures')
    expect(
      chartTest(
        sequencesOf(
          historyBy(3, 1, () => [1, 2, 3, 4, 5]),
          WHOLE_HISTORY,
        ),
      ),
    ).toBeNull()
  })
})

test.each([
  [0.24, 'about 1 time in 4'],
  [0.5, 'about 1 time in 2'],
  [0.6, 'about 6 times in 10'],
  [0.7, 'about 7 times in 10'],
  [0.94, 'about 9 times in 10'],
  [0.97, 'nearly every time'],
  [0.0004, 'fewer than 1 time in 1,000'],
])('a corrected chance of %d in the chart test: %s', (corrected, words) => {
  const test = chartTest(
    sequencesOf(
      historyBy(1, 20, () => random(3).balls()),
      WHOLE_HISTORY,
    ),
  )!
  const strongest = { ...test.strongest, chance: { alone: corrected, corrected } }
  expect(chartSentences({ ...test, strongest })).toContain(`Among 27 tests luck does this ${words}.`)
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
    ['one number in one box', meanOf(luckOfBox({ draws: 900 })) / 900, 1 / 90],
    ['the mean sum', meanOf(luckOfSum(5)), 227.5],
    ['the deviation of the sum', Math.sqrt(varianceOf(luckOfSum(5))), 56.77],
  ])('%s: %d', (_what, chance, expected) => {
    expect(chance / expected).toBeCloseTo(1, 3)
  })

  test('neighbours, by all draws of a small game', () => {
    // Of C(90, 2) pairs, 89 are neighbours.
    expect(chanceOfConsecutive(2)).toBeCloseTo(89 / choose(90, 2), 12)
    expect(chanceOfConsecutive(5)).toBeCloseTo(1 - choose(86, 5) / choose(90, 5), 12)
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

  test('puts about 5 % of numbers, shapes and boxes outside their ranges', () => {
    const numbers: number[] = []
    const odd: number[] = []
    const scaled: number[] = []
    const boxes: number[] = []
    for (let i = 0; i < 120; i++) {
      const sequences = luckyHistory(2, 250)
      const found = frequency(sequences)
      numbers.push(...found.counts.subarray(1))
      odd.push(cellsOf(oddEven, sequences)[3]!.count)
      boxes.push(...found.byBox.map((counts) => boxUniformity(found, counts).chance))
      scaled.push(
        found.counts.subarray(1).reduce((sum, count) => sum + (count - 500 / 18) ** 2 / (500 / 18), 0),
      )
    }
    expect(shareOutside(numbers, luckOfNumber({ draws: 500, width: 5 }))).toBeLessThan(0.055)
    expect(shareOutside(odd, cellsOf(oddEven, luckyHistory(2, 250))[3]!.luck)).toBeLessThan(0.1)
    expect(boxes.filter((chance) => chance < 0.05).length / boxes.length).toBeLessThan(0.08)
    // Section 5: Pearson's sum has the mean 85, not 89.
    expect(scaled.reduce((a, b) => a + b, 0) / scaled.length).toBeCloseTo(85, -0.5)
  })

  test('scales the sum of Pearson for both sets, whose mean is 80', () => {
    const width = 10
    const pearsons = Array.from({ length: 200 }, () => {
      const counts = new Uint32Array(91)
      for (let draw = 0; draw < 300; draw++) {
        const balls = new Set<number>()
        while (balls.size < width) balls.add(1 + source.below(90))
        for (const ball of balls) counts[ball]!++
      }
      return uniformity({ draws: 300, width, counts })
    })
    const mean = (values: number[]) => values.reduce((a, b) => a + b, 0) / values.length
    expect(Math.abs(mean(pearsons.map(({ pearson }) => pearson)) - 80)).toBeLessThan(4)
    expect(Math.abs(mean(pearsons.map(({ scaled }) => scaled)) - 89)).toBeLessThan(4)
    expect(pearsons.filter(({ chance }) => chance < 0.05).length / 200).toBeLessThan(0.12)
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

  test('counting weeks have their expected number', () => {
    let count = 0
    let expected = 0
    for (let i = 0; i < 60; i++) {
      const found = countingWeeks(luckyHistory(2, 150))
      count += found.count
      expected += found.expected
    }
    expect(Math.abs(count - expected)).toBeLessThan(4 * Math.sqrt(expected))
  })
})

test('two equal gaps in every order of a few draws', () => {
  for (const [length, came] of [
    [6, 3],
    [8, 4],
    [9, 5],
    [7, 2],
  ] as const) {
    let all = 0
    let equal = 0
    for (let set = 0; set < 2 ** length; set++) {
      const places = Array.from({ length }, (_, t) => t).filter((t) => (set >> t) & 1)
      if (places.length !== came) continue
      all++
      for (let i = 2; i < came; i++) {
        const [a = 0, b = 0, c = 0] = places.slice(i - 2)
        if (c - b === b - a) equal++
      }
    }
    expect(expectedEqualGaps(length, came)).toBeCloseTo(equal / all, 12)
  }
})

test('the formula for long records equals the recurrence', () => {
  for (const p of [1 / 18, 1 / 9])
    for (const n of [850, 3334])
      for (const most of [40, 100, 300])
        expect(byFeller(n, p, most + 1)).toBeCloseTo(byRecurrence(n, p, most), 11)
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
