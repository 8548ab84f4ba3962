import { z } from 'zod'

/** A test card, as documented by Paystack: https://paystack.com/docs/payments/test-payments */
interface TestCard {
  number: string
  /** The bank's reason for declining; a card without it pays. */
  declined?: string
  /** The outcome of a refund; `processed` when omitted. */
  refund?: 'failed' | 'needs-attention'
}

/** The first one is saved for customers with a saved card. */
export const TEST_CARDS: readonly [TestCard, ...TestCard[]] = [
  { number: '4084084084084081' },
  { number: '4084080000005408', declined: 'Declined' },
  { number: '4084080000670037', declined: 'Insufficient Funds' },
  { number: '4084080000671803', refund: 'failed' },
  { number: '4084080000671902', refund: 'needs-attention' },
]

/** `4084 0840 8408 4081: pays`. */
export const cardWords = ({ number, declined, refund }: TestCard): string => {
  const does = declined ? `is declined: ${declined}` : refund ? `pays; its refunds: ${refund}` : 'pays'
  return `${number.replace(/(.{4})(?=.)/g, '$1 ')}: ${does}`
}

/** A card of an attempt. Characters other than digits are removed; cards that Paystack does not list are declined. */
export const CARD = z.object({
  number: z
    .string()
    .max(40)
    .transform((text) => text.replace(/\D/g, '')),
})
