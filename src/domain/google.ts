import { MESSAGES } from './messages.ts'

/** The specification's sentences about Google, word for word. */
export const GOOGLE_MESSAGES = {
  passwordAccount:
    'This email is already registered with a password. Please log in using your email and password first. Then you can link Google login from your profile.',
  conflict: 'Login failed due to an account conflict.',
  failed: 'Google login failed. Try again.',
  cancelled: 'Google sign-in was canceled.',
  emailInUse: 'Email already in use. Try logging in instead.',
} as const

/** The conflict of a Google sign-in with another way in. */
export function googleOtherMethod(method: string): string {
  return `This email is linked with a different sign-in method: ${method}. Please use that method to log in.`
}

/** @param detail a sentence of our own, never a provider's text */
function googleSignUpFailed(detail: string): string {
  return `Google sign-up failed: ${detail}`
}

/** How a Google pop-up can end, as the server or the browser finds it. */
export const GOOGLE_OUTCOMES = [
  /** Somebody known is signed in. */
  'in',
  /** The account has a second factor: the login waits for its code. */
  'code',
  /** A new account was made. */
  'new',
  /** Google is linked to the account of the person signed in. */
  'linked',
  /** The person said no, closed the window, or the browser did not open it. */
  'cancelled',
  /** The e-mail has an account with a password that Google may not enter by itself. */
  'password',
  /** The e-mail has an account with another Google identity. */
  'other',
  /** The e-mail belongs to a record that nobody has claimed yet. */
  'conflict',
  /** Linking: this Google identity belongs to another account. */
  'taken',
  'network',
  'failed',
] as const
export type GoogleOutcome = (typeof GOOGLE_OUTCOMES)[number]

export const isGoogleOutcome = (text: string | null): text is GoogleOutcome =>
  GOOGLE_OUTCOMES.some((outcome) => outcome === text)

/** {method} of the specification's sentence. */
const OTHER_METHOD = 'another Google account'

/** The login screen's sentence; null where the pop-up ended well. */
export function googleLoginText(outcome: GoogleOutcome): string | null {
  if (outcome === 'in' || outcome === 'new' || outcome === 'linked') return null
  if (outcome === 'network') return MESSAGES.noNetwork
  if (outcome === 'password') return GOOGLE_MESSAGES.passwordAccount
  if (outcome === 'other') return googleOtherMethod(OTHER_METHOD)
  return outcome === 'conflict' ? GOOGLE_MESSAGES.conflict : GOOGLE_MESSAGES.failed
}

/** The sign-up screen's sentence; null where the pop-up ended well. */
export function googleSignUpText(outcome: GoogleOutcome): string | null {
  if (outcome === 'in' || outcome === 'new' || outcome === 'linked') return null
  if (outcome === 'network') return MESSAGES.noNetwork
  if (outcome === 'cancelled') return GOOGLE_MESSAGES.cancelled
  if (outcome === 'failed' || outcome === 'taken')
    return googleSignUpFailed('Google did not confirm who you are. Please try again.')
  return GOOGLE_MESSAGES.emailInUse
}

/** The profile's sentence about linking; null where the pop-up ended well. */
export function googleLinkText(outcome: GoogleOutcome): string | null {
  if (outcome === 'in' || outcome === 'new' || outcome === 'linked') return null
  if (outcome === 'network') return MESSAGES.noNetwork
  if (outcome === 'cancelled') return GOOGLE_MESSAGES.cancelled
  return outcome === 'taken' || outcome === 'other'
    ? 'This Google account belongs to another account here.'
    : GOOGLE_MESSAGES.failed
}
