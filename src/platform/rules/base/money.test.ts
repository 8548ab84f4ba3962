import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatNaira, formatCount } from './words.ts'
import { PLANS } from '../access/plans.ts'

test.each([
  [0, '₦0'],
  [200_000, '₦2,000'],
  [150_000, '₦1,500'],
  [150_050, '₦1,500.50'],
  [150_005, '₦1,500.05'],
  [99, '₦0.99'],
  [100_000_000, '₦1,000,000'],
  [99_999, '₦999.99'],
  [-200_000, '-₦2,000'],
  [-5, '-₦0.05'],
])('%i kobo are %s', (kobo, text) => {
  expect(formatNaira(kobo)).toBe(text)
})

test('the plan prices read as on the plan cards (specification, section 2)', () => {
  expect(formatNaira(PLANS.basic.kobo)).toBe('₦2,000')
  expect(formatNaira(PLANS.pro.kobo)).toBe('₦1,500')
})

test('groups of three agree with the platform for every whole amount', () => {
  const english = new Intl.NumberFormat('en-US')
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e12 }), (naira) => {
      expect(formatNaira(naira * 100)).toBe(`₦${english.format(naira)}`)
      expect(formatCount(naira)).toBe(english.format(naira))
    }),
  )
})
