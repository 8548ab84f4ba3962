import { DAY, HOUR, MINUTE } from '../../platform/rules/base/calendar.ts'

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
  /** Payments of one page of the staff's list, and of one's own. */
  staffPage: 50,
  ownPage: 20,
  /** Days of one table of money: at most two years. */
  moneyDays: 731,
  /** Months of the table of growth, with the current one. */
  growthMonths: 12,
  /** Days after the end of paid time in which a payment still renews it. */
  renewalDays: 7,
  /** Payments of which one sweep queues a check. */
  sweptPayments: 200,
  /** Milliseconds that the return page waits for Paystack. */
  returnMs: 3000,
  /** Milliseconds. Paystack pays out on the next working day. After this time, with a weekend and holidays, a payment is missing. */
  payoutMs: 6 * DAY,
  /** Milliseconds; the window of a daily comparison: the time for which open payments are checked, plus a day. */
  comparedMs: 8 * DAY,
  /** Milliseconds; the window for refunds and disputes: payers can dispute a payment for about four months. */
  comparedReturnsMs: 180 * DAY,
  /** Milliseconds without a finished comparison until it is overdue: one comparison may fail, a second may not. */
  comparisonDueMs: 36 * HOUR,
  /** Milliseconds that the newest comparison may run before an overdue one raises the alarm. */
  comparisonMs: HOUR,
  /** Minutes after midnight in Lagos at which the daily comparison is due, when traffic is lowest. */
  comparisonFromMinutes: 3 * 60,
  /** A comparison stops after this many failures, because a single payment cannot cause them. */
  comparisonFailures: 10,
  /** Milliseconds from Paystack's webhook until the payment must be settled. */
  settleMs: 10 * MINUTE,
  /** Milliseconds until a requested refund must be sent. */
  refundMs: HOUR,
  /** Minimum milliseconds between two verifications of one payment at its payer's request. */
  verifyEveryMs: 2000,
  /** Milliseconds until a payment without an access code counts as abandoned: its server has stopped. */
  openingMs: 15_000,
  /** Characters of a reference; a longer one is not ours. */
  reference: 100,
  /** Characters of an id of Paystack. */
  paystackId: 40,
  /** Milliseconds until the whole answer of Paystack must have arrived. */
  answerMs: 10_000,
  /** Bytes of an answer of Paystack; a page of a hundred transactions takes about a third. */
  answerBytes: 2 * 1024 * 1024,
  /** Days that the form of a grant has at first. */
  usualDays: 7,
  /** Up to this number of days each has a bar of its own; a longer period has one for each month. */
  barDays: 62,
} as const

/** Limits of a payment in the payer's browser. */
export const CHECKOUT_LIMITS = {
  /** Milliseconds between two polls of the server: for the first polls, and for later ones. */
  firstPollMs: 3000,
  laterPollMs: 10_000,
  firstPolls: 20,
  /** Milliseconds for which a settled payment is shown before the screen moves on. */
  settledMs: 3000,
  /** Milliseconds for the checkout to load. The library reports no error when its host is down or blocked. */
  loadMs: 20_000,
  /** Milliseconds for the server's answer; longer than the server waits for Paystack. */
  answerMs: 30_000,
  /** Consecutive failed polls after which the page reports a failed settlement, if the checkout reported success. */
  failures: 2,
} as const
