import { googleOtherMethod, googleSignUpFailed, MESSAGES } from './messages.ts'

/** How a Google pop-up can end, as the server or the browser finds it. */
export const GOOGLE_OUTCOMES = [
  /** Somebody known is signed in. */
  'in',
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
  if (outcome === 'password') return MESSAGES.googlePasswordAccount
  if (outcome === 'other') return googleOtherMethod(OTHER_METHOD)
  return outcome === 'conflict' ? MESSAGES.googleConflict : MESSAGES.googleFailed
}

/** The sign-up screen's sentence; null where the pop-up ended well. */
export function googleSignUpText(outcome: GoogleOutcome): string | null {
  if (outcome === 'in' || outcome === 'new' || outcome === 'linked') return null
  if (outcome === 'network') return MESSAGES.noNetwork
  if (outcome === 'cancelled') return MESSAGES.googleCancelled
  if (outcome === 'failed' || outcome === 'taken')
    return googleSignUpFailed('Google did not confirm who you are. Please try again.')
  return MESSAGES.googleEmailInUse
}

/** The profile's sentence about linking; null where the pop-up ended well. */
export function googleLinkText(outcome: GoogleOutcome): string | null {
  if (outcome === 'in' || outcome === 'new' || outcome === 'linked') return null
  if (outcome === 'network') return MESSAGES.noNetwork
  if (outcome === 'cancelled') return MESSAGES.googleCancelled
  return outcome === 'taken' || outcome === 'other'
    ? 'This Google account belongs to another account here.'
    : MESSAGES.googleFailed
}
