import { expect, test, vi } from 'vitest'
import { fieldsOf } from './mount.ts'

test('a repeated name becomes a list', () => {
  expect(fieldsOf(new URLSearchParams('a=1&b=2&a=3'))).toEqual({ a: ['1', '3'], b: '2' })
  expect(fieldsOf(null)).toEqual({})
})

test('the list of a name that is repeated a thousand times is never copied', () => {
  const query = Array.from({ length: 1000 }, (_, i) => ['a', String(i)] as const)
  const copies = vi.spyOn(Array.prototype, Symbol.iterator)
  const fields = fieldsOf(query)
  const count = copies.mock.calls.length
  copies.mockRestore()
  expect(fields.a).toHaveLength(1000)
  // The pairs themselves are unpacked once each.
  expect(count).toBeLessThan(2 * query.length)
})
