// Section 8 in a short form; tests/long/simulate-luck.ts has the full one.
import { describe, expect, test } from 'vitest'
import { boostFound, falseVerdicts, SCREENS, unusualShare } from '../../../tests/long/simulate-luck.ts'
import { hitsOf } from '../luck/counts.ts'
import { atLeast } from '../luck/distribution.ts'
import { skilledHits } from '../luck/evidence.ts'
import { notUnusual } from '../luck/many-looks.ts'
import { sumOf } from '../luck/sums.ts'

// The full form has 2,000 histories and 1.5 points; 300 histories vary by up to three deviations of 1.2 points more.
test.each(SCREENS)('luck seldom makes the screen of %s show anything as unusual', (name) => {
  const { share, level } = unusualShare(name, { histories: 300, games: 2, draws: 104, seed: 12 })
  expect(level).toBeLessThanOrEqual(0.05)
  expect(share).toBeLessThanOrEqual(0.065)
  expect(Math.abs(share - level)).toBeLessThanOrEqual(0.035)
})

describe('a follower that comes 15 % more often over 2,500 draws', () => {
  test('is found in at least 80 % of histories, by exact chances', () => {
    const luck = sumOf([{ distribution: hitsOf(5), times: 2499 }])
    const boosted = sumOf([{ distribution: skilledHits(5, 1.15)!, times: 2499 }])
    const { high } = notUnusual(luck, 27)
    expect(atLeast(boosted, high + 1)).toBeGreaterThanOrEqual(0.8)
  })

  test('is found about as often by the chart test', () => {
    const found = boostFound({ histories: 100, draws: 2500, boost: 1.15, seed: 1 })
    expect(Math.abs(found - 0.824)).toBeLessThan(0.12)
  })
})

test('luck that is looked at after each of 500 draws is seldom proven, nested forms included', () => {
  expect(
    falseVerdicts((source) => source.pick([1, 2, 10, 10]), { histories: 300, draws: 500, seed: 5 }),
  ).toBeLessThanOrEqual(0.05)
})
