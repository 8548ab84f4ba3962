import { expect, test } from 'vitest'
import { destinationOf } from '../site/destinations.ts'
import { AFTER_LOGIN, type PageAccess, redirectFrom, type Visitor } from './page-access.ts'
import type { Plan, Role } from './plans.ts'
import { STAFF_PATHS } from './staff.ts'
import { adminArea } from './second-factor.ts'

interface Account extends Visitor {
  role: Role
  plan: Plan
}

const account = (
  role: Role,
  plan: Plan,
  changes: { ageConfirmed?: boolean; factorRequired?: boolean } = {},
) => {
  const { ageConfirmed = true, factorRequired = false } = changes
  const area = adminArea({ role, secondFactor: false }, factorRequired)
  return { role, plan, ageConfirmed, adminArea: area, staffRoles: ['owner' as const] }
}

const VISITORS = {
  anonymous: null,
  'age not confirmed': account('user', 'pro', { ageConfirmed: false }),
  free: account('user', 'free'),
  basic: account('user', 'basic'),
  pro: account('user', 'pro'),
  'admin, age not confirmed': account('admin', 'free', { ageConfirmed: false }),
  'admin without second factor': account('admin', 'free', { factorRequired: true }),
  'admin without second factor, age not confirmed': account('admin', 'free', {
    ageConfirmed: false,
    factorRequired: true,
  }),
  admin: account('admin', 'free'),
} satisfies Record<string, Account | null>

const hosts = { results: 'https://results.example', basic: 'https://basic.example', classification: '/x' }

/** Where each visitor ends: null on the page itself. The order is that of `VISITORS`. */
const AFTER = [
  '/confirmation',
  'https://results.example',
  'https://basic.example',
  '/dashboard',
  '/confirmation',
  '/admin',
  '/confirmation',
  '/admin',
]
const age = '/confirmation'
const table: Record<PageAccess, (string | null)[]> = {
  anyone: [null, null, null, null, null, null, null, null, null],
  'signed-out': [null, ...AFTER],
  start: ['/login', ...AFTER],
  own: ['/login', null, null, null, null, null, null, null, null],
  'signed-in': ['/login', age, null, null, null, age, null, age, null],
  admin: [
    '/login',
    age,
    '/dashboard',
    '/dashboard',
    '/dashboard',
    age,
    '/dashboard/second-factor',
    age,
    null,
  ],
}

const cases = Object.entries(table).flatMap(([access, row]) =>
  Object.entries(VISITORS).map(
    ([name, visitor], i) => [access as PageAccess, name, row[i]!, visitor] as const,
  ),
)

test.each(cases)('a page for %s redirects the visitor "%s" to %s', (access, _name, expected, visitor) => {
  const to = redirectFrom({ access, path: '/admin/users' }, visitor)
  expect(to === AFTER_LOGIN ? destinationOf(visitor!, hosts) : to).toBe(expected)
})

test.each([
  [
    'results',
    '/admin /admin/results /admin/calendar /admin/games /admin/groups /admin/settings /admin/talk'.split(' '),
  ],
  ['forecasts', ['/admin', '/admin/predictions', '/admin/record']],
  ['support', ['/admin', '/admin/users', '/admin/payments']],
  ['owner', ['/admin', ...Object.values(STAFF_PATHS)]],
] as const)('staff for %s see the pages %o, and are redirected from the others', (role, open) => {
  const visitor = { ...account('admin', 'free'), staffRoles: [role] }
  const seen = ['/admin', ...Object.values(STAFF_PATHS)].filter((path) => {
    const to = redirectFrom({ access: 'admin', path }, visitor)
    expect([null, '/admin']).toContain(to)
    return to === null
  })
  expect(seen.toSorted()).toEqual([...open].toSorted())
})
