/** A test card, as documented by Paystack: https://paystack.com/docs/payments/test-payments */
interface TestCard {
  number: string
  /** The bank's reason for declining; a card without it pays. */
  declined?: string
  /** Whether its refunds fail. */
  refundFails?: true
}

/** The first one is saved for customers with a saved card. */
export const TEST_CARDS: readonly [TestCard, ...TestCard[]] = [
  { number: '4084084084084081' },
  { number: '4084080000005408', declined: 'Declined' },
  { number: '4084080000670037', declined: 'Insufficient Funds' },
  { number: '4084080000671803', refundFails: true },
]

/** `4084 0840 8408 4081: pays`. */
export const cardWords = ({ number, declined, refundFails }: TestCard): string => {
  const does = declined ? `is declined: ${declined}` : refundFails ? 'pays; its refunds fail' : 'pays'
  return `${number.replace(/(.{4})(?=.)/g, '$1 ')}: ${does}`
}
