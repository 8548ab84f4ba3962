import { DAY, HOUR, MINUTE } from '../../platform/rules/base/calendar.ts'
import { formatNaira } from '../../platform/rules/base/words.ts'
import type { PaidPlan } from '../../platform/rules/access/plans.ts'
import { itemAt } from '../../platform/rules/base/lists.ts'
import { BILLING_LIMITS } from './limits.ts'
import { REFERENCE } from './foreign.ts'

/** The files for the accountant. Vouchers are cash that is not at Paystack. */
export const MONEY_FILES = ['payments', 'refunds', 'fees', 'payouts', 'vouchers'] as const
export type MoneyFile = (typeof MONEY_FILES)[number]

/**
 * The states of a payment. `settled` has a grant. The money of a `reversed` payment was returned; it becomes `settled`
 * again if Paystack reports later that it has the money.
 */
export const PAYMENT_STATES = ['open', 'settled', 'review', 'reversed', 'lapsed'] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

/** Test keys move no money. A payment keeps the mode of its keys. */
export const PAYMENT_MODES = ['test', 'live'] as const
export type PaymentMode = (typeof PAYMENT_MODES)[number]

/** Naira, the currency of all prices. */
export const CURRENCY = 'NGN' as const

/**
 * The payment methods of every checkout, as Paystack's `channels` parameter names them. None of them renews. Paystack's
 * library shows Apple Pay only on devices that have it.
 */
export const CHANNELS = ['card', 'bank', 'ussd', 'qr', 'bank_transfer', 'apple_pay'] as const

/** The payment methods in words, for sentences. */
const CHANNEL_NAMES: Record<(typeof CHANNELS)[number], string> = {
  card: 'card',
  bank: 'bank account',
  ussd: 'USSD',
  qr: 'QR code',
  bank_transfer: 'bank transfer',
  apple_pay: 'Apple Pay',
}

const WAYS = CHANNELS.filter((channel) => channel !== 'apple_pay').map((channel) => CHANNEL_NAMES[channel])

/** How a plan is paid for, above every button that opens the checkout. */
export const WAYS_TO_PAY = `Pay once through Paystack by ${WAYS.join(', ')} or, on Apple devices, ${CHANNEL_NAMES.apple_pay}. There are no automatic charges.`

/** A payment method in words; Paystack's own word for a method that the checkout does not offer, such as mobile money. */
export function channelName(channel: string): string {
  const ours = CHANNELS.find((one) => one === channel)
  return ours ? CHANNEL_NAMES[ours] : channel.replace(/_/g, ' ')
}

/** `ANNUAL PLAN`: the checkout's label of a plan by Paystack's name of its interval. */
export function planLabel(interval: string): string {
  const label = { biannually: 'BIANNUAL', annually: 'ANNUAL' }[interval] ?? interval.toUpperCase()
  return `${label} PLAN`
}

/** Paystack's names of the plans' intervals. */
export const INTERVALS = { year: 'annually', month: 'monthly' } as const

/** What a payment was opened for. Paystack's answer is compared with it. */
interface ExpectedPayment {
  reference: string
  userId: string
  plan: PaidPlan
  kobo: number
  mode: PaymentMode
}

/** A transaction as Paystack reports it: the fields that are compared, read tolerantly from its answer. */
export interface ReportedPayment {
  /** Paystack's own word: abandoned, failed, ongoing, pending, processing, queued, reversed, success. */
  status: string
  reference: string
  /** Kobo that were charged, and kobo that were requested if Paystack adds its fees. */
  amount: number
  requestedAmount: number | null
  currency: string
  /** `test` or `live`. */
  domain: string
  /** The user and the plan from our metadata; null if the answer has none. */
  userId: string | null
  plan: string | null
}

export type Judgement =
  /** The money arrived as requested. */
  | { verdict: 'paid' }
  /** The money arrived, but something differs: no plan is granted, and staff check it. */
  | { verdict: 'mismatch'; faults: string[] }
  /** The money arrived, and Paystack later logged a refund or a chargeback, without the returned amount. */
  | { verdict: 'reversed' }
  /** This attempt failed. A later one with the same reference can still succeed. */
  | { verdict: 'failed' }
  /** No money yet. This includes `abandoned`: a bank transfer can arrive hours after the window was closed. */
  | { verdict: 'waiting' }

/** Paystack's `reversed`, and the dashboard's `reversal pending` in case the API ever sends it. */
export const isReversed = (status: string | null | undefined) => /^revers/i.test(String(status))

/** Compares Paystack's transaction with the request. */
export function judge(expected: ExpectedPayment, seen: ReportedPayment): Judgement {
  if (isReversed(seen.status)) return { verdict: 'reversed' }
  if (seen.status === 'failed') return { verdict: 'failed' }
  if (seen.status !== 'success') return { verdict: 'waiting' }
  const faults = faultsOf(expected, seen)
  return faults.length === 0 ? { verdict: 'paid' } : { verdict: 'mismatch', faults }
}

function faultsOf(expected: ExpectedPayment, seen: ReportedPayment): string[] {
  const asked = seen.requestedAmount ?? seen.amount
  const faults: [isWrong: boolean, sentence: string][] = [
    [seen.reference !== expected.reference, `The reference is ${seen.reference}.`],
    [
      asked !== expected.kobo || seen.amount < expected.kobo,
      `${formatNaira(seen.amount)} arrived, ${formatNaira(expected.kobo)} is due.`,
    ],
    [seen.currency !== CURRENCY, `The currency is ${seen.currency}.`],
    [
      seen.domain !== expected.mode,
      `The payment was made in ${seen.domain} mode, not in ${expected.mode} mode.`,
    ],
    [seen.userId !== null && seen.userId !== expected.userId, 'The payment was made for another user.'],
    [seen.plan !== null && seen.plan !== expected.plan, `The payment was made for the plan ${seen.plan}.`],
  ]
  return faults.filter(([isWrong]) => isWrong).map(([, sentence]) => sentence)
}

/** The first ages at which an open payment is verified. */
export const FIRST_CHECKS_MS: readonly number[] = [MINUTE, 5 * MINUTE, 30 * MINUTE]

/** The ages at which an open payment is verified: the first, then hourly for a day, daily for a week. */
const CHECK_AGES_MS: readonly number[] = [
  ...FIRST_CHECKS_MS,
  ...Array.from({ length: 24 }, (_, i) => (i + 1) * HOUR),
  ...Array.from({ length: 6 }, (_, i) => (i + 2) * DAY),
]

/** When an open payment is verified next, in milliseconds; null after a week. */
export function nextCheck(createdAt: number, now: number): number | null {
  const age = CHECK_AGES_MS.find((after) => createdAt + after > now)
  return age === undefined ? null : createdAt + age
}

/** The time in which one user may open {@link BILLING_LIMITS.openings} payments. */
export const OPENINGS_WINDOW_MS = HOUR

/** The pause after openings that failed, in which Paystack may recover. */
const FAILURE_PAUSE_MS = 5 * MINUTE

/** A payment that a user opened or tried to open. */
interface Opening {
  /** Milliseconds. */
  at: number
  /** Whether its checkout failed to open, so that it cannot be paid. */
  hasFailed: boolean
}

/**
 * When a user may open the next payment, in milliseconds: at `now`, or when the oldest opening that counts is an hour
 * old. Failed openings only cause a wait of {@link FAILURE_PAUSE_MS} after the newest opening.
 * @param openings in any order
 */
export function nextOpening(openings: readonly Opening[], now: number): number {
  const newestFirst = [...openings].sort((a, b) => b.at - a.at)
  const last = newestFirst[BILLING_LIMITS.openings - 1]
  if (last === undefined) return now
  const lastOpened = newestFirst.filter(({ hasFailed }) => !hasFailed)[BILLING_LIMITS.openings - 1]
  const next = lastOpened ? lastOpened.at + OPENINGS_WINDOW_MS : now
  if (next > now) return next
  return Math.max(now, Math.min(last.at + OPENINGS_WINDOW_MS, itemAt(newestFirst, 0).at + FAILURE_PAUSE_MS))
}

/** Within this time, another click on the same plan reopens the open payment instead of creating a second one. */
export const PAYMENT_REUSE_MS = 30 * MINUTE

/** Two payments of one user for one plan within this time look like an accident. */
export const PAID_TWICE_WINDOW_MS = 30 * MINUTE

export const REFUND_STATES = ['asked', 'pending', 'processed', 'failed'] as const
export type RefundState = (typeof REFUND_STATES)[number]

/**
 * The kobo of a payment that are neither returned nor being returned.
 * @param refunds all refunds of the payment; staff decided that the money of an overruled one did not go back
 */
export function refundable(
  { kobo, paidKobo }: { kobo: number; paidKobo: number | null },
  refunds: readonly { kobo: number; state: RefundState; isOverruled: boolean }[],
): number {
  const going = refunds.filter(({ state, isOverruled }) => state !== 'failed' && !isOverruled)
  return going.reduce((rest, refund) => rest - refund.kobo, paidKobo ?? kobo)
}

/** What Finance reads beyond the amount that owners have set. */
export const refundLimitText = (limitKobo: number): string =>
  `You can refund ${formatNaira(limitKobo)} of one payment, with its earlier refunds. Ask an owner for more.`

/** Maps Paystack's status of a refund to our state. `needs-attention` waits for the payer's bank details. */
export function refundState(status: string): RefundState {
  if (status === 'processed' || status === 'failed') return status
  return 'pending'
}

export const DISPUTE_STATES = ['open', 'won', 'lost'] as const
export type DisputeState = (typeof DISPUTE_STATES)[number]

/** The state of a dispute. If it is resolved, every resolution but `declined` returns the money to the payer. */
export function disputeState(status: string, resolution: string | null): DisputeState {
  if (status !== 'resolved') return 'open'
  return resolution === 'declined' ? 'won' : 'lost'
}

/** The days before the end of a plan on which the payer gets a reminder. */
export const REMINDER_DAYS = [7, 3, 1, 0] as const
export type ReminderDays = (typeof REMINDER_DAYS)[number]

/** The reminder that is due for a plan that ends at `expiry` (milliseconds): only the latest one. */
export function dueReminder(expiry: number, now: number): ReminderDays | null {
  if (now >= expiry + DAY) return null
  return [...REMINDER_DAYS].reverse().find((days) => now >= expiry - days * DAY) ?? null
}

/** Paystack's own page adds the reference to the address under these names when it sends the payer back. */
const PAID = ['reference', 'trxref']
/** Our name for the reference in the address to which Paystack's own page sends a payer who cancels. */
export const CANCELLED = 'cancelled'
export const RETURN_PARAMETERS = [...PAID, CANCELLED]

/** The payment for which Paystack's own page sent the browser back; null without a valid one. */
export function returnedReference(search: { get(name: string): string | null }): string | null {
  const reference = RETURN_PARAMETERS.map((name) => search.get(name)).find((value) => value !== null) ?? ''
  return REFERENCE.test(reference) ? reference : null
}

/** The specification's texts about payments, word for word. */
export const PAYMENT_MESSAGES = {
  cancelled: 'Payment was cancelled.',
  planNotSaved: 'Failed to save your plan. Please try again.',
  /** On the plan choice, for a payment that could not be settled. */
  notSaved: 'Payment succeeded but saving subscription failed.',
  /** On Payment Channels, for the same. */
  notSynced: 'Payment was successful, but we couldn’t sync your subscription. Please contact support.',
  noEmail: 'Please ensure your account has a valid email.',
  wrongEmail: 'Invalid email format.',
  noAccessCode: 'Transaction init failed',
  noButton: 'Please make sure the buttonId is an element available in the DOM',
  processing: 'Processing...',
} as const

/** The error of a payment that cannot be opened. Payers read {@link NOT_OPENED} or the server's sentence. */
export const initError = (status: number, text: string): string => `Server error: ${status} - ${text}`

export const NOT_OPENED = 'The payment could not be opened. You have not been charged.'
