/** Limits of logins, sessions and second factors, for the server only. */
export const LOGIN_LIMITS = {
  /** Sessions of one user at a time. A further one ends the oldest. */
  sessions: 10,
  /** Minutes for which the link of a mail is valid. */
  resetLinkMinutes: 60,
  /** Random base-64 characters of a TOTP secret: 150 bits (RFC 4226 asks for 128), and 40 characters to type. */
  factorSecretLength: 25,
  recoveryCodes: 10,
  /** Minutes between the password and the code of one login. */
  codeMinutes: 10,
  /** Passwords that are hashed at the same time. Each takes 19 MiB and a core for about 25 ms. */
  hashesAtOnce: 4,
  /** Passwords that may wait for a hash. Further requests are refused as too busy. */
  hashesWaiting: 100,
} as const
