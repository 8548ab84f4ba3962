import { expect, test } from 'vitest'
import { dayAddress, resultsAddress } from './addresses.ts'

test.each([
  ['', '/api/days/today'],
  ['date=', '/api/days/today'],
  ['date=2023-10-02', '/api/days/2023-10-02'],
  ['date=../me%3Fx', '/api/days/..%2Fme%3Fx'],
])('the day of "%s" is asked for at %s', (query, address) => {
  expect(dayAddress(new URLSearchParams(query))).toBe(address)
})

const row = 'number=7&type=winning&position=first_box_winning'
test.each([
  ['', '/api/results'],
  ['game=diamond&year=2024', '/api/results?game=diamond&year=2024'],
  [row, `/api/results?${row}`],
  [`${row}&game=diamond&only=yes`, `/api/results?${row}&game=diamond`],
  // A row that is incomplete or wrong is not sent; the server would refuse it.
  ['number=7&type=winning&position=', '/api/results'],
  ['number=91&type=winning&position=first_box_winning', '/api/results'],
  [`number=&type=&position=&${row}`, `/api/results?${row}`],
  ['year=soon', '/api/results'],
])('the search "%s" is asked for at %s', (query, address) => {
  expect(resultsAddress(new URLSearchParams(query))).toBe(address)
})
