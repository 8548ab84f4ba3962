import { MESSAGES } from '../../platform/rules/base/messages.ts'

/** The specification's sentences about Google, word for word. */
export const GOOGLE_MESSAGES = {
  passwordAccount:
    'This email is already registered with a password. Please log in using your email and password first. Then you can link Google login from your profile.',
  conflict: 'Login failed due to an account conflict.',
  failed: 'Google login failed. Try again.',
  cancelled: 'Google sign-in was canceled.',
  emailInUse: 'Email already in use. Try logging in instead.',
} as const

/** The conflict of a Google sign-in with another sign-in method. */
export const googleOtherMethod = (method: string): string =>
  `This email is linked with a different sign-in method: ${method}. Please use that method to log in.`

/** @param detail our own sentence, never a provider's text */
const googleSignUpFailed = (detail: string): string => `Google sign-up failed: ${detail}`

/** The outcomes of a Google pop-up, as the server or the browser detects them. */
export const GOOGLE_OUTCOMES = [
  /** An existing account is signed in. */
  'in',
  /** The account has a second factor: the login waits for its code. */
  'code',
  /** A new account was created and is signed in. */
  'new',
  /** Google is linked to the signed-in account. */
  'linked',
  /** The user declined or closed the window. */
  'cancelled',
  /** The browser did not open the window. */
  'blocked',
  /** The email has an account with a password, to which Google is not linked. */
  'password',
  /** The email has an account with another Google identity. */
  'other',
  /** The email belongs to a record added by staff that has no login yet. */
  'conflict',
  /** Linking: this Google identity belongs to another account. */
  'taken',
  /** The account is suspended. */
  'suspended',
  'network',
  'failed',
] as const
export type GoogleOutcome = (typeof GOOGLE_OUTCOMES)[number]

export const isGoogleOutcome = (text: string | null): text is GoogleOutcome =>
  GOOGLE_OUTCOMES.some((outcome) => outcome === text)

/** The cookie in which the server leaves the outcome to the page that opened the pop-up. */
export const OUTCOME_COOKIE = 'google_outcome'

const BLOCKED = 'Your browser did not open the window of Google. Allow pop-ups for this site.'

const SUSPENDED = 'This account is suspended. Our email says why and until when.'

/** `{method}` in the specification's sentence. */
const OTHER_METHOD = 'another Google account'

/** The login screen's sentence; null after a success. */
export function googleLoginText(outcome: GoogleOutcome): string | null {
  if (outcome === 'in' || outcome === 'new' || outcome === 'linked') return null
  if (outcome === 'suspended') return SUSPENDED
  if (outcome === 'network') return MESSAGES.noNetwork
  if (outcome === 'password') return GOOGLE_MESSAGES.passwordAccount
  if (outcome === 'other') return googleOtherMethod(OTHER_METHOD)
  if (outcome === 'blocked') return `${GOOGLE_MESSAGES.failed} ${BLOCKED}`
  return outcome === 'conflict' ? GOOGLE_MESSAGES.conflict : GOOGLE_MESSAGES.failed
}

/** The sign-up screen's sentence; null after a success. */
export function googleSignUpText(outcome: GoogleOutcome): string | null {
  if (outcome === 'in' || outcome === 'new' || outcome === 'linked') return null
  if (outcome === 'suspended') return SUSPENDED
  if (outcome === 'network') return MESSAGES.noNetwork
  if (outcome === 'cancelled') return GOOGLE_MESSAGES.cancelled
  if (outcome === 'blocked') return googleSignUpFailed(BLOCKED)
  if (outcome === 'failed' || outcome === 'taken')
    return googleSignUpFailed('Google did not confirm who you are. Please try again.')
  return GOOGLE_MESSAGES.emailInUse
}

/** The profile's sentence about linking; null after a success. */
export function googleLinkText(outcome: GoogleOutcome): string | null {
  if (outcome === 'in' || outcome === 'new' || outcome === 'linked') return null
  if (outcome === 'network') return MESSAGES.noNetwork
  if (outcome === 'cancelled') return GOOGLE_MESSAGES.cancelled
  if (outcome === 'blocked') return BLOCKED
  return outcome === 'taken' || outcome === 'other'
    ? 'This Google account is linked to another account.'
    : GOOGLE_MESSAGES.failed
}
