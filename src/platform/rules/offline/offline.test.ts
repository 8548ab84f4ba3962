import { expect, test } from 'vitest'
import { accountHeader, isAppPath, keepsDocument, keptClassOf, readAccount, rightsOf } from './offline.ts'

test.each([
  ['person', '/api/me /api/slip'],
  ['public', '/api/site /api/history /api/days/today /api/predictions/checked'],
  [
    'paid',
    '/api/overview /api/draws/metro.2026-03-16 /api/predictions /api/frequentNumbers/metro /api/lab/gaps',
  ],
  [
    null,
    '/api/history/changes /api/history/years/2026 /api/days /api/lab/gaps/draws /api/live /api/payments',
  ],
  [null, '/api/profile /api/admin/users /api/auth/get-session'],
])('kept as %s: %s', (kept, paths) => {
  for (const path of paths.split(' ')) expect(keptClassOf(path), path).toBe(kept)
})

test.each([
  [true, '/dashboard /dashboard/prediction /dashboard/number/7 /dashboard/draw/metro.2026-03-16'],
  [
    false,
    '/dashboard/profile /dashboard/second-factor /dashboard/payment-channel /confirmation /admin /login',
  ],
])('that the document is kept is %s for %s', (kept, paths) => {
  for (const path of paths.split(' ')) expect(keepsDocument(path), path).toBe(kept)
})

test.each([
  [true, '/dashboard /dashboard/anything'],
  [false, '/dashboards /admin /'],
])('that it is a page of the app is %s for %s', (isPage, paths) => {
  for (const path of paths.split(' ')) expect(isAppPath(path), path).toBe(isPage)
})

test('an answer names the person and the rights, and the order of the rights is that of the plans', () => {
  const person = { uid: 'u1', plan: 'basic', role: 'user' } as const
  expect(readAccount(accountHeader(person))).toEqual({ uid: 'u1', rights: 1 })
  expect(readAccount(accountHeader(null))).toBeNull()
  expect(readAccount(null)).toBeUndefined()
  const rights = [
    { plan: 'free', role: 'user' },
    { plan: 'basic', role: 'user' },
    { plan: 'pro', role: 'user' },
    { plan: 'free', role: 'admin' },
  ] as const
  expect(rights.map(rightsOf)).toEqual([0, 1, 2, 3])
})
