import { expect, test } from 'vitest'
import { SEARCH_LIMITS } from '../../platform/rules/site/search-address.ts'
import { assistantAddress, previousOf, questionOf, questionPath } from './address.ts'

test.each([
  ['', '', '', []],
  ['question=++', '', '', []],
  ['question=+7+in+any+box+', '7 in any box', '', ['/api/assistant?question=7+in+any+box']],
  ['question=7%26x%3D1', '7&x=1', '', ['/api/assistant?question=7%26x%3D1']],
  [
    'question=and+Metro&previous=7%3F',
    'and Metro',
    '7?',
    ['/api/assistant?question=and+Metro&previous=7%3F'],
  ],
  ['previous=7', '', '7', []],
])('the question of "%s" is "%s"', (query, question, previous, addresses) => {
  const search = new URLSearchParams(query)
  expect([questionOf(search), previousOf(search)]).toEqual([question, previous])
  expect(assistantAddress(search)).toEqual(addresses)
})

test('cuts a long question to the allowed length', () => {
  const search = new URLSearchParams({ question: 'x'.repeat(SEARCH_LIMITS.question + 1) })
  expect(questionOf(search)).toHaveLength(SEARCH_LIMITS.question)
})

test('the address of a question has the question before it', () => {
  expect(questionPath('7?')).toBe('/dashboard/ai?question=7%3F')
  expect(questionPath('and 8?', '7?')).toBe('/dashboard/ai?question=and+8%3F&previous=7%3F')
  expect(questionPath('')).toBe('/dashboard/ai')
})
