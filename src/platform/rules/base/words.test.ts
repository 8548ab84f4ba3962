import { expect, test } from 'vitest'
import { allDraws, decimal, times } from './words.ts'

test.each([
  [0, '0 times'],
  [1, '1 time'],
  [2, '2 times'],
  [decimal(1), '1 time'],
  [decimal(0.98), '1 time'],
  [decimal(1.1), '1.1 times'],
  [decimal(10.04), '10 times'],
  [decimal(100.06), '100.1 times'],
  [decimal(0), '0 times'],
])('times(%s) is "%s"', (figure, text) => {
  expect(times(figure)).toBe(text)
})

test.each([
  [1, 'The only draw'],
  [2, 'All 2 draws'],
  [50, 'All 50 draws'],
])('%s draws are headed "%s"', (count, text) => {
  expect(allDraws(count)).toBe(text)
})
