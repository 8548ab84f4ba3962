import { formatDate, formatInstant, lagosDate } from '../../platform/rules/base/calendar.ts'
import { type PaymentState, isReversed, nextCheck } from './payments.ts'

/** The outcomes of a payment for its payer. */
export const PAYMENT_OUTCOMES = ['pending', 'failed', 'active', 'review', 'refunded', 'unpaid'] as const
type PaymentOutcome = (typeof PAYMENT_OUTCOMES)[number]

/**
 * @param payment `providerStatus` is Paystack's latest status, null before the first. Without an `accessCode` the checkout
 *   never opened, so it could not be paid.
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
  if (isReversed(providerStatus)) return 'review'
  if (state === 'lapsed') return accessCode === null ? 'failed' : 'unpaid'
  return providerStatus === 'failed' ? 'failed' : 'pending'
}

/** Whether a payment has a receipt. A returned payment has none. */
export const hasReceipt = (outcome: PaymentOutcome) => outcome === 'active'

interface Told {
  outcome: PaymentOutcome
  period: { endsAt: number } | null
  /** Milliseconds. */
  createdAt: number
}

/** The state of a payment in words for its payer, and what happens next. @param now milliseconds */
export function paymentAnswer(
  { outcome, period, createdAt }: Told,
  now: number,
): [state: string, next: string] {
  const check = nextCheck(createdAt, now)
  return {
    pending: [
      'Paystack has not got it yet.',
      `${check === null ? '' : `We ask Paystack again by ${formatInstant(check)}. `}Your plan starts when the money arrives. If you sent it, do not pay again.`,
    ],
    failed: ['The payment failed. You have not been charged.', 'You can pay again.'],
    active: [
      `Paid${period ? `, your plan runs until ${formatDate(lagosDate(period.endsAt - 1))}` : ''}.`,
      'Nothing is left to do. A receipt is in your mail.',
    ],
    review: [
      'Paystack has the money, but something about it differs from your order.',
      'Our staff check it. Do not pay again.',
    ],
    refunded: ['The money was sent back.', 'You see it when your bank has booked it.'],
    unpaid: [
      'Paystack never received money for this payment.',
      'If you did send money, ask us below, with the reference.',
    ],
  }[outcome] as [string, string]
}

/** The outcome of a payment in its payer's list. */
export const OUTCOMES: Record<PaymentOutcome, string> = {
  pending: 'Nothing received yet',
  failed: 'Failed, not charged',
  active: 'Paid',
  review: 'Paid, being checked',
  refunded: 'Refunded',
  unpaid: 'Not paid',
}
