/** Limits of payments and of time that staff grant. */
export const BILLING_LIMITS = {
  /** Payments that one user may open within an hour. */
  openings: 8,
  /** Days that staff may grant at once. */
  grantedDays: 366,
  /** Months that staff may grant at once. */
  grantedMonths: 12,
  /** Days before the end of a plan from which staff see it as ending soon. */
  expiringDays: 7,
  /** Bytes of one webhook of a payment company. */
  webhookBytes: 256 * 1024,
} as const
