import type { PaymentOutcome } from './payments.ts'

/** Texts of the specification about paying, word for word. */
export const PAYMENT_MESSAGES = {
  cancelled: 'Payment was cancelled.',
  /** The plan choice's sentence for a payment that could not be settled. */
  notSaved: 'Payment succeeded but saving subscription failed.',
  /** The Payment Channels' sentence for the same. */
  notSynced: 'Payment was successful, but we couldn’t sync your subscription. Please contact support.',
  noEmail: 'Please ensure your account has a valid email.',
  wrongEmail: 'Invalid email format.',
  noAccessCode: 'Transaction init failed',
  noButton: 'Please make sure the buttonId is an element available in the DOM',
  processing: 'Processing...',
} as const

/** What is raised when a payment cannot be opened; people read {@link NOT_OPENED} or the server's own sentence. */
export function initError(status: number, text: string): string {
  return `Server error: ${status} - ${text}`
}

export const NOT_OPENED = 'The payment could not be opened. You have not been charged.'

/** What became of a payment, in a list of one's own. */
export const OUTCOMES: Record<PaymentOutcome, string> = {
  pending: 'Nothing received yet',
  failed: 'Failed, not charged',
  active: 'Paid',
  review: 'Paid, being checked',
  refunded: 'Refunded',
  unpaid: 'Not paid',
}
