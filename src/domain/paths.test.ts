import { expect, test } from 'vitest'
import { PATHS } from './paths.ts'

test('every path is unique, starts with a slash and does not end with one', () => {
  const paths = Object.values(PATHS)
  expect(paths.filter((path) => !/^\/([a-z-]+(\/[a-z-]+)*)?$/.test(path))).toEqual([])
  expect(new Set(paths).size).toBe(paths.length)
})

// Specification, section 2.
test('the specified paths', () => {
  const { start, login, signUp, forgotPassword, confirmation, overview, assistant, admin, notAuthorized } =
    PATHS
  expect([start, login, signUp, forgotPassword, confirmation]).toEqual([
    '/',
    '/login',
    '/signup',
    '/forgot-password',
    '/confirmation',
  ])
  expect([overview, assistant, admin, notAuthorized]).toEqual([
    '/dashboard',
    '/dashboard/ai',
    '/admin',
    '/not-authorized',
  ])
})
