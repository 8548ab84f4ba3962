import { expect, test } from 'vitest'
import type { LagosDate } from '../base/calendar.ts'
import { seedGames } from '../../../draws/rules/games.ts'
import { rightPath } from './right-path.ts'

const GAMES = seedGames('2020-01-01' as LagosDate)
const PAGES = (
  '/login /signup /forgot-password /results /results/:subject /results/:game/:year /d/:draw ' +
  '/dashboard/day-result /dashboard/number/:number /admin/users/:uid /record/:forecast ' +
  '/record'
).split(' ')

test.each<[string, string | null]>([
  // Right as they are.
  ['/login', null],
  ['/results/diamond', null],
  ['/results/lucky_G', null],
  ['/results/lucky_G/2025', null],
  ['/results/2025-06-23', null],
  ['/d/diamond.2025-06-23', null],
  ['/d/Ab3xYz9Qw2', null],
  ['/admin/users/AbC-dEf', null],
  ['/', null],
  // Capitals, hyphens, blanks.
  ['/Login', '/login'],
  ['/LOGIN', '/login'],
  ['/sign-up', '/signup'],
  ['/Forgot_Password', '/forgot-password'],
  ['/Dashboard/Day-Result', '/dashboard/day-result'],
  ['/Admin/Users/AbC-dEf', '/admin/users/AbC-dEf'],
  ['/results/Diamond', '/results/diamond'],
  ['/Results/DIAMOND', '/results/diamond'],
  ['/results/lucky_g', '/results/lucky_G'],
  ['/results/Lucky%20G', '/results/lucky_G'],
  ['/results/lucky-g/2025', '/results/lucky_G/2025'],
  ['/results/Club%20Master', '/results/clubmaster'],
  ['/results/club-master', '/results/clubmaster'],
  ['/results/Premier+King', '/results/king'],
  ['/results/Monday-Special', '/results/msp'],
  ['/results/international', '/results/inter'],
  ['/d/Diamond.2025-06-23', '/d/diamond.2025-06-23'],
  ['/d/lucky_g.2025-06-24', '/d/lucky_G.2025-06-24'],
  // What was copied behind the address.
  ['/results/diamond)', '/results/diamond'],
  ['/results/diamond.', '/results/diamond'],
  ['/results/diamond),', '/results/diamond'],
  ['/results/diamond%22', '/results/diamond'],
  ['/results/diamond%E2%80%9D', '/results/diamond'],
  ['/results/diamond%20', '/results/diamond'],
  ['/results/diamond%0A', '/results/diamond'],
  ['/results/diamond%3E', '/results/diamond'],
  ['/results/%E2%80%8Bdiamond', '/results/diamond'],
  ['/d/diamond.2025-06-23).', '/d/diamond.2025-06-23'],
  ['/results.', '/results'],
  ['/login*', '/login'],
  ['/login/', '/login'],
  ['/results//diamond/', '/results/diamond'],
  ['/d/Ab3xYz9Qw2)', '/d/Ab3xYz9Qw2'],
  ['/record/17.', '/record/17'],
  // Never another host, never a page that is none.
  ['//evil.example/results', null],
  ['//evil.example', null],
  ['//login', '/login'],
  ['/%2F%2Fevil.example', null],
  ['/\\evil.example', null],
  ['/%5Cevil.example/%2e%2e', null],
  ['/login%0d%0aSet-Cookie:a=b', null],
  ['/d/https:%2F%2Fevil.example', null],
  ['/results/..%2F..%2Fadmin', null],
  ['/nothing', null],
  ['/results/diamond/2025/more', null],
  ['/%E0%A4%A', null],
  ['/)', null],
])('%s leads to %s', (path, right) => {
  expect(rightPath(path, PAGES, GAMES)).toBe(right)
  // The right address is right.
  if (right !== null) expect(rightPath(right, PAGES, GAMES)).toBeNull()
})
