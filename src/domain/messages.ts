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
export function serverError(status: number): string {
  return `Server error: ${status}`
}

/** Sentences shown after a navigation. An address has their name in `?notice=`, never their text. */
export const NOTICES = {
  'link-opened': { text: 'Thank you. You can continue in this browser now.', kind: 'good' },
  'verification-sent': { text: 'Verification email sent. Please check your inbox.', kind: 'good' },
  verified: { text: 'Your email is verified. You can log in now.', kind: 'good' },
  'link-expired': {
    text: 'This link has expired. Log in to get a new one.',
    kind: 'bad',
  },
  'link-invalid': { text: 'This link is not valid. It may have been used already.', kind: 'bad' },
  'password-changed': { text: 'Your password is changed. Log in with the new one.', kind: 'good' },
  'login-expired': { text: 'This login has expired. Please log in again.', kind: 'bad' },
  'account-deleted': { text: 'Your account is deleted.', kind: 'good' },
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
