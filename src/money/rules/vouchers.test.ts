import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newCode, parseCode, shownCode } from './vouchers.ts'

const codes = fc
  .array(fc.nat(30), { minLength: 11, maxLength: 11 })
  .map((numbers) => newCode(() => numbers.pop()!))

test('a code is read as it is printed, in small letters and with spaces', () => {
  fc.assert(
    fc.property(codes, (code) => {
      expect(parseCode(shownCode(code))).toBe(code)
      expect(parseCode(` ${shownCode(code).toLowerCase().replaceAll('-', ' ')} `)).toBe(code)
    }),
  )
})

test('one wrong character or two swapped ones make no code', () => {
  fc.assert(
    fc.property(codes, fc.nat(11), codes, (code, at, { [at]: wrong }) => {
      const changed = code.slice(0, at) + wrong + code.slice(at + 1)
      if (changed !== code) expect(parseCode(changed)).toBeNull()
      const swapped = code.slice(0, at) + (code[at + 1] ?? '') + code[at]! + code.slice(at + 2)
      if (at < 11 && swapped !== code) expect(parseCode(swapped)).toBeNull()
    }),
  )
})

test.each(['', 'ABCD', '2222-2222-222O', '0000-0000-0000', 'x'.repeat(1000), '２２２２２２２２２２２２'])(
  '%j is no code',
  (typed) => expect(parseCode(typed)).toBeNull(),
)
