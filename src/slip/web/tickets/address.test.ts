import { expect, test } from 'vitest'
import { checkPath, ticketAddress } from './address.ts'

const addressOf = (query: string) => decodeURIComponent(ticketAddress(new URLSearchParams(query)))

test('only a complete ticket is checked', () => {
  expect(addressOf('')).toBe('/api/ticket')
  expect(addressOf('bet=perm')).toBe('/api/ticket')
  expect(addressOf('number=91')).toBe('/api/ticket')
  expect(addressOf('number=41')).toBe('/api/ticket?bet=nap&numbers=41&stake=100&game=newest&draws=all')
  expect(addressOf('number=41&number=20&stake=100&draw=diamond.2026-11-23')).toBe(
    '/api/ticket?bet=two_sure&numbers=41+20&stake=100&game=diamond&draws=all&date=2026-11-23',
  )
  expect(addressOf('number=41&number=20&against=7&lineOf=3&lines=1-2%0A3-4')).toBe(
    '/api/ticket?bet=two_sure&numbers=41+20&lines=1-2\n3-4&stake=100&game=newest&draws=all',
  )
})

test('a saved ticket has its own address', () => {
  const saved = { bet: 'perm', numbers: [41, 20], against: [], lineOf: 2, stake: 5000 }
  expect(checkPath(saved, 'diamond', '2026-11-23')).toBe(
    '/dashboard/ticket?bet=perm&number=41&number=20&lineOf=2&stake=50&draw=diamond.2026-11-23',
  )
})
