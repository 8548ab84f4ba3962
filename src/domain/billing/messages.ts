import type { PaymentOutcome } from './payments.ts'

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

/** The outcome of a payment in its payer's list. */
export const OUTCOMES: Record<PaymentOutcome, string> = {
  pending: 'Nothing received yet',
  failed: 'Failed, not charged',
  active: 'Paid',
  review: 'Paid, being checked',
  refunded: 'Refunded',
  unpaid: 'Not paid',
}
