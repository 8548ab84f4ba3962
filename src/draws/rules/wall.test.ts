import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pageAt, pagesOf, WALL } from './wall.ts'

test.each([
  [0, 1, 0],
  [19_999, 1, 0],
  [20_000, 1, 1],
  [29_999, 1, 1],
  [30_000, 1, 0],
  [20_000, 2, 1],
  [40_000, 2, 2],
  [50_000, 2, 0],
  // The clock was set back.
  [-5, 2, 0],
])('after %i ms of %i pages of today, page %i is shown', (elapsed, pages, page) => {
  expect(pageAt(elapsed, pages)).toBe(page)
})

test('pages have all rows in their order, none more than fit, and differ by at most one row', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 40 }), (rows) => {
      const pages = pagesOf(rows)
      const lengths = pages.map(({ length }) => length)
      expect(pages.flat()).toEqual(rows)
      expect(Math.max(...lengths)).toBeLessThanOrEqual(WALL.mostRows)
      if (rows.length > 0) expect(Math.min(...lengths)).toBeGreaterThan(0)
    }),
  )
})
