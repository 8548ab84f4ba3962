/** What a visitor may be asked to check: a try that is unusual for its address, or one sent by a program. */
export const CHECK_PURPOSES = ['login', 'sign-up', 'reset', 'verify'] as const
export type CheckPurpose = (typeof CHECK_PURPOSES)[number]

/** The forms that a mailed link leads to. */
export const LINK_PURPOSES = ['login', 'sign-up'] as const
export type LinkPurpose = (typeof LINK_PURPOSES)[number]

export const VISITOR_CHECK = {
  /** PBKDF2 rounds of one try of the proof of work. */
  rounds: 1000,
  /** The proof needs at most this many tries, on average half of them: at most 2 seconds on a slow phone. */
  tries: 500,
  /** Minutes for which a proof can be sent. */
  workMinutes: 5,
  /** A program sends the sign-up faster than this after its form was opened. */
  fastestFormMs: 2000,
  formHours: 24,
  linkMinutes: 60,
  /** Seconds between two mailed links that one address requests, once the first ones are sent. */
  linkEverySeconds: 6,
} as const

export const CHECK_MESSAGES = {
  byEmail:
    'Many people use your network at the moment. Let us email you a link, then you can continue at once.',
  linkSent: 'If this email has an account, we email it a link. It usually arrives within a few minutes.',
  signUpLinkSent: 'We email you a link. It usually arrives within a few minutes. Please check your inbox.',
} as const

/** What a visitor reads after asking for a link. A login does not reveal which emails have an account. */
export const linkSentText = (purpose: string): string =>
  purpose === 'sign-up' ? CHECK_MESSAGES.signUpLinkSent : CHECK_MESSAGES.linkSent
