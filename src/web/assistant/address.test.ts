import { expect, test } from 'vitest'
import { SEARCH_LIMITS } from '../../domain/search-limits.ts'
import { assistantAddress, questionOf } from './address.ts'

test.each([
  ['', '', []],
  ['question=++', '', []],
  ['question=+7+in+any+box+', '7 in any box', ['/api/assistant?question=7%20in%20any%20box']],
  ['question=7%26x%3D1', '7&x=1', ['/api/assistant?question=7%26x%3D1']],
])('the question of "%s" is "%s"', (query, question, addresses) => {
  const search = new URLSearchParams(query)
  expect(questionOf(search)).toBe(question)
  expect(assistantAddress(search)).toEqual(addresses)
})

test('cuts a long question to the allowed length', () => {
  expect(questionOf(new URLSearchParams({ question: 'x'.repeat(SEARCH_LIMITS.question + 1) }))).toHaveLength(
    SEARCH_LIMITS.question,
  )
})
