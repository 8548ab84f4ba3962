import { expect, test } from 'vitest'
import { fieldsOf } from './parse.ts'

test('a repeated name becomes a list', () => {
  expect(fieldsOf(new URLSearchParams('a=1&b=2&a=3'))).toEqual({ a: ['1', '3'], b: '2' })
  expect(fieldsOf(null)).toEqual({})
})

test('a name that is repeated 300,000 times does not copy its list each time', () => {
  // Copies would take minutes, and the test would not end in its time.
  const query = Array.from({ length: 300_000 }, (_, i) => ['a', String(i)] as const)
  expect(fieldsOf(query).a).toHaveLength(query.length)
})
