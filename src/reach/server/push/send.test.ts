import { expect, test } from 'vitest'
import { areBrowserKeys } from './send.ts'

/** The example of RFC 8291, section 5. */
const KEYS = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}
test.each([
  ['the keys of a browser', KEYS, true],
  ['a point that is not on the curve', { ...KEYS, p256dh: `${KEYS.p256dh.slice(0, -2)}AA` }, false],
  ['a compressed point', { ...KEYS, p256dh: `A${KEYS.p256dh.slice(1, 44)}` }, false],
  ['a short secret', { ...KEYS, auth: 'BTBZMqHH6r4Tts7J' }, false],
])('tells keys from other values: %s', (_, keys, expected) => {
  expect(areBrowserKeys(keys)).toBe(expected)
})
