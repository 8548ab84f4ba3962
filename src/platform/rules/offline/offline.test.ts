import { expect, test } from 'vitest'
import { accountHeader, isAppPath, keepsDocument, keptClassOf, readAccount, rightsOf } from './offline.ts'

test.each([
  ['/api/me', 'person'],
  ['/api/site', 'public'],
  ['/api/slip', 'person'],
  ['/api/history', 'public'],
  ['/api/history/changes', null],
  ['/api/history/years/2026', null],
  ['/api/days/today', 'public'],
  ['/api/days', null],
  ['/api/overview', 'paid'],
  ['/api/draws/metro.2026-03-16', 'paid'],
  ['/api/predictions', 'paid'],
  ['/api/predictions/checked', 'public'],
  ['/api/frequentNumbers/metro', 'paid'],
  ['/api/lab/gaps', 'paid'],
  ['/api/lab/gaps/draws', null],
  ['/api/live', null],
  ['/api/payments', null],
  ['/api/profile', null],
  ['/api/admin/users', null],
  ['/api/auth/get-session', null],
])('the answer of %s is kept as %s', (path, kept) => {
  expect(keptClassOf(path)).toBe(kept)
})

test.each([
  ['/dashboard', true],
  ['/dashboard/prediction', true],
  ['/dashboard/number/7', true],
  ['/dashboard/draw/metro.2026-03-16', true],
  ['/dashboard/profile', false],
  ['/dashboard/second-factor', false],
  ['/dashboard/payment-channel', false],
  ['/confirmation', false],
  ['/admin', false],
  ['/login', false],
])('the document of %s is kept: %s', (path, kept) => {
  expect(keepsDocument(path)).toBe(kept)
})

test.each([
  ['/dashboard', true],
  ['/dashboard/anything', true],
  ['/dashboards', false],
  ['/admin', false],
  ['/', false],
])('%s is a page of the app: %s', (path, isPage) => {
  expect(isAppPath(path)).toBe(isPage)
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
