import { expect, test } from 'vitest'
import { parseDate } from '../../../platform/rules/base/calendar.ts'
import { deskAddress, filterQuery, gapsAddress, listAddress, nextPage } from './addresses.ts'

test.each([
  ['2026-03-14', '/api/admin/desk'],
  ['2026-03-13', '/api/admin/desk?date=2026-03-13'],
  ['2026-03-15', undefined],
  ['2026-02-30', undefined],
  ['', undefined],
])('the desk of %s on 14 March 2026 is asked for at %s', (date, address) => {
  expect(deskAddress(date, parseDate('2026-03-14')!)).toBe(address)
})

test.each([
  ['', '/api/admin/draws'],
  ['game=&from=', '/api/admin/draws'],
  ['to=2024-12-31&game=king&page=7', '/api/admin/draws?game=king&to=2024-12-31'],
  ['game=a%26b', '/api/admin/draws?game=a%26b'],
])('the list of "%s" is asked for at %s', (query, address) => {
  expect(listAddress(new URLSearchParams(query))).toBe(address)
})

test('a file field is not a filter', () => {
  const form = new FormData()
  form.set('game', new File([], 'king'))
  form.set('from', '2024-01-01')
  expect(filterQuery(form)).toBe('from=2024-01-01')
})

test.each([
  ['', null, '/api/admin/gaps', undefined],
  ['king', null, '/api/admin/gaps?game=king', undefined],
  ['', '2024-01-01.king', '/api/admin/gaps', '/api/admin/gaps?after=2024-01-01.king'],
  ['king', '2024-01-01.king', '/api/admin/gaps?game=king', '/api/admin/gaps?game=king&after=2024-01-01.king'],
])('the gaps of "%s", then those after %s', (game, cursor, address, next) => {
  expect(gapsAddress(game)).toBe(address)
  expect(nextPage(address, cursor)).toBe(next)
})
