import { describe, expect, test } from 'vitest'
import { passwordWeakness } from './password-strength.ts'

/** From public lists of the most common passwords, and of those that Nigerians use. */
const FAMOUS =
  `123456789 12345678 1234567890 987654321 87654321 0987654321 aaaaaaaa 11111111 00000000 88888888 11223344
  12341234 123123123 20262026 19901990 12121985 01011990 31/12/1999 01-10-1960 password password1 password123 passw0rd
  P@ssw0rd P@ssword1 p4$$w0rd Password1! qwertyuiop qwerty123 qwerty12 asdfghjkl asdfasdf zxcvbnm1 1q2w3e4r 1qaz2wsx
  zaq12wsx q1w2e3r4 qazwsxedc abcdefgh abcd1234 abc12345 a1b2c3d4 abcabcabc iloveyou iloveyou1 princess sunshine
  football baseball superman batman123 trustno1 letmein1 welcome1 admin123 administrator monkey123 dragon12 michael1
  jennifer computer starwars whatever blessing blessing1 godisgood jesusislord emmanuel chelsea1 arsenal1 barcelona
  nigeria1 Nigeria1960 manchester 147258369 159357456 drowssap`.split(/\s+/)

test.each(FAMOUS)('the famous password %s is easy to guess', async (password) => {
  expect(await passwordWeakness(password, [])).not.toBeNull()
})

test('the list has at least 68 famous passwords of eight characters or more', () => {
  expect(new Set(FAMOUS).size).toBeGreaterThanOrEqual(68)
  expect(FAMOUS.filter((password) => password.length < 8)).toEqual([])
})

test.each([
  '08012345678',
  '08037462915',
  '07061938475',
  '09152738461',
  '2348037462915',
  '+2348037462915',
  '+234 803 746 2915',
  '0803-746-2915',
  '08037462915!',
  'a08037462915',
])('the phone number %s is easy to guess', async (password) => {
  expect(await passwordWeakness(password, [])).toMatch(/Phone numbers|sequences/)
})

test.each([
  ['aaaaaaaaaa', /Repeated characters/],
  ['abcdefghijkl', /sequences/],
  ['14/02/1987', /Dates/],
  ['okmijnuhb', /^This password is easy to guess\.$/],
  ['sunshine', /used password/],
  ['adaobi1', /Your name/],
])('%s gets the sentence %s', async (password, sentence) => {
  expect(await passwordWeakness(password, ['adaobi'])).toMatch(sentence)
})

describe('strong enough', () => {
  test.each([
    'correct horse battery staple',
    'river mango candle bicycle',
    'jollof rice on sunday',
    'goat under blue umbrella',
    'mother sells fresh pepper',
    'lamp.stone.garden.fish',
    'RiverMangoCandleBicycle',
    'another good one',
    'k3v9xq2m',
    'Xw7#pL2q',
    'Ẹ kú àárọ̀ mama',
  ])('%s', async (password) => {
    expect(await passwordWeakness(password, ['adaobi', 'lotto'])).toBeNull()
  })
})

test('judges the beginning of a long password only', async () => {
  const long = '4@8({[<3€6 9#!|1'.repeat(1000)
  expect(await passwordWeakness('a'.repeat(200), [])).not.toBeNull()
  expect(await passwordWeakness('a'.repeat(40) + long, [])).toBe(await passwordWeakness('a'.repeat(40), []))
})
