import { expect, test } from 'vitest'
import { ERRORS, type ErrorCode } from '../../platform/rules/base/messages.ts'
import { type AccountForm, refusalText } from './refusal-text.ts'

test.each<[AccountForm, ErrorCode, string]>([
  ['login', 'invalid-credentials', 'Login failed! Invalid credentials.'],
  ['login', 'email-not-verified', 'Please verify your email before logging in. Check your inbox.'],
  ['login', 'suspended', 'This account is suspended.'],
  ['login', 'too-many', 'Login failed! Invalid credentials. Too many tries. Please wait a little.'],
  ['login', 'link-needed', 'Many people use your network at the moment.'],
  ['sign-up', 'email-in-use', 'Email already in use. Try logging in.'],
  ['sign-up', 'too-many', 'Signup failed. Too many tries. Please wait a little.'],
  ['sign-up', 'check-needed', 'Many people use your network at the moment.'],
  ['forgot-password', 'no-account', 'No account found with that email.'],
  ['forgot-password', 'invalid-email', 'Please enter a valid email.'],
  ['forgot-password', 'internal', 'Something went wrong. Try again later.'],
  ['reset-password', 'invalid-link', 'This link is not valid. It may have been used already.'],
  [
    'reset-password',
    'too-many',
    'Something went wrong. Try again later. Too many tries. Please wait a little.',
  ],
  ['resend', 'internal', 'Failed to resend email. Try again later.'],
  ['change', 'email-in-use', 'This email has an account already.'],
  ['change', 'internal', 'That did not work. Please try again.'],
])('%s, %s: %s', (form, code, words) => {
  expect(refusalText(form, { code, ...ERRORS[code] })).toContain(words)
})

test('fields say it all where the form shows them', () => {
  const refusal = {
    code: 'invalid-input',
    ...ERRORS['invalid-input'],
    fields: { password: 'Too long.' },
  } as const
  expect(refusalText('sign-up', refusal)).toBe('')
  expect(refusalText('reset-password', refusal)).toBe('')
  expect(refusalText('login', refusal)).toBe('Login failed! Invalid credentials.')
})
