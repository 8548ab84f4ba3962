import { describe, expect, test } from 'vitest'
import { binomial, highest } from './counts.ts'
import { atLeast, atMost, centralRange, meanOf, quantile } from './distribution.ts'
import { longestLosingRun, longestRunOfLosses } from './runs.ts'

/** The j-th highest of independent counts by the multinomial sum over how many reach a bound. */
function slowPlaceReached(chance: number, figures: number, place: number): number {
  return atLeast(binomial(figures, chance), place)
}

describe('the highest of many counts', () => {
  // Section 5.
  test('the luckiest of 90 numbers comes 10 to 15 times in 100 draws', () => {
    expect(centralRange(highest(binomial(100, 1 / 18), 90, 1))).toEqual({ low: 10, high: 15 })
  })

  test('the top pair of 182 draws came 4 times in the median, 5 at 95 %', () => {
    const top = highest(binomial(182, 1 / 400.5), 4005, 1)
    expect([quantile(top, 0.5), quantile(top, 0.95)]).toEqual([4, 5])
  })

  test('is at least a bound when as many counts reach it', () => {
    const one = binomial(50, 1 / 18)
    for (const place of [1, 2, 5, 90])
      for (let bound = 0; bound < 12; bound++)
        expect(atLeast(highest(one, 90, place), bound)).toBeCloseTo(
          slowPlaceReached(atLeast(one, bound), 90, place),
          9,
        )
    expect(meanOf(highest(one, 90, 1))).toBeGreaterThan(meanOf(highest(one, 90, 2)))
  })
})

describe('the longest losing run', () => {
  // Section 4: banker, 100.
  test('of 100 bankers is 19 to 78, median 37', () => {
    expect(longestLosingRun(100, 1 / 18)).toEqual({ low: 19, median: 37, high: 78 })
  })

  test.each([0.2, 0.5])('with chance %d follows from all records of 12 forecasts', (p) => {
    const chances = new Array<number>(13).fill(0)
    for (let record = 0; record < 4096; record++) {
      const wins = Array.from({ length: 12 }, (_, i) => ((record >> i) & 1) === 1)
      const won = wins.filter(Boolean).length
      chances[longestRunOfLosses(wins)]! += p ** won * (1 - p) ** (12 - won)
    }
    const distribution = { from: 0, chances: Float64Array.from(chances) }
    const { low, high } = centralRange(distribution)
    expect(longestLosingRun(12, p)).toEqual({ low, median: quantile(distribution, 0.5), high })
    expect(atMost(distribution, 12)).toBeCloseTo(1, 12)
  })

  test('of a list of wins', () => {
    expect(longestRunOfLosses([])).toBe(0)
    expect(longestRunOfLosses([false, false, true, false])).toBe(2)
    expect(longestRunOfLosses([true, false, false, false])).toBe(3)
  })
})
