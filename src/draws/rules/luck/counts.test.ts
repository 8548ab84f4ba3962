import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  binomial,
  chanceOfHits,
  choose,
  highest,
  hitsOf,
  hypergeometric,
  placesOfSeveral,
  rateInterval,
} from './counts.ts'
import {
  atLeast,
  atMost,
  centralRange,
  chanceOf,
  type Distribution,
  meanOf,
  quantile,
  twoSidedChance,
  varianceOf,
} from './distribution.ts'

/** All ways to choose `size` of the first `n` items. */
function subsets(n: number, size: number): number[][] {
  if (size === 0) return [[]]
  if (n < size) return []
  return [...subsets(n - 1, size), ...subsets(n - 1, size - 1).map((rest) => [...rest, n - 1])]
}

/** The binomial distribution by one trial after the other. */
function slowBinomial(n: number, p: number): number[] {
  let chances = [1]
  for (let trial = 0; trial < n; trial++)
    chances = [...chances, 0].map((chance, k) => chance * (1 - p) + (chances[k - 1] ?? 0) * p)
  return chances
}

const total = ({ chances }: Distribution) => chances.reduce((sum, chance) => sum + chance, 0)

describe('the binomial distribution', () => {
  test('equals one trial after the other', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60 }), fc.double({ min: 0, max: 1, noNaN: true }), (n, p) => {
        const slow = slowBinomial(n, p)
        const found = binomial(n, p)
        for (let k = 0; k <= n; k++) expect(chanceOf(found, k)).toBeCloseTo(slow[k]!, 12)
        expect(total(found)).toBeCloseTo(1, 12)
      }),
    )
  })

  // scipy.stats.binom 1.17.1
  test.each<[number, number, number, [number, number]]>([
    [10, 0.5, 3, [0.171875, 0.9453125]],
    [900, 1 / 18, 37, [0.03030196793982863, 0.9791296842912133]],
    [60_000, 1 / 18, 3500, [0.998456888303584, 0.0016333175531724408]],
    [300_000, 1 / 18, 17_000, [0.9960194628686341, 0.004074958226278369]],
    [60_000, 1 / 400.5, 210, [0.9999986286906835, 1.953976794518923e-6]],
  ])('has the tails of %i trials with chance %d at %i', (n, p, k, [below, above]) => {
    expect(atMost(binomial(n, p), k) / below).toBeCloseTo(1, 9)
    expect(atLeast(binomial(n, p), k) / above).toBeCloseTo(1, 9)
  })
})

describe('the hits of k numbers in one draw', () => {
  test('equal the count over all draws of a small game', () => {
    for (const marked of [0, 1, 3, 7, 9]) {
      const draws = subsets(9, 4)
      const found = hypergeometric(marked, 4, 9)
      for (let hits = 0; hits <= 4; hits++) {
        const some = draws.filter((draw) => draw.filter((ball) => ball < marked).length === hits)
        expect(chanceOf(found, hits)).toBeCloseTo(some.length / draws.length, 14)
      }
    }
  })

  test('have the mean 5k/90', () => {
    for (let k = 0; k <= 90; k++) {
      expect(meanOf(hitsOf(k))).toBeCloseTo((5 * k) / 90, 12)
      expect(varianceOf(hitsOf(k))).toBeCloseTo((5 * (k / 90) * (1 - k / 90) * 85) / 89, 12)
    }
  })

  // The chances of section 3.
  test.each([
    ['a banker', 1, 1, 1 / 18],
    ['two sure', 2, 2, 1 / 400.5],
    ['three direct', 3, 3, 1 / 11_748],
    ['two or more of five', 5, 2, 0.023296],
    ['two or more of ten', 10, 2, 0.09314],
    ['one or more of two', 2, 1, 0.108614],
  ])('give %s its chance', (_what, k, hits, chance) => {
    expect(chanceOfHits(k, hits)).toBeCloseTo(chance, 6)
  })

  test('follow from binomial coefficients', () => {
    expect(choose(90, 5)).toBe(43_949_268)
    expect(choose(5, 6)).toBe(0)
    expect(choose(5, -1)).toBe(0)
  })
})

describe('the central range', () => {
  // Figures of sections 4 and 6.
  test.each([
    ['900 draws of one number', binomial(900, 1 / 18), 37, 64],
    ['12 cases', binomial(12, 1 / 18), 0, 3],
    ['120 two sure', binomial(120, 1 / 400.5), 0, 2],
  ])('of %s', (_what, distribution, low, high) => {
    expect(centralRange(distribution)).toEqual({ low, high })
  })

  test('leaves at most 2.5 % on each side and is the smallest such range', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3000 }),
        fc.double({ min: 0.001, max: 0.999, noNaN: true }),
        (n, p) => {
          const distribution = binomial(n, p)
          const { low, high } = centralRange(distribution)
          expect(atMost(distribution, low - 1)).toBeLessThanOrEqual(0.025)
          expect(atMost(distribution, low)).toBeGreaterThan(0.025)
          expect(atLeast(distribution, high + 1)).toBeLessThanOrEqual(0.025)
          expect(atLeast(distribution, high)).toBeGreaterThan(0.025)
        },
      ),
    )
  })
})

test('quantiles and two-sided chances', () => {
  const coin = binomial(4, 0.5)
  expect([0.05, 0.0625, 0.3, 0.6, 1].map((share) => quantile(coin, share))).toEqual([0, 0, 1, 2, 4])
  expect([0, 1, 2, 3, 4].map((count) => twoSidedChance(coin, count) * 16)).toEqual([2, 10, 16, 10, 2])
})

describe('the Clopper-Pearson interval', () => {
  // Quantiles of the beta distribution, scipy.stats.beta 1.17.1.
  test.each([
    [0, 20, 0, 0.1684334709830853],
    [1, 20, 0.0012650894979498038, 0.24873276277202777],
    [7, 120, 0.02377202379051909, 0.11649837964561462],
    [20, 20, 0.8315665290169146, 1],
  ])('of %i in %i', (count, n, low, high) => {
    const found = rateInterval(count, n)
    expect(found.low).toBeCloseTo(low, 9)
    expect(found.high).toBeCloseTo(high, 9)
  })

  // Section 8. Of each length, the exact chance of all counts whose interval holds the true rate.
  test.each([1 / 18, 1 / 400.5])('covers the rate %d in at least 95 % of samples', (p) => {
    for (const n of [20, 57, 120, 350, 1000]) {
      const { from, chances } = binomial(n, p)
      let covered = 0
      for (const [i, chance] of chances.entries()) {
        if (chance < 1e-9) continue
        const { low, high } = rateInterval(from + i, n)
        if (low <= p && p <= high) covered += chance
      }
      expect(covered).toBeGreaterThanOrEqual(0.95)
    }
  })
})

describe('a place among several counts', () => {
  test('equals the sum over all cases', () => {
    const counts = [binomial(4, 0.3), binomial(7, 0.1), hypergeometric(10, 5, 90)]
    const cases = counts.reduce<[number[], number][]>(
      (found, { from, chances }) =>
        found.flatMap(([values, chance]) =>
          [...chances].map((more, i): [number[], number] => [[...values, from + i], chance * more]),
        ),
      [[[], 1]],
    )
    for (const place of [0, 1, 2])
      for (let k = 0; k <= 7; k++) {
        const right = cases.filter(([values]) => [...values].sort((a, b) => b - a)[place] === k)
        const sum = right.reduce((all, [, chance]) => all + chance, 0)
        expect(chanceOf(placesOfSeveral(counts)[place]!, k)).toBeCloseTo(sum, 12)
      }
  })

  test('is that of equal counts, where they are equal', () => {
    const one = binomial(50, 1 / 18)
    const found = placesOfSeveral([one, one, one, one])[1]!
    for (let k = 0; k < 20; k++) expect(chanceOf(found, k)).toBeCloseTo(chanceOf(highest(one, 4, 2), k), 10)
  })
})
