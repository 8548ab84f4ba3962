import { DAY, HOUR, MINUTE } from './calendar.ts'
import { LIMITS } from './limits.ts'
import { formatNaira } from './money.ts'
import type { PaidPlan } from './plans.ts'

/**
 * What we know of a payment. `settled` has a running grant. `reversed` had its money returned; it becomes `settled` again
 * when Paystack says that the money is here after all.
 */
export const PAYMENT_STATES = ['open', 'settled', 'review', 'reversed', 'lapsed'] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

/** Test keys move no money. A payment is of the mode of the keys that it was made with, for ever. */
export const PAYMENT_MODES = ['test', 'live'] as const
export type PaymentMode = (typeof PAYMENT_MODES)[number]

/** Naira alone: the one currency that plans are priced in. */
export const CURRENCY = 'NGN' as const

/**
 * The ways to pay that every checkout offers, in Paystack's words (its `channels` parameter).
 * Each of them moves money once and never again by itself.
 */
export const CHANNELS = ['card', 'bank', 'ussd', 'qr', 'bank_transfer'] as const

/** The same ways in words, as they stand in a sentence. */
export const CHANNEL_NAMES: Record<(typeof CHANNELS)[number], string> = {
  card: 'card',
  bank: 'bank account',
  ussd: 'USSD',
  qr: 'QR code',
  bank_transfer: 'bank transfer',
}

/** A way to pay in words; Paystack's own word for one that we do not offer, such as a wallet of the library's. */
export function channelName(channel: string): string {
  const ours = CHANNELS.find((one) => one === channel)
  return ours ? CHANNEL_NAMES[ours] : channel.replace(/_/g, ' ')
}

/** `ANNUAL PLAN`: the checkout's label of a plan by how often it is due, in Paystack's words for intervals. */
export function planLabel(interval: string): string {
  const label = { biannually: 'BIANNUAL', annually: 'ANNUAL' }[interval] ?? interval.toUpperCase()
  return `${label} PLAN`
}

/** Paystack's words for the lengths that our plans have. */
export const INTERVALS = { year: 'annually', month: 'monthly' } as const

/** What a payment was opened for: what Paystack's answer is held against. */
export interface ExpectedPayment {
  reference: string
  userId: string
  plan: PaidPlan
  kobo: number
  mode: PaymentMode
}

/** What Paystack says of a transaction: the fields that count, read tolerantly from its answer. */
export interface SeenPayment {
  /** Paystack's own word: abandoned, failed, ongoing, pending, processing, queued, reversed, success. */
  status: string
  reference: string
  /** Kobo that were charged, and kobo that we asked for where Paystack passes its fees on. */
  amount: number
  requestedAmount: number | null
  currency: string
  /** `test` or `live`. */
  domain: string
  /** Whom and what we said that it is for, where the answer carries it. */
  userId: string | null
  plan: string | null
}

export type Judgement =
  /** The money came, and it is what we asked for. */
  | { verdict: 'paid' }
  /** The money came, but something differs: no plan is given, and staff look at it. */
  | { verdict: 'mismatch'; faults: string[] }
  /** The money came. Then a refund or a chargeback was logged, which says nothing about how much went back. */
  | { verdict: 'reversed' }
  /** This try failed. A later one with the same reference can still succeed. */
  | { verdict: 'failed' }
  /** Nothing yet. `abandoned` is here too: a bank transfer can arrive hours after the window was closed. */
  | { verdict: 'waiting' }

/** Paystack's `reversed`, and the dashboard's `reversal pending` in case the API ever sends it. */
export const isReversed = (status: string | null | undefined) => status != null && /^revers/i.test(status)

/** Compares what Paystack says with what we asked for. */
export function judge(expected: ExpectedPayment, seen: SeenPayment): Judgement {
  if (isReversed(seen.status)) return { verdict: 'reversed' }
  if (seen.status === 'failed') return { verdict: 'failed' }
  if (seen.status !== 'success') return { verdict: 'waiting' }
  const faults = faultsOf(expected, seen)
  return faults.length === 0 ? { verdict: 'paid' } : { verdict: 'mismatch', faults }
}

function faultsOf(expected: ExpectedPayment, seen: SeenPayment): string[] {
  const asked = seen.requestedAmount ?? seen.amount
  const faults: [wrong: boolean, sentence: string][] = [
    [seen.reference !== expected.reference, `The reference is ${seen.reference}.`],
    [
      asked !== expected.kobo || seen.amount < expected.kobo,
      `${formatNaira(seen.amount)} came, ${formatNaira(expected.kobo)} is due.`,
    ],
    [seen.currency !== CURRENCY, `The currency is ${seen.currency}.`],
    [seen.domain !== expected.mode, `It was made in ${seen.domain} mode, we are in ${expected.mode} mode.`],
    [seen.userId !== null && seen.userId !== expected.userId, 'It was made for somebody else.'],
    [seen.plan !== null && seen.plan !== expected.plan, `It was made for the plan ${seen.plan}.`],
  ]
  return faults.filter(([wrong]) => wrong).map(([, sentence]) => sentence)
}

/** After how long an open payment is looked up: after 1, 5 and 30 minutes, hourly for a day, daily for a week. */
const LADDER: readonly number[] = [
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  ...Array.from({ length: 24 }, (_, i) => (i + 1) * HOUR),
  ...Array.from({ length: 6 }, (_, i) => (i + 2) * DAY),
]

/** When a payment that is still open is looked up next, in milliseconds; null once a week has gone by. */
export function nextCheck(createdAt: number, now: number): number | null {
  const rung = LADDER.find((after) => createdAt + after > now)
  return rung === undefined ? null : createdAt + rung
}

/** The time, in milliseconds, in which one person may open {@link LIMITS.paymentOpenings} payments. */
export const OPENINGS_WITHIN = HOUR

/** After so many milliseconds another try is allowed where earlier ones failed: Paystack may be back. */
const AFTER_FAILURE = 5 * MINUTE

/** A payment that a person opened, or tried to. */
export interface Opening {
  /** Milliseconds. */
  at: number
  /** Its checkout never opened, so nobody could pay it. */
  hasFailed: boolean
}

/**
 * When a person may open the next payment, in milliseconds: at `now`, or when the oldest opening that counts is an hour
 * old. Failed openings are only a reason to wait for {@link AFTER_FAILURE} after the newest opening.
 * @param openings in any order
 */
export function nextOpening(openings: readonly Opening[], now: number): number {
  const counted = openings.filter(({ at }) => at > now - OPENINGS_WITHIN).sort((a, b) => b.at - a.at)
  const last = counted[LIMITS.paymentOpenings - 1]
  if (last === undefined) return now
  const lastOpened = counted.filter(({ hasFailed }) => !hasFailed)[LIMITS.paymentOpenings - 1]
  if (lastOpened !== undefined) return lastOpened.at + OPENINGS_WITHIN
  return Math.max(now, Math.min(last.at + OPENINGS_WITHIN, counted[0]!.at + AFTER_FAILURE))
}

/** How long an open payment is taken up again by another click on the same plan, instead of opening a second one. */
export const REUSE = 30 * MINUTE

/** What needs a person's eye. An alarm stands until somebody closes it with a reason. */
export const ALARMS = {
  mismatch: 'Paid, but not what was asked for. Nothing was granted.',
  'paid-not-granted': 'Paystack has the money, the ledger has no grant.',
  'granted-not-paid': 'The ledger has a grant, Paystack does not have the money.',
  'unknown-payment': 'Paystack has a payment that we never opened.',
  'payer-gone': 'Paid by somebody who has deleted the account. Refund it.',
  'paid-twice': 'Somebody paid for the same plan twice within minutes. Both count; offer a refund.',
  'partial-refund': 'A part of the money went back. The plan runs on.',
  'refund-failed': 'A refund did not go through.',
  dispute: 'The payer disputes this payment. The plan runs on until it is decided.',
  'reversed-unclear':
    'Paystack reversed this payment, but its money has not gone back in full. Nothing was taken back.',
  'reversed-but-paid':
    'The plan was taken back, but Paystack has the money. Give the plan again if that is right.',
  unreadable: 'Paystack’s data about this could not be read. The daily comparison left it out.',
  'comparison-late': 'No daily comparison with Paystack has finished for 36 hours.',
  'disk-full': 'The disk of the database was full, and nothing could be saved. Make room on it.',
  ledger: 'The ledger does not add up.',
} as const
export type AlarmKind = keyof typeof ALARMS
export const ALARM_KINDS = Object.keys(ALARMS) as [AlarmKind, ...AlarmKind[]]

/** How close two payments of one person for one plan must be to look like an accident. */
export const TWICE = 30 * MINUTE

export const REFUND_STATES = ['asked', 'pending', 'processed', 'failed'] as const
export type RefundState = (typeof REFUND_STATES)[number]

/**
 * What of a payment's money has neither gone back nor is on its way back, in kobo.
 * @param refunds all that are known of this payment; of an overruled one staff said that its money did not go back
 */
export function refundable(
  { kobo, paidKobo }: { kobo: number; paidKobo: number | null },
  refunds: readonly { kobo: number; state: RefundState; isOverruled: boolean }[],
): number {
  const going = refunds.filter(({ state, isOverruled }) => state !== 'failed' && !isOverruled)
  return going.reduce((rest, refund) => rest - refund.kobo, paidKobo ?? kobo)
}

/** Paystack's words for the state of a refund in ours; `needs-attention` waits for the payer's bank details. */
export function refundState(status: string): RefundState {
  if (status === 'processed' || status === 'failed') return status
  return 'pending'
}

export const DISPUTE_STATES = ['open', 'won', 'lost'] as const
export type DisputeState = (typeof DISPUTE_STATES)[number]

/** A dispute is over when it is resolved; anything but `declined` gave the payer the money back. */
export function disputeState(status: string, resolution: string | null): DisputeState {
  if (status !== 'resolved') return 'open'
  return resolution === 'declined' ? 'won' : 'lost'
}

/** What payers read about a payment. */
export const PAYMENT_OUTCOMES = ['pending', 'failed', 'active', 'review', 'refunded', 'unpaid'] as const
export type PaymentOutcome = (typeof PAYMENT_OUTCOMES)[number]

/**
 * @param payment `providerStatus` is Paystack's latest word, null before the first. Without an `accessCode` the checkout
 * never opened, so nobody could pay.
 */
export function outcomeOf({
  state,
  providerStatus,
  accessCode,
}: {
  state: PaymentState
  providerStatus: string | null
  accessCode: string | null
}): PaymentOutcome {
  if (state === 'settled') return 'active'
  if (state === 'review') return 'review'
  if (state === 'reversed') return 'refunded'
  if (providerStatus !== null && isReversed(providerStatus)) return 'review'
  if (state === 'lapsed') return accessCode === null ? 'failed' : 'unpaid'
  return providerStatus === 'failed' ? 'failed' : 'pending'
}

/** Whether a payment's sheet is a receipt: it is proof of nothing once the money has gone back. */
export const hasReceipt = (outcome: PaymentOutcome) => outcome === 'active'

/** Days before the end of a plan at which a mail reminds of it. */
export const REMINDER_DAYS = [7, 3, 1, 0] as const
export type ReminderDays = (typeof REMINDER_DAYS)[number]

/** Which reminder is due for a plan that ends at `expiry`: the latest one, so that nobody gets two at once. */
export function dueReminder(expiry: number, now: number): ReminderDays | null {
  if (now >= expiry + DAY) return null
  return [...REMINDER_DAYS].reverse().find((days) => now >= expiry - days * DAY) ?? null
}
