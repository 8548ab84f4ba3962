// Sections 7 and 8 of verdicts.md in a short form; tests/long/simulate-luck.ts has the full one.
import { expect, test } from 'vitest'
import { falseVerdicts, foundAfter, PLANTED, unusualShare } from '../../../../tests/long/simulate-luck.ts'

test('luck seldom makes any figure unusual, however often people look', () => {
  expect(unusualShare({ worlds: 20, draws: 2500, every: 50, seed: 12 })).toBeLessThanOrEqual(0.05)
})

test.each(Object.keys(PLANTED) as (keyof typeof PLANTED)[])('%s is found', (name) => {
  expect(foundAfter(name, 1)).not.toBeNull()
})

test('luck that is looked at after each of 500 draws is seldom proven, nested forms included', () => {
  expect(
    falseVerdicts((source) => source.pick([1, 2, 10, 10]), { histories: 300, draws: 500, seed: 5 }),
  ).toBeLessThanOrEqual(0.025)
})
