import { describe, expect, test } from 'vitest'
import { parseDate } from '../../platform/rules/base/calendar.ts'
import { nextPriceText, pricesOn } from './prices.ts'

const day = (text: string) => parseDate(text)!
const dated = [
  { plan: 'pro', kobo: 200_000, holdsFrom: day('2027-01-01') },
  { plan: 'pro', kobo: 180_000, holdsFrom: day('2026-12-01') },
] as const

describe('the price of a plan', () => {
  test.each([
    ['2026-11-30', 150_000, { kobo: 180_000, holdsFrom: '2026-12-01' }],
    ['2026-12-01', 180_000, { kobo: 200_000, holdsFrom: '2027-01-01' }],
    ['2026-12-31', 180_000, { kobo: 200_000, holdsFrom: '2027-01-01' }],
    ['2027-01-01', 200_000, null],
  ])('on %s', (date, kobo, next) => {
    const prices = pricesOn(day(date), dated)
    expect(prices.pro).toEqual({ kobo, next })
    expect(prices.basic).toEqual({ kobo: 200_000, next: null })
  })

  test('is named in advance', () => {
    expect(nextPriceText(pricesOn(day('2026-11-30'), dated).pro)).toBe('₦1,800 from Tue 1 Dec 2026')
    expect(nextPriceText({ next: null })).toBe('')
  })
})
