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
} as const
