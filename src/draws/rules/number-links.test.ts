import { expect, test } from 'vitest'
import { chartPath, numberSearchPath } from './number-links.ts'
import { checkSearch, readSearch } from '../../platform/rules/site/search-address.ts'

test.each([
  [81, null],
  [7, 'diamond'],
])('the search for %s in %s is one that Games Results reads', (number, game) => {
  const address = new URL(numberSearchPath(number, game), 'https://lotto.test')
  expect(address.pathname).toBe('/dashboard/past-results')
  const { search, problems } = checkSearch(readSearch(address.searchParams), ['diamond'], [])
  expect(search).toEqual({ rows: [{ number, type: 'winning', box: 'any_box' }], game, year: null })
  expect(problems).toEqual([])
})

test('the chart finds the number', () => {
  expect(chartPath(81)).toBe('/dashboard/classification?number=81#found')
})
