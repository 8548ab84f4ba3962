/** Limits of requests and mails, for the server only. */
export const SERVER_LIMITS = {
  /** Bytes of a JSON or form body. */
  bodyBytes: 64 * 1024,
  /** Days after which the recipient of a sent or failed mail is removed. */
  mailKeptDays: 7,
} as const
