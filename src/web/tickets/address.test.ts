import { expect, test } from 'vitest'
import { ticketAddress } from './address.ts'

test.each([
  ['', '/api/ticket'],
  ['bet=perm', '/api/ticket'],
  ['bet=two_sure&number=12&number=', '/api/ticket'],
  ['bet=two-sure&number=12&number=45', '/api/ticket'],
  ['bet=two_sure&number=12&number=45&stake=x', '/api/ticket'],
  ['bet=two_sure&number=12&number=45', '/api/ticket?bet=two_sure&numbers=12+45&stake=100'],
  [
    'bet=perm&number=1+2+3&number=&lineOf=2&stake=50&game=bingo&date=2025-06-30&draws=30',
    '/api/ticket?bet=perm&numbers=1+2+3&lineOf=2&stake=50&game=bingo&draws=30&date=2025-06-30',
  ],
  ['bet=against&number=1&against=2&against=3', '/api/ticket?bet=against&numbers=1&against=2+3&stake=100'],
])('the call of "%s" is %s', (query, address) => {
  expect(ticketAddress(new URLSearchParams(query))).toBe(address)
})
