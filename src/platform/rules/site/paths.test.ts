import { expect, test } from 'vitest'
import { drawPath, numberPath, PATHS, PATTERNS, publicDrawPath, subjectOf } from './paths.ts'
import { STAFF_PATHS } from '../access/staff.ts'

test('every path is unique, starts with a slash and does not end with one', () => {
  const paths = Object.values({ ...PATHS, ...STAFF_PATHS })
  expect(paths.filter((path) => !/^\/([a-z-]+(\/[a-z-]+)*)?$/.test(path))).toEqual([])
  expect(new Set(paths).size).toBe(paths.length)
})

// Specification, section 2.
test('the specified paths', () => {
  const { start, login, signUp, forgotPassword, confirmation, overview, assistant, admin, notAuthorized } =
    PATHS
  expect(start).toBe('/')
  expect(login).toBe('/login')
  expect(signUp).toBe('/signup')
  expect(forgotPassword).toBe('/forgot-password')
  expect(confirmation).toBe('/confirmation')
  expect(overview).toBe('/dashboard')
  expect(assistant).toBe('/dashboard/ai')
  expect(admin).toBe('/admin')
  expect(notAuthorized).toBe('/not-authorized')
})

test.each([
  ['/dashboard/number/:number', '/dashboard/number/81', '81'],
  ['/dashboard/number/:number', '/dashboard/number/81/', '81'],
  ['/dashboard/number/:number', '/dashboard/number/%3Cb%3E', '%3Cb%3E'],
  ['/dashboard/number/:number', '/dashboard/number/a%2Fb', 'a%2Fb'],
  ['/dashboard/number/:number', '/dashboard/number/%zz', '%zz'],
  ['/dashboard/number/:number', '/dashboard/number/', null],
  ['/dashboard/number/:number', '/dashboard/number', null],
  ['/dashboard/number/:number', '/dashboard/number/81/more', null],
  ['/dashboard/number/:number', '/dashboard/numbers/81', null],
  ['/results/:game/:year', '/results/bingo/2026', 'bingo/2026'],
  ['/results/:game/:year', '/results/bingo/2026/', 'bingo/2026'],
  ['/results/:game/:year', '/results/bingo', null],
  ['/results/:game/:year', '/results/bingo//2026', null],
  ['/results/:game/:year', '/results/bingo/2026/06', null],
  ['/d/:publicId', '/dashboard/number/81', null],
  ['/dashboard', '/dashboard', null],
])('the subject of %s in %s is %s', (pattern, path, subject) => {
  expect(subjectOf(pattern, path)).toBe(subject)
})

test('the addresses of a number and a draw match their patterns', () => {
  expect(subjectOf(PATTERNS.number, numberPath(81))).toBe('81')
  expect(subjectOf(PATTERNS.draw, drawPath('0123456789abcdef'))).toBe('0123456789abcdef')
  expect(subjectOf(PATTERNS.publicDraw, publicDrawPath('0123456789abcdef'))).toBe('0123456789abcdef')
})
