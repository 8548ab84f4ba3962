const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S

/**
 * Rate limits: points in a window of seconds, and the seconds of the pause after that. Many phones share one address
 * behind carrier-grade NAT, so limits of an address are high and soft: beyond them a try needs a proof of work or a
 * mailed link (check-visitor.ts), and nobody has to wait because of a neighbour.
 */
export const RATE_LIMITS = {
  /** Wrong passwords for one account from devices that have not logged in to it before. */
  loginAccount: { points: 10, duration: 15 * MINUTE_S, pause: 15 * MINUTE_S },
  /** Wrong passwords for one account from a device that has logged in before. Attackers cannot use these up. */
  loginKnownDevice: { points: 10, duration: 15 * MINUTE_S, pause: 15 * MINUTE_S },
  /** Wrong passwords from one address for any account; soft. */
  loginAddress: { points: 60, duration: 15 * MINUTE_S, pause: 0 },
  /** Sign-ups from one address; soft. The tenth costs each phone up to 2 seconds. */
  signUpAddress: { points: 9, duration: HOUR_S, pause: 0 },
  /** Sign-ups with emails of one domain; soft. */
  signUpDomain: { points: 300, duration: HOUR_S, pause: 0 },
  /** Sign-ups from one address that came without the form or just after it was opened; soft. */
  signUpHasty: { points: 3, duration: HOUR_S, pause: 0 },
  /** One opened sign-up form, which is accepted once in the 24 hours for which it is valid. */
  formOnce: { points: 1, duration: 24 * HOUR_S, pause: 0 },
  /** Tries of one kind from one address with a proof of work; soft: beyond it only a mailed link helps. */
  checkedAddress: { points: 120, duration: 15 * MINUTE_S, pause: 0 },
  /** One proof of work, which is accepted once. It is valid for 5 minutes. */
  workOnce: { points: 1, duration: 10 * MINUTE_S, pause: 0 },
  /** Links that let an email log in or sign up without a check. A further request has the same answer and no mail. */
  linkMail: { points: 1, duration: 5 * MINUTE_S, pause: 0 },
  /** Such links that one address requests and that are mailed at once. Further ones wait in a slow queue. */
  linkQueue: { points: 10, duration: HOUR_S, pause: 0 },
  /**
   * Mails with a reset link to one account. A further request has the same answer and no mail. The earlier mail still
   * works, so attackers cannot block the owner.
   */
  resetMail: { points: 1, duration: 5 * MINUTE_S, pause: 0 },
  /** Requests for a reset from one address; soft. */
  resetAddress: { points: 20, duration: HOUR_S, pause: 0 },
  /** Resets of unknown emails from one address. Beyond the limit, every answer is the neutral one. */
  unknownAddress: { points: 10, duration: 24 * HOUR_S, pause: 24 * HOUR_S },
  resendAccount: { points: 3, duration: HOUR_S, pause: HOUR_S },
  /** Requests for a verification mail from one address; soft. */
  resendAddress: { points: 20, duration: HOUR_S, pause: 0 },
  /** Wrong tokens of mailed links from one address. */
  tokenAddress: { points: 30, duration: HOUR_S, pause: HOUR_S },
  /** Wrong passwords of a signed-in user in a password check. */
  proof: { points: 10, duration: 15 * MINUTE_S, pause: 15 * MINUTE_S },
  /** Searches on the server for one user. Phones search their own copy. */
  search: { points: 60, duration: MINUTE_S, pause: 0 },
  /** Questions that the assistant suggests while one user types. */
  typing: { points: 240, duration: MINUTE_S, pause: 0 },
  /** Requests of one network for what other sites may show. The phones of many readers share one. */
  otherSites: { points: 600, duration: MINUTE_S, pause: 0 },
  /** Downloads of results by one user. */
  download: { points: 60, duration: HOUR_S, pause: 0 },
  /**
   * Figures of the statistics lab that one user makes the server compute. Cached figures do not count. A figure keeps the
   * one thread busy for up to 30 ms, so one user can take at most 4 seconds of each minute.
   */
  lab: { points: 120, duration: MINUTE_S, pause: 0 },
  /** Changes of one user's notifications. Each page of a subscribed phone renews its subscription once. */
  push: { points: 120, duration: HOUR_S, pause: 0 },
  /** Changes of one user's slip. */
  slip: { points: 120, duration: HOUR_S, pause: 0 },
  /** Test notifications of one user. */
  pushTest: { points: 5, duration: 10 * MINUTE_S, pause: 0 },
  /** Tests of production by one member of staff. */
  productionTest: { points: 20, duration: 10 * MINUTE_S, pause: 0 },
  /** Answers of one user to the question about analytics. Each change is kept for good. */
  analyticsChoice: { points: 20, duration: HOUR_S, pause: 0 },
  /** Wrong codes of vouchers of one account. */
  voucherAccount: { points: 10, duration: HOUR_S, pause: HOUR_S },
  /** Wrong codes of vouchers from one address. Many phones share one, so it is high; a code has 54 random bits. */
  voucherAddress: { points: 200, duration: HOUR_S, pause: 0 },
  /** Data exports of one user. */
  export: { points: 20, duration: HOUR_S, pause: 0 },
  /**
   * Wrong codes of a second factor, counted separately for each device that a code has completed a login on, for all
   * other devices and for proofs. Recovery codes are counted for each address too, because they cannot be guessed.
   */
  code: { points: 10, duration: HOUR_S, pause: HOUR_S },
  /** Wrong codes of an account's app from all devices. Recovery codes work beyond it. */
  codeAccount: { points: 30, duration: 24 * HOUR_S, pause: 24 * HOUR_S },
  /** One code of an app, which is accepted once. It is valid for 90 seconds. */
  codeOnce: { points: 1, duration: 2 * MINUTE_S, pause: 2 * MINUTE_S },
} as const satisfies Record<string, { points: number; duration: number; pause: number }>

/** The name of a rate limit. */
export type RateLimit = keyof typeof RATE_LIMITS

/** The kinds of entries in the log of password attacks, with their texts for staff. */
export const ATTACKS = {
  'login-refused': 'Refused login',
  'limit-reached': 'Limit reached',
  'reset-requested': 'Reset link requested',
  'reset-refused': 'Reset link refused',
  'reset-done': 'Password reset by a mailed link',
  'proof-refused': 'Wrong password while signed in',
  'second-factor-refused': 'Wrong second factor',
} as const
export type AttackKind = keyof typeof ATTACKS
export const ATTACK_KINDS = Object.keys(ATTACKS) as AttackKind[]
