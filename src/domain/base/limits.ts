/** Limits of requests and mails, for the server only. */
export const SERVER_LIMITS = {
  /** Bytes of a JSON or form body. */
  bodyBytes: 64 * 1024,
  /** Days after which the recipient of a sent or failed mail is removed. */
  mailKeptDays: 7,
  /** Days after which the row of a sent or failed mail is deleted. */
  mailRowKeptDays: 400,
  /** Days after which a processed webhook is deleted. Longer than the comparison with Paystack looks back. */
  webhookKeptDays: 400,
} as const
