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

const row = 'number=7&type=winning&position=first_box'
test.each([
  ['', '/api/results'],
  ['game=diamond&year=2024', '/api/results?game=diamond&year=2024'],
  ['game=&year=', '/api/results'],
  [row, `/api/results?${row}`],
  ['number=07&type=winning&position=first_box_winning', `/api/results?${row}`],
  [`${row}&game=diamond&all=draws&page=2`, `/api/results?${row}&game=diamond&all=draws&page=2`],
  ['all=year&page=2', '/api/results?all=year'],
  // A row that is incomplete or wrong is not sent; the server would refuse it.
  ['number=7&type=winning&position=', '/api/results'],
  ['number=91&type=winning&position=first_box', '/api/results'],
  [`number=&type=&position=&${row}`, `/api/results?${row}`],
  ['year=soon', '/api/results'],
])('the search "%s" is asked for at %s', (query, address) => {
  expect(resultsAddress(new URLSearchParams(query))).toBe(address)
})

test.each([
  ['', '/api/results?game=metro'],
  ['game=gold', '/api/results?game=gold'],
  ['game=', '/api/results'],
])('with a game to fall back on, "%s" is asked for at %s', (query, address) => {
  expect(resultsAddress(new URLSearchParams(query), 'metro')).toBe(address)
})
