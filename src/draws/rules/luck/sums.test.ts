import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hitsOf } from './counts.ts'
import {
  atLeast,
  atMost,
  centralRange,
  chanceOf,
  type Distribution,
  meanOf,
  varianceOf,
} from './distribution.ts'
import { plus, sumOf } from './sums.ts'

const NOTHING: Distribution = { from: 0, chances: Float64Array.of(1) }

/** The sum by one convolution after the other, without trimming. */
function slowSum(numbers: readonly number[]): number[] {
  let chances = [1]
  for (const k of numbers) {
    const next = new Array<number>(chances.length + 5).fill(0)
    for (const [i, a] of chances.entries())
      for (let hits = 0; hits <= 5; hits++) next[i + hits]! += a * chanceOf(hitsOf(k), hits)
    chances = next
  }
  return chances
}

describe('the hits over many draws', () => {
  test('equal one convolution after the other', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 90 }), { minLength: 1, maxLength: 40 }), (numbers) => {
        const slow = slowSum(numbers)
        const sum = sumOf(numbers.map((k) => ({ distribution: hitsOf(k), times: 1 })))
        const steps = numbers.map(hitsOf).reduce(plus, NOTHING)
        for (const [hits, chance] of slow.entries()) {
          expect(chanceOf(sum, hits)).toBeCloseTo(chance, 12)
          expect(chanceOf(steps, hits)).toBeCloseTo(chance, 12)
        }
      }),
      { numRuns: 60 },
    )
  })

  // Section 4: "16 of our 240 numbers came. Guessing gives about 13, usually 7 to 21."
  test('of 120 draws with two numbers are usually 7 to 21', () => {
    const sum = sumOf([{ distribution: hitsOf(2), times: 120 }])
    expect(meanOf(sum)).toBeCloseTo(240 / 18, 9)
    expect(centralRange(sum)).toEqual({ low: 7, high: 21 })
  })

  test('keep their digits over 60,000 draws', () => {
    const many = sumOf([
      { distribution: hitsOf(5), times: 58_000 },
      { distribution: hitsOf(4), times: 2_000 },
    ])
    expect(meanOf(many)).toBeCloseTo(58_000 * (25 / 90) + 2_000 * (20 / 90), 6)
    expect(varianceOf(many)).toBeCloseTo(58_000 * varianceOf(hitsOf(5)) + 2_000 * varianceOf(hitsOf(4)), 5)
    const half = sumOf([
      { distribution: hitsOf(5), times: 29_000 },
      { distribution: hitsOf(4), times: 1_000 },
    ])
    const both = plus(half, half)
    for (const count of [16_000, 16_400, 16_556, 16_700, 17_100]) {
      expect(atMost(many, count)).toBeCloseTo(atMost(both, count), 10)
      expect(atLeast(many, count)).toBeCloseTo(atLeast(both, count), 10)
    }
  })
})
