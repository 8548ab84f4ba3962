/** Limits of accounts, in their own file, because the screens before the login load only these. */
export const ACCOUNT_LIMITS = {
  username: 60,
  email: 254,
  passwordShortest: 8,
  passwordLongest: 200,
  /** Minutes for which a mailed link verifies the email. */
  verificationLinkMinutes: 60,
  /** Minutes for which a login or a password check allows sensitive changes. */
  proofMinutes: 10,
  /** Base-32 characters of a recovery code. They are 120 bits, so a fast hash is enough to store it. */
  recoveryCodeLength: 24,
  /** Milliseconds. A pop-up may close, or look closed, before the server's answer to it has arrived on a slow network. */
  popupMs: 10_000,
} as const

/** Limits of logins, sessions and second factors, for the server only. */
export const LOGIN_LIMITS = {
  /** Characters of a password that are judged. What follows makes none weaker, and the time grows with their square. */
  judgedCharacters: 40,
  /** Sessions of one user at a time. A further one ends the oldest. */
  sessions: 10,
  /** Minutes for which the link of a mail is valid. */
  resetLinkMinutes: 60,
  /** Hours for which the link that proves a new email is valid. */
  emailChangeHours: 24,
  /** Random base-64 characters of a TOTP secret: 150 bits (RFC 4226 asks for 128), and 40 characters to type. */
  factorSecretLength: 25,
  recoveryCodes: 10,
  /** Minutes between the password and the code of one login. */
  codeMinutes: 10,
  /** Passwords that are hashed at the same time. Each takes 19 MiB and a core for about 25 ms. */
  hashesAtOnce: 4,
  /** Passwords that may wait for a hash. Further requests are refused as too busy. */
  hashesWaiting: 100,
  /** Milliseconds that an answer takes at least which must not tell whether an account exists. */
  neutralMs: 300,
  /** Accounts that one browser is known for. */
  deviceLogins: 10,
  /** Seconds for which a browser is known. */
  deviceSeconds: 365 * 24 * 60 * 60,
  /** Characters of the token of a mailed link; ours are shorter. */
  token: 100,
  /** Characters of a message of the identity library in the log. */
  loggedReason: 200,
} as const
