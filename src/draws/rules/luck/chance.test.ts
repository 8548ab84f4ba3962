import { describe, expect, test } from 'vitest'
import { expectedCount, expectedLongestGap, HIT_PROBABILITY, chanceOfSharing } from './chance.ts'
import { historyOf } from '../history.ts'
import { luckOfLongestGap } from '../../../statistics/rules/lab/figures/gaps.ts'
import { sequencesOf, WHOLE_HISTORY } from '../../../statistics/rules/lab/scope.ts'
import { binomial, highest } from './counts.ts'
import { meanOf } from './distribution.ts'
import { historyDraw } from '../../../../tests/support/history-draw.ts'

/** The expected counts of the most frequent, second most frequent, ... of the 90 numbers. */
function expectedTopCounts(draws: number, places: number): number[] {
  const luck = binomial(draws, HIT_PROBABILITY)
  return Array.from({ length: places }, (_, i) => meanOf(highest(luck, 90, i + 1)))
}

/** Exact binomial coefficient. */
function choose(n: bigint, k: bigint): bigint {
  return k === 0n ? 1n : (choose(n - 1n, k - 1n) * n) / k
}

describe('chances of a 5/90 draw', () => {
  test('there are 43,949,268 sets of five', () => {
    expect(choose(90n, 5n)).toBe(43_949_268n)
  })

  test('any one number comes once in 18 draws', () => {
    expect(HIT_PROBABILITY).toBeCloseTo(1 / 18, 15)
    expect(Number(choose(89n, 4n)) / Number(choose(90n, 5n))).toBeCloseTo(HIT_PROBABILITY, 15)
    expect(expectedCount(18)).toBeCloseTo(1, 14)
    expect(expectedCount(0)).toBe(0)
  })

  test('two draws share a number in 25.37 % of cases: 1 - C(85,5)/C(90,5)', () => {
    expect(chanceOfSharing()).toBeCloseTo(1 - Number(choose(85n, 5n)) / Number(choose(90n, 5n)), 14)
    expect(chanceOfSharing()).toBeCloseTo(0.25365, 5)
  })
})

describe('the longest run of draws without a number, by chance', () => {
  /** The longest run of each possible history, weighted by its chance. A bit is a draw with the number. */
  function byEnumeration(draws: number): number {
    let expected = 0
    for (let history = 0; history < 1 << draws; history++) {
      const bits = history.toString(2).padStart(draws, '0').slice(0, draws)
      const hits = [...bits].filter((bit) => bit === '1').length
      const longest = Math.max(...bits.split('1').map(({ length }) => length))
      expected += longest * HIT_PROBABILITY ** hits * (1 - HIT_PROBABILITY) ** (draws - hits)
    }
    return expected
  }

  test.each([1, 2, 3, 5, 10, 14])('of %i draws equals the sum over all histories', (draws) => {
    expect(expectedLongestGap(draws)).toBeCloseTo(byEnumeration(draws), 10)
  })

  // The page of a number and the statistics lab show the same figure.
  test.each([1, 30, 182, 521])('of %i draws is the mean of the lab', (length) => {
    const draws = Array.from({ length }, (_, day) => historyDraw({ game: 'a', day }))
    const luck = luckOfLongestGap(sequencesOf(historyOf(draws), WHOLE_HISTORY))
    expect(expectedLongestGap(length)).toBeCloseTo(meanOf(luck), 3)
  })

  test('is 0 without draws, and grows slowly', () => {
    expect(expectedLongestGap(0)).toBe(0)
    expect(expectedLongestGap(182)).toBeCloseTo(52, -1)
    expect(expectedLongestGap(3000)).toBeLessThan(2 * expectedLongestGap(300))
  })
})

describe('the highest counts by chance', () => {
  test('are 0 without draws', () => {
    expect(expectedTopCounts(0, 5)).toEqual([0, 0, 0, 0, 0])
  })

  test('in one draw follow from 90 independent numbers', () => {
    // Of 90 independent numbers each with chance 1/18, at least one comes with 1 - (17/18)^90, about 0.9942.
    expect(expectedTopCounts(1, 1)[0]).toBeCloseTo(1 - (17 / 18) ** 90, 12)
  })

  test('in two draws equal the sum over all cases', () => {
    // The most frequent exceeds 0 or 1 unless all 90 stay at 0, or at most 1: (17/18)^2 and 1 - (1/18)^2.
    const expected = 1 - ((17 / 18) ** 2) ** 90 + 1 - (1 - (1 / 18) ** 2) ** 90
    expect(expectedTopCounts(2, 1)[0]).toBeCloseTo(expected, 12)
  })

  test('of all 90 places add up to the five numbers of every draw', () => {
    for (const draws of [1, 30, 104, 1000]) {
      const all = expectedTopCounts(draws, 90)
      expect(all.reduce((sum, count) => sum + count, 0)).toBeCloseTo(draws * 5, 6)
      expect([...all].sort((a, b) => b - a)).toEqual(all)
    }
  })

  // The simulation draws five different balls, so it also judges the assumption that the numbers are independent.
  // The highest count varies by 0.84, 1.25 and 3.4 a round (measured), so the mean of 2,000 rounds has a standard
  // error of 0.019, 0.028 and 0.077. The tolerance is five of them and the bias of the assumption, measured with
  // 20,000 rounds as 0.13 for 1,000 draws. The expected count of any one number is 3.7 to 19 lower.
  test.each([
    [30, 0.15],
    [100, 0.2],
    [1000, 0.5],
  ])('in %i simulated draws, within %f', (draws, tolerance) => {
    const lucky = expectedTopCounts(draws, 5)
    for (const [place, mean] of simulated(draws, (drawn) => [...drawn]).entries())
      expect(Math.abs(lucky[place]! - mean)).toBeLessThan(tolerance)
    expect(lucky[0]! - expectedCount(draws)).toBeGreaterThan(3.6)
  })

  test('in a hundred thousand draws are finite numbers above the mean', () => {
    const lucky = expectedTopCounts(100_000, 5)
    expect(lucky.every((count) => count > expectedCount(100_000) && count < 6500)).toBe(true)
  })
})

/**
 * The five highest counts over simulated draws of five different balls, as means of 2,000 rounds.
 *
 * @param counted which balls of a draw count, given the draw before it
 */
function simulated(draws: number, counted: (drawn: Set<number>, before: Set<number>) => number[]): number[] {
  const rounds = 2000
  const random = generator(590)
  const sums = [0, 0, 0, 0, 0]
  for (let round = 0; round < rounds; round++) {
    const counts = new Array<number>(91).fill(0)
    let before = new Set<number>()
    for (let i = 0; i < draws; i++) {
      const drawn = new Set<number>()
      while (drawn.size < 5) drawn.add(1 + Math.floor(random() * 90))
      for (const ball of counted(drawn, before)) counts[ball]!++
      before = drawn
    }
    counts.sort((a, b) => b - a)
    for (let place = 0; place < 5; place++) sums[place]! += counts[place]! / rounds
  }
  return sums
}

/** Park and Miller's minimal standard generator: not the one that the product uses. */
function generator(seed: number): () => number {
  let state = seed
  return () => (state = (state * 48271) % 2147483647) / 2147483647
}
