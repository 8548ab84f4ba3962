import { describe, expect, test } from 'vitest'
import { destinationOf } from '../site/destinations.ts'
import {
  checkSignUp,
  isEmail,
  isProofRecent,
  DEFAULT_USERNAME,
  PASSWORD_HINT,
  passwordContainsName,
  SESSION_USE_INTERVAL_MS,
  sessionEnded,
  SESSIONS,
  type SignUp,
} from './identity.ts'
import type { Plan, Role } from './plans.ts'

// Specification, section 5: "text, one at-sign, text, dot, text".
test.each([
  ...['ada@example.com', 'a@b.c', 'ada.obi+lotto@mail.example.com.ng', 'adé@exämple.ng'],
  `${'a'.repeat(242)}@example.com`,
])('"%s" is an email', (text) => {
  expect(isEmail(text)).toBe(true)
})
test.each([
  ...['', 'ada', 'ada@example', 'ada@.', '@example.com', 'ada@example.', 'ada@@example.com'],
  ...[
    'ada@home@example.com',
    'ada obi@example.com',
    'ada@example.com\n',
    'a@b.cd\r\nBcc: c@d.ef',
    `${'a'.repeat(243)}@example.com`,
  ],
])('"%s" is no email', (text) => {
  expect(isEmail(text)).toBe(false)
})

describe('a sign-up', () => {
  const good: SignUp = {
    username: 'Ada',
    email: 'ada@example.com',
    password: 'x'.repeat(8),
    ageConfirmed: true,
  }
  const email = 'Please enter a valid email.'
  const username = 'Use letters, digits and punctuation only.'
  const ageConfirmed = 'You must be 18 or older to use Lotto Forecast.'

  test.each<[rule: string, change: Partial<SignUp>, problems: object]>([
    ['is good', {}, {}],
    ['may have blanks around the email', { email: ' ada@example.com ' }, {}],
    ['may have the longest name and password', { username: 'ọ'.repeat(60), password: 'x'.repeat(200) }, {}],
    ['may have blanks around the longest name', { username: ` ${'a'.repeat(60)} ` }, {}],
    ['needs a username', { username: ' ' }, { username: 'Choose a username.' }],
    ['has a username of at most 60', { username: 'a'.repeat(61) }, { username: 'At most 60 characters.' }],
    ['has no line break in its username', { username: 'A\nda' }, { username }],
    ['has no direction mark in its username', { username: 'A\u202Eda' }, { username }],
    ['has no invisible letter in its username', { username: 'A\u200Bda' }, { username }],
    ['needs an email', { email: '' }, { email }],
    ['has an email of the right form', { email: 'ada@example' }, { email }],
    ['has a password of at least 8', { password: 'x'.repeat(7) }, { password: 'At least 8 characters.' }],
    ['has a password of at most 200', { password: 'x'.repeat(201) }, { password: 'At most 200 characters.' }],
    ['is for adults', { ageConfirmed: false }, { ageConfirmed }],
    [
      'names every problem at once',
      { username: '', email: '', password: '' },
      { username: 'Choose a username.', email, password: 'At least 8 characters.' },
    ],
  ])('%s', (_, change, problems) => {
    expect(checkSignUp({ ...good, ...change })).toEqual(problems)
  })
})

test.each([
  ['adaobi2024!', 'Ada Obi', true],
  ['Ada-Obi_xx', 'Ada Obi', true],
  ['moin moin by ADA OBI', 'Ada Obi', true],
  ['ADÁOBÍ rides', 'Adá Obí', true],
  ['myadaobi', 'ada.obi', true],
  ['obi ada obi', 'Obi Ada', true],
  ['ada likes obituaries', 'Ada Obi', false],
  ['four plain words here', 'Ada Obi', false],
  ['a dark red boat', 'Ada', false],
  ['a dark red boat', 'Dark', true],
  ['anything at all', '', false],
  ['anything at all', '!!!!', false],
])('the password "%s" contains the name "%s": %s', (password, username, contains) => {
  expect(passwordContainsName(password, username)).toBe(contains)
})

describe('a session', () => {
  const HOUR = 3_600_000
  const DAY = 24 * HOUR

  test.each([
    ['a player’s', 'user', true, 30 * DAY, 180 * DAY],
    ['an admin’s', 'admin', true, 4 * HOUR, DAY],
    ['one without a verified email', 'user', false, DAY, DAY],
    ['an admin’s without a verified email', 'admin', false, DAY, DAY],
  ] as const)('%s expires without use and by its age', (_, role, emailVerified, idle, longest) => {
    const now = 1000 * DAY
    const ended = (age: number, unused: number) =>
      sessionEnded({ role, emailVerified, createdAt: now - age, seenAt: now - unused }, now)
    expect([ended(idle - 1, idle - 1), ended(idle, idle)]).toEqual([false, true])
    expect([ended(longest - 1, 0), ended(longest, 0)]).toEqual([false, true])
  })

  test('writes its use well before it expires', () => {
    expect(SESSION_USE_INTERVAL_MS).toBe(HOUR / 6)
    for (const { idle } of Object.values(SESSIONS)) expect(idle).toBeGreaterThan(10 * SESSION_USE_INTERVAL_MS)
  })

  test('has a recent proof for ten minutes', () => {
    const now = 1000 * DAY
    expect(isProofRecent(now - HOUR / 6 + 1, now)).toBe(true)
    expect(isProofRecent(now - HOUR / 6, now)).toBe(false)
  })
})

test('the fixed texts', () => {
  // Specification, section 3.
  expect(DEFAULT_USERNAME).toBe('No name')
  expect(PASSWORD_HINT).toBe(
    'At least 8 characters. A few words are easiest to remember; common passwords are refused.',
  )
})

// Specification, section 4: admin, then pro, then basic, then anything else.
test.each<[role: Role, plan: Plan, destination: string]>([
  ['admin', 'free', '/admin'],
  ['admin', 'pro', '/admin'],
  ['user', 'pro', '/dashboard'],
  ['user', 'basic', 'https://basic.example'],
  ['user', 'free', 'https://results.example'],
])('after login a %s with %s goes to %s', (role, plan, destination) => {
  const hosts = {
    results: 'https://results.example',
    basic: 'https://basic.example',
    classification: '/chart',
  }
  expect(destinationOf({ role, plan, ageConfirmed: true }, hosts)).toBe(destination)
  expect(destinationOf({ role, plan, ageConfirmed: false }, hosts)).toBe('/confirmation')
  const search = '?number=7&type=winning&position=any_box'
  expect(destinationOf({ role, plan, ageConfirmed: true }, hosts, search)).toBe(
    `/dashboard/past-results${search}`,
  )
  expect(destinationOf({ role, plan, ageConfirmed: false }, hosts, search)).toBe('/confirmation')
  expect(destinationOf({ role, plan, ageConfirmed: true }, hosts, '?notice=reset')).toBe(destination)
})
