import { expect, test } from 'vitest'
import { accountReference, idStartOf } from '../../platform/rules/access/identity.ts'

test.each([
  ['k3Q9x2abZZZZZZZZ', 'K3Q9-X2AB'],
  ['0b5f2c1e-aaaa-bbbb', '0B5F-2C1E'],
])('the account %s is named %s, which leads to it again', (uid, reference) => {
  expect(accountReference(uid)).toBe(reference)
  expect(uid.toLowerCase().startsWith(idStartOf(` ${reference} `)!)).toBe(true)
})

test.each(['', 'K3Q9', 'K3Q9X2AB', 'K3Q9-X2AB-1', 'ada@lotto.test', 'K3%9-X2AB'])('"%s" is none', (typed) => {
  expect(idStartOf(typed)).toBeNull()
})
