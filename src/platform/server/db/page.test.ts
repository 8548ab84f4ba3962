import { describe, expect, test } from 'vitest'
import { cursor, numberKey, pageOf, textKey } from './page.ts'

const keysOf = (row: { at: number; id: string }) => [row.at, row.id]
const rows = [3, 2, 1].map((at) => ({ at, id: `r${at}` }))

describe('pageOf', () => {
  test.each([
    [4, 3, null],
    [3, 3, null],
    [2, 2, '2.r2'],
    [1, 1, '3.r3'],
  ])('cuts a page of at most %i rows out of three', (size, length, next) => {
    expect(pageOf(rows, size, keysOf)).toEqual({ rows: rows.slice(0, length), next })
  })

  test('an empty list is one empty page', () => {
    expect(pageOf([], 5, keysOf)).toEqual({ rows: [], next: null })
  })
})

describe('cursor', () => {
  const schema = cursor(numberKey, textKey)

  test('reads the keys that pageOf wrote', () => {
    const { next } = pageOf(rows, 2, keysOf)
    expect(schema.parse(next)).toEqual([2, 'r2'])
  })

  test.each(['', 'x', '1', '1.', '.r1', '1.r1.2', '-1.r1', '1e3.r1', '1.r 1', '1234567890123456.r1'])(
    'refuses "%s"',
    (text) => {
      const parsed = schema.safeParse(text)
      expect(parsed.error?.issues.map(({ message }) => message)).toEqual([
        'This is not a cursor of this list.',
      ])
    },
  )
})
