/** A test card, as documented by Paystack: https://paystack.com/docs/payments/test-payments */
interface TestCard {
  number: string
  cvv: string
  brand: string
  /** Required in addition to the CVV. */
  pin?: string
  otp?: string
  /** The bank's reason for declining; a card without it pays. */
  declined?: string
  /** The outcome of a refund; `processed` when omitted. */
  refund?: 'failed' | 'needs-attention'
  description: string
}

export const TEST_CARDS: readonly TestCard[] = [
  { number: '4084084084084081', cvv: '408', brand: 'visa', description: 'pays at once' },
  {
    number: '507850785078507812',
    cvv: '081',
    brand: 'verve',
    pin: '1111',
    description: 'asks for a PIN: 1111',
  },
  {
    number: '5060666666666666666',
    cvv: '123',
    brand: 'verve',
    pin: '1234',
    otp: '123456',
    description: 'asks for a PIN, 1234, and a one-time password, 123456',
  },
  { number: '4084080000005408', cvv: '001', brand: 'visa', declined: 'Declined', description: 'is declined' },
  {
    number: '4084080000670037',
    cvv: '787',
    brand: 'visa',
    declined: 'Insufficient Funds',
    description: 'is declined for insufficient funds',
  },
  {
    number: '4084080000671803',
    cvv: '180',
    brand: 'visa',
    refund: 'failed',
    description: 'pays; its refunds fail',
  },
  {
    number: '4084080000671902',
    cvv: '190',
    brand: 'visa',
    refund: 'needs-attention',
    description: 'pays; its refunds need attention',
  },
]

/** The card that the checkout's fields contain at first. */
export const PREFILLED = TEST_CARDS[0]!

/** A card as typed. Characters other than digits are removed from the number. */
export interface TypedCard {
  number: string
  cvv: string
  /** `MM/YY` or `MM/YYYY`. */
  expiry: string
  pin?: string
  otp?: string
}

type CardAnswer =
  | { outcome: 'paid'; card: TestCard; expiry: { month: string; year: string } }
  | { outcome: 'asked'; for: 'pin' | 'otp' }
  | { outcome: 'declined'; message: string }

/**
 * Simulates the bank's authorization. Cards that Paystack does not list are declined, as in its test mode.
 * @param now milliseconds
 */
export function authorizeCard(typed: TypedCard, now: number): CardAnswer {
  const number = typed.number.replace(/\D/g, '')
  const card = TEST_CARDS.find((card) => card.number === number)
  const expiry = readExpiry(typed.expiry)
  if (!card) return declined('Only test cards work here. The card number that was filled in at first pays.')
  if (!expiry || expiry.end <= now) return declined('Expired card')
  if (typed.cvv.trim() !== card.cvv) return declined('Incorrect CVV')
  if (card.declined) return declined(card.declined)
  for (const secret of ['pin', 'otp'] as const) {
    if (!card[secret]) continue
    if (!typed[secret]) return { outcome: 'asked', for: secret }
    if (typed[secret].trim() !== card[secret])
      return declined(secret === 'pin' ? 'Incorrect PIN' : 'Incorrect one-time password')
  }
  return { outcome: 'paid', card, expiry }
}

const declined = (message: string): CardAnswer => ({ outcome: 'declined', message })

function readExpiry(text: string): { month: string; year: string; end: number } | null {
  const [, month, year] = /^\s*(0?[1-9]|1[0-2])\s*\/\s*(?:20)?(\d\d)\s*$/.exec(text) ?? []
  if (!month || !year) return null
  return {
    month: month.padStart(2, '0'),
    year: `20${year}`,
    end: Date.UTC(2000 + Number(year), Number(month)),
  }
}

/** An expiry three years after a time in milliseconds, `MM/YY`. */
export const validExpiry = (now: number): string =>
  `12/${String(new Date(now).getUTCFullYear() + 3).slice(2)}`
