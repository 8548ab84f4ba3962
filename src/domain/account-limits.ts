/** Limits of accounts: apart, because the screens before the login load these alone. */
export const ACCOUNT_LIMITS = {
  username: 60,
  email: 254,
  passwordShortest: 8,
  passwordLongest: 200,
  /** Minutes for which a login or a proof allows sensitive changes. */
  proofMinutes: 10,
  /** Base-32 characters of a recovery code: 120 bits, so that a fast hash is enough to store it. */
  recoveryCodeLength: 24,
} as const
