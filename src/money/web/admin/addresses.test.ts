import { expect, test } from 'vitest'
import { firstPagePath, listAddress, nextPagePath, paymentAddress, paymentPath } from './addresses.ts'

const search = new URLSearchParams('state=open&email= a%40b.c &plan=&after=17.x&payment=y')

test('the list asks for the filters and the page in the address', () => {
  expect(listAddress(search)).toBe('/api/admin/payments?state=open&email=a%40b.c&after=17.x')
  expect(listAddress(new URLSearchParams())).toBe('/api/admin/payments')
})

test('the pages keep the filters', () => {
  expect(firstPagePath(search)).toBe('/admin/payments?state=open&email=a%40b.c')
  expect(nextPagePath(search, '16.z')).toBe('/admin/payments?state=open&email=a%40b.c&after=16.z')
  expect(search.get('after')).toBe('17.x')
})

test('a reference is escaped', () => {
  expect(paymentAddress('a/b')).toBe('/api/admin/payments/a%2Fb')
  expect(paymentPath('a/b')).toBe('/admin/payments?payment=a%2Fb')
})
