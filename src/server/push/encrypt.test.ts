import { describe, expect, test } from 'vitest'
import { PUSH_LIMITS } from '../../domain/push/notifications.ts'
import { areBrowserKeys, encryptFor } from './send.ts'

/** The example of RFC 8291, section 5. */
const KEYS = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}
const BODY =
  'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'

describe('the encryption of a message', () => {
  test('gives the body of the example of RFC 8291', () => {
    const body = encryptFor(KEYS, 'When I grow up, I want to be a watermelon', {
      privateKey: Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'),
      salt: Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url'),
    })
    expect(body.toString('base64url')).toBe(BODY)
  })

  test('has new keys and a new salt for each message', () => {
    const [first, second] = [encryptFor(KEYS, 'x'), encryptFor(KEYS, 'x')]
    expect(first.subarray(0, 86)).not.toEqual(second.subarray(0, 86))
  })

  test('fills the longest body that push services accept, and refuses a longer one', () => {
    const longest = 3993
    expect(encryptFor(KEYS, 'x'.repeat(longest))).toHaveLength(PUSH_LIMITS.bodyBytes)
    expect(() => encryptFor(KEYS, 'x'.repeat(longest + 1))).toThrow(RangeError)
  })
})

test.each([
  ['the keys of a browser', KEYS, true],
  ['a point that is not on the curve', { ...KEYS, p256dh: `${KEYS.p256dh.slice(0, -2)}AA` }, false],
  ['a compressed point', { ...KEYS, p256dh: `A${KEYS.p256dh.slice(1, 44)}` }, false],
  ['a short secret', { ...KEYS, auth: 'BTBZMqHH6r4Tts7J' }, false],
])('tells keys from other values: %s', (_, keys, expected) => {
  expect(areBrowserKeys(keys)).toBe(expected)
})
