import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ERRORS } from './errors.ts'
import { errorFetching, MESSAGES, noDocument, noResultFor, serverError } from './messages.ts'

const SPECIFICATION = new URL('../../../shared/specification.md', import.meta.url)
const said = (text: string) => readFileSync(SPECIFICATION, 'utf8').includes(`'${text}'`)

test.skipIf(!existsSync(SPECIFICATION))('every message stands in the specification word for word', () => {
  expect(Object.values(MESSAGES).filter((message) => !said(message))).toEqual([])
})

test.skipIf(!existsSync(SPECIFICATION))('messages with a value follow the specification’s patterns', () => {
  const patterns = [
    serverError('{status}' as never),
    noResultFor('{weekday}'),
    noDocument('{month_year}'),
    errorFetching('{message}'),
  ]
  expect(patterns.filter((pattern) => !said(pattern))).toEqual([])
})

test.each([
  [serverError(503), 'Server error: 503'],
  [noResultFor('sunday'), 'No result found for sunday'],
  [noDocument('november_2026'), 'Document "november_2026" does not exist'],
  [errorFetching('timeout'), 'Error fetching results: timeout'],
])('%s', (message, expected) => {
  expect(message).toBe(expected)
})

test('an answer for nobody signed in carries the specification’s words', () => {
  expect(ERRORS['not-signed-in']).toEqual({ status: 401, title: MESSAGES.notSignedIn })
})
