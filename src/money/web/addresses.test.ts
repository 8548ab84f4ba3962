import { expect, test } from 'vitest'
import { returnedReference } from '../rules/payments.ts'
import { historyAddress, receiptAddress } from './purchase-state.ts'

const reference = 'a1'.repeat(14)

test('the history asks for the page in the address', () => {
  expect(historyAddress(new URLSearchParams())).toBe('/api/payments')
  expect(historyAddress(new URLSearchParams('after=17.a%26b&paid=x'))).toBe('/api/payments?after=17.a%26b')
})

test('a receipt escapes its reference', () => {
  expect(receiptAddress('a/b')).toBe('/api/payments/a%2Fb')
})

test.each([
  [`reference=${reference}`, reference],
  [`trxref=${reference}`, reference],
  [`reference=${reference}&trxref=other`, reference],
  ['', null],
  ['reference=', null],
  ['reference=short', null],
  [`reference=${reference.toUpperCase()}`, null],
  [`reference=${'a'.repeat(41)}`, null],
  [`reference=${reference}/../x`, null],
])('reads the reference from "%s"', (query, expected) => {
  expect(returnedReference(new URLSearchParams(query))).toBe(expected)
})
