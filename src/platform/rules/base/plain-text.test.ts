import { expect, test } from 'vitest'
import { cleanEmail, hasInvisible, hasInvisibleInLines } from './plain-text.ts'

test.each([
  ['a right-to-left override', '\u202E'],
  ['an isolate', '\u2066'],
  ['an Arabic letter mark', '\u061C'],
  ['a zero-width space', '\u200B'],
  ['a zero-width joiner', '\u200D'],
  ['a word joiner', '\u2060'],
  ['a soft hyphen', '\u00AD'],
  ['a grapheme joiner', '\u034F'],
  ['a Hangul filler', '\u3164'],
  ['a Hangul choseong filler', '\u115F'],
  ['a Hangul jungseong filler', '\u1160'],
  ['a halfwidth Hangul filler', '\uFFA0'],
  ['a blank Braille pattern', '\u2800'],
  ['a Khmer vowel without a look', '\u17B4'],
  ['a Mongolian selector', '\u180B'],
  ['a variation selector after a letter', '\uFE0F'],
  ['a tag letter', '\u{E0041}'],
  ['a byte order mark', '\uFEFF'],
  ['a musical blank', '\u{1D159}'],
  ['a Khitan filler', '\u{16FE4}'],
  ['a NUL', '\0'],
  ['a line separator', '\u2028'],
])('%s is invisible', (_, mark) => {
  expect([hasInvisible(`a${mark}b`), hasInvisibleInLines(`a${mark}b`)]).toEqual([true, true])
})

test.each(['Ada Obi', 'Ọ̀ṣun Adé', '🎱 ⚠️ 1️⃣ ❤', 'a\u00A0b', 'ỵ', 'محمد', '한글'])('%j is visible', (text) => {
  expect(hasInvisible(text)).toBe(false)
})

test('line breaks and tabs are allowed in lines only', () => {
  expect([hasInvisible('a\nb'), hasInvisible('a\tb')]).toEqual([true, true])
  expect([hasInvisibleInLines('a\r\nb\tc'), hasInvisibleInLines('a\rb')]).toEqual([false, true])
})

test.each([
  ['\u200BAda@Example.com\u200E', 'ada@example.com'],
  ['\u00A0ada@\u2060example.com \t\r\n', 'ada@example.com'],
  ['ada\u00A0@example.com', 'ada@example.com'],
  ['a b@example.com', 'a b@example.com'],
  ['a@example.com\r\nBcc: b@example.com', 'a@example.com\r\nbcc: b@example.com'],
  // Its small letter would be an ASCII k, another mailbox.
  ['\u212A@example.com', '\u212A@example.com'],
])('the email %j is read as %j', (typed, email) => {
  expect(cleanEmail(typed)).toBe(email)
})
