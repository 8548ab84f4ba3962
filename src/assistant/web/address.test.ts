import { expect, test } from 'vitest'
import { SEARCH_LIMITS } from '../../platform/rules/site/search-address.ts'
import { askedOf, askedPath, assistantAddress } from './address.ts'

test.each([
  ['', '/api/assistant'],
  ['question=++', '/api/assistant'],
  ['question=+7+in+any+box+', '/api/assistant?question=7+in+any+box'],
  ['question=7%26x%3D1', '/api/assistant?question=7%26x%3D1'],
  ['question=metro&kept=ask%3Dcount', '/api/assistant?question=metro&kept=ask%3Dcount'],
  ['question=metro&chosen=ask%3Dhelp', '/api/assistant?chosen=ask%3Dhelp'],
])('the screen with "%s" calls %s', (query, address) => {
  expect(assistantAddress(new URLSearchParams(query))).toEqual([address])
})

test('cuts a long question to the allowed length', () => {
  const search = new URLSearchParams({ question: 'x'.repeat(SEARCH_LIMITS.question + 1) })
  expect(askedOf(search).question).toHaveLength(SEARCH_LIMITS.question)
})

test('the address of an answer is that of its question', () => {
  expect(askedPath({ chosen: 'ask=count&numbers=7' })).toBe('/dashboard/ai?chosen=ask%3Dcount%26numbers%3D7')
  expect(askedPath({})).toBe('/dashboard/ai')
})
