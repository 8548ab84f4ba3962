import { expect, test } from 'vitest'
import { LIMITS } from './limits.ts'

test('the rows of a search fit the 16 bits in which finds are marked', () => {
  expect(LIMITS.searchRows).toBeLessThanOrEqual(16)
})

test('serials and balls fit the arrays of the history', () => {
  expect(LIMITS.highestSerial).toBeLessThanOrEqual(65_535)
  expect(LIMITS.highestBall).toBe(90)
})
