/** The specification's texts of several screens, or of the server and the browser, word for word. */
export const MESSAGES = {
  loading: 'Loading...',
  pleaseWait: 'Please wait...',
  noNetwork: 'No internet connection. Please check your network.',
  notFound: '404 Page Not Found',
  notSignedIn: 'User not signed in',
  resultsFailed: 'Failed to load results.',
  noPredictions: 'No predictions available.',
} as const

/** The browser's error for an answer that is not ok. */
export const serverError = (status: number): string => `Server error: ${status}`

/** Sentences shown after a navigation. An address has their name in `?notice=`, never their text. */
export const NOTICES = {
  'link-opened': { text: 'Thank you. You can continue in this browser now.', kind: 'good' },
  'verification-sent': { text: 'Verification email sent. Please check your inbox.', kind: 'good' },
  verified: { text: 'Your email is verified.', kind: 'good' },
  'link-expired': { text: 'This link has expired. Log in to get a new one.', kind: 'bad' },
  'link-invalid': { text: 'This link is not valid. It may have been used already.', kind: 'bad' },
  'email-taken': { text: 'This email has an account already. Nothing was changed.', kind: 'bad' },
  'password-changed': { text: 'Your password is changed. Log in with the new one.', kind: 'good' },
  'login-expired': { text: 'This login has expired. Please log in again.', kind: 'bad' },
  paid: { text: 'Payment received. Your plan is active.', kind: 'good' },
  'account-deleted': { text: 'Your account is deleted.', kind: 'good' },
  saved: { text: 'Saved.', kind: 'good' },
  'password-saved': { text: 'Your password is saved. All other devices are logged out.', kind: 'good' },
  'session-ended': { text: 'The device is logged out.', kind: 'good' },
  'sessions-ended': { text: 'All other devices are logged out.', kind: 'good' },
  'voucher-used': { text: 'Your voucher is used. Your plan is below.', kind: 'good' },
} as const satisfies Record<string, { text: string; kind: 'good' | 'bad' }>
export type Notice = keyof typeof NOTICES

export const isNotice = (name: string): name is Notice => Object.keys(NOTICES).includes(name)

/** The notes on odds, age and help that the pages show. */
export const NOTES = {
  odds: 'Past draws do not change the odds.',
  adults: '18+',
  responsibly: 'Play responsibly',
  sample: 'Sample data: these draws are generated, they are not real results.',
} as const

/** Every code of an error answer, with its HTTP status and its sentence. */
export const ERRORS = {
  'bad-request': { status: 400, title: 'This request cannot be read.' },
  'invalid-input': { status: 400, title: 'Something in this request is invalid.' },
  'not-signed-in': { status: 401, title: 'User not signed in' },
  'invalid-credentials': { status: 401, title: 'The email or the password is wrong.' },
  'email-not-verified': {
    status: 403,
    title: 'Please verify your email before logging in. Check your inbox.',
  },
  'proof-needed': { status: 403, title: 'Please confirm that it is you.' },
  'second-factor-needed': { status: 403, title: 'Please set up a second factor first.' },
  'login-expired': { status: 401, title: 'This login has expired. Please log in again.' },
  'age-needed': { status: 403, title: 'Please confirm first that you are 18 or older.' },
  'check-needed': { status: 403, title: 'We need a short check first. Please try again.' },
  'link-needed': { status: 403, title: 'We need to check your email first.' },
  'no-account': { status: 404, title: 'No account found with that email.' },
  'invalid-email': { status: 400, title: 'Please enter a valid email.' },
  'invalid-link': { status: 400, title: 'This link is not valid. It may have been used already.' },
  'expired-link': { status: 400, title: 'This link has expired.' },
  'last-way-in': { status: 409, title: 'This is the only login method of your account.' },
  'last-admin': { status: 409, title: 'There must always be at least one owner.' },
  unproven: { status: 409, title: 'This email is not verified yet: only its owner may be made an admin.' },
  'not-oneself': { status: 409, title: 'You cannot do this to your own account here.' },
  'google-off': { status: 503, title: 'Google sign-in is not available here.' },
  'bad-signature': { status: 401, title: 'The signature is invalid.' },
  suspended: { status: 403, title: 'This account is suspended.' },
  'on-a-break': { status: 403, title: 'You are on a break.' },
  'plan-needed': { status: 402, title: 'This needs a higher plan.' },
  forbidden: { status: 403, title: 'You are not authorized to do this.' },
  'wrong-host': { status: 421, title: 'This site is not served at this address.' },
  'cross-site': { status: 403, title: 'This request came from another site and was refused.' },
  'not-found': { status: 404, title: 'Not found.' },
  'method-not-allowed': { status: 405, title: 'This method is not allowed here.' },
  conflict: { status: 409, title: 'Another user changed this first.' },
  'confirmation-needed': { status: 409, title: 'Check this again before you save it.' },
  'too-large': { status: 413, title: 'This is too large.' },
  'unsupported-type': { status: 415, title: 'This kind of content is not accepted.' },
  'email-in-use': { status: 422, title: 'This email has an account already.' },
  'too-many': { status: 429, title: 'Too many tries. Please wait a little.' },
  internal: { status: 500, title: 'Something went wrong. Please try again.' },
  'disk-full': {
    status: 503,
    title: 'Nothing can be saved at the moment. Please try again in a few minutes.',
  },
  unavailable: { status: 503, title: 'We are not ready right now. Please try again in a moment.' },
} as const satisfies Record<string, { status: number; title: string }>
export type ErrorCode = keyof typeof ERRORS

/** An error answer as problem+json. `fields` has the problems of single inputs. */
export interface Problem {
  status: number
  code: ErrorCode
  title: string
  fields?: Record<string, string>
  requestId: string
}

/** The specification's text of Frequent Numbers, apart from those that every screen loads. */
export const FREQUENT_MESSAGES = {
  failed: 'Failed to load frequent numbers. Please try again later.',
} as const

/** The specification's text of Prediction, apart from those that every screen loads. */
export const PREDICTION_MESSAGES = { loading: 'Loading predictions...' } as const
