import { expect, test } from 'vitest'
import { DEFAULT_WINDOW, frequentAddress, movingAddress, windowOf } from './addresses.ts'

test.each([
  ['', DEFAULT_WINDOW],
  ['window=', DEFAULT_WINDOW],
  ['window=30', '30'],
  ['window=100', '100'],
  ['window=all', 'all'],
  ['window=2024', '2024'],
  ['window=31', DEFAULT_WINDOW],
  ['window=2024%26x', DEFAULT_WINDOW],
])('the window of "%s" is %s', (query, window) => {
  const search = new URLSearchParams(query)
  expect(windowOf(search)).toBe(window)
  expect(frequentAddress(search)).toBe(`/api/frequentNumbers?window=${window}`)
  expect(movingAddress(search)).toBe(`/api/movingNumbers?window=${window}`)
})
