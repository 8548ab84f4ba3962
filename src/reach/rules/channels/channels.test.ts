import { describe, expect, test } from 'vitest'
import { advertises, CHAT, messageIdOf, TOKEN } from './channels.ts'

describe('the number of a post', () => {
  test.each([
    ['https://t.me/lotto_demo/12', 12],
    // A private channel.
    ['https://t.me/c/1234567890/56', 56],
    [' 7 ', 7],
    ['https://t.me/lotto_demo', null],
    ['https://t.me/lotto_demo/12?single', null],
    ['https://example.com/lotto_demo/12', null],
    ['-3', null],
    ['', null],
  ])('in %j is %j', (text, id) => expect(messageIdOf(text)).toBe(id))
})

test.each([
  'No draws on Friday: public holiday.',
  'Bingo closes at 19:15 today.',
  'The prophet plays, the project goes on.',
])('%j is no advertising', (text) => expect(advertises(text)).toBe(false))
test.each([
  ...['Go Pro today', 'Only 1,500 naira', '₦1,500', 'Our forecasts for tonight', 'Two sure numbers'],
  ...['Subscribe now', '20% discount'],
])('%j advertises', (text) => expect(advertises(text)).toBe(true))

test.each([
  [TOKEN, '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw1', true],
  [TOKEN, '110201543', false],
  [TOKEN, '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw1/getMe', false],
  [CHAT, '@lotto_results', true],
  [CHAT, '-1001234567890', true],
  [CHAT, 'lotto results', false],
  [CHAT, '@lotto/../x', false],
])('%s accepts %j: %j', (pattern, text, expected) => expect(pattern.test(text)).toBe(expected))
