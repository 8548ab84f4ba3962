import { expect, test } from 'vitest'
import { frequentAddress, movingAddress } from './addresses.ts'

test.each([
  ['', '100'],
  ['window=', '100'],
  ['window=30', '30'],
  ['window=100', '100'],
  ['window=all', 'all'],
  ['window=2024', '2024'],
  ['window=31', '100'],
  ['window=2024%26x', '100'],
])('the window of "%s" is %s', (query, window) => {
  const search = new URLSearchParams(query)
  expect(frequentAddress(search)).toBe(`/api/frequentNumbers?window=${window}`)
  expect(movingAddress(search)).toBe(`/api/movingNumbers?window=${window}`)
})
