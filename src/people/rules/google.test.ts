import { expect, test } from 'vitest'
import {
  GOOGLE_OUTCOMES,
  googleLinkText,
  googleLoginText,
  type GoogleOutcome,
  googleSignUpText,
  isGoogleOutcome,
} from './google.ts'

const NETWORK = 'No internet connection. Please check your network.'
const FAILED = 'Google login failed. Try again.'
const CANCELLED = 'Google sign-in was canceled.'
const IN_USE = 'Email already in use. Try logging in instead.'
const NOT_CONFIRMED = 'Google sign-up failed: Google did not confirm who you are. Please try again.'
const SUSPENDED = 'This account is suspended. Our email says why and until when.'
const BLOCKED = 'Your browser did not open the window of Google. Allow pop-ups for this site.'
const TAKEN = 'This Google account is linked to another account.'
const PASSWORD =
  'This email is already registered with a password. Please log in using your email and password first. Then you can link Google login from your profile.'
const OTHER =
  'This email is linked with a different sign-in method: another Google account. Please use that method to log in.'

const TEXTS: Record<GoogleOutcome, [login: string | null, signUp: string | null, link: string | null]> = {
  in: [null, null, null],
  new: [null, null, null],
  linked: [null, null, null],
  code: [FAILED, IN_USE, FAILED],
  cancelled: [FAILED, CANCELLED, CANCELLED],
  blocked: [`${FAILED} ${BLOCKED}`, `Google sign-up failed: ${BLOCKED}`, BLOCKED],
  password: [PASSWORD, IN_USE, FAILED],
  other: [OTHER, IN_USE, TAKEN],
  conflict: ['Login failed due to an account conflict.', IN_USE, FAILED],
  taken: [FAILED, NOT_CONFIRMED, TAKEN],
  suspended: [SUSPENDED, SUSPENDED, FAILED],
  network: [NETWORK, NETWORK, NETWORK],
  failed: [FAILED, NOT_CONFIRMED, FAILED],
}

test.each(GOOGLE_OUTCOMES)('the pop-up ended with "%s": login, sign-up, profile', (outcome) => {
  const texts = [googleLoginText(outcome), googleSignUpText(outcome), googleLinkText(outcome)]
  expect(texts).toEqual(TEXTS[outcome])
})

test('only the listed outcomes are outcomes', () => {
  expect(GOOGLE_OUTCOMES.toSorted()).toEqual(Object.keys(TEXTS).toSorted())
  expect(GOOGLE_OUTCOMES.every(isGoogleOutcome)).toBe(true)
  expect([null, '', 'toString', 'IN'].filter(isGoogleOutcome)).toEqual([])
})
