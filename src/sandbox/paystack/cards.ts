/** What a test card does, as Paystack documents it: https://paystack.com/docs/payments/test-payments */
interface TestCard {
  number: string
  cvv: string
  brand: string
  /** What is asked for beyond the CVV. */
  pin?: string
  otp?: string
  /** What the bank says; a card that is not declined pays. */
  declined?: string
  /** What becomes of a refund; processed unless said. */
  refund?: 'failed' | 'needs-attention'
  words: string
}

export const TEST_CARDS: readonly TestCard[] = [
  { number: '4084084084084081', cvv: '408', brand: 'visa', words: 'pays at once' },
  { number: '507850785078507812', cvv: '081', brand: 'verve', pin: '1111', words: 'asks for a PIN: 1111' },
  {
    number: '5060666666666666666',
    cvv: '123',
    brand: 'verve',
    pin: '1234',
    otp: '123456',
    words: 'asks for a PIN, 1234, and a one-time password, 123456',
  },
  { number: '4084080000005408', cvv: '001', brand: 'visa', declined: 'Declined', words: 'is declined' },
  {
    number: '4084080000670037',
    cvv: '787',
    brand: 'visa',
    declined: 'Insufficient Funds',
    words: 'is declined for want of money',
  },
  {
    number: '4084080000671803',
    cvv: '180',
    brand: 'visa',
    refund: 'failed',
    words: 'pays; its refunds fail',
  },
  {
    number: '4084080000671902',
    cvv: '190',
    brand: 'visa',
    refund: 'needs-attention',
    words: 'pays; its refunds need attention',
  },
]

/** The card that stands in the checkout's fields. */
export const PREFILLED = TEST_CARDS[0]!

/** What somebody typed; everything but digits is left out of the numbers. */
export interface TypedCard {
  number: string
  cvv: string
  /** `MM/YY` or `MM/YYYY`. */
  expiry: string
  pin?: string
  otp?: string
}

export type CardAnswer =
  | { outcome: 'paid'; card: TestCard; expiry: { month: string; year: string } }
  | { outcome: 'asked'; for: 'pin' | 'otp' }
  | { outcome: 'declined'; message: string }

/** What the bank says to a card at a time in milliseconds. Cards that Paystack does not list are declined, as in its test mode. */
export function askBank(typed: TypedCard, now: number): CardAnswer {
  const number = typed.number.replace(/\D/g, '')
  const card = TEST_CARDS.find((card) => card.number === number)
  const expiry = readExpiry(typed.expiry)
  if (!card) return declined('Only test cards work here. The field was prefilled with one that pays.')
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

/** An expiry three years from a time in milliseconds, `MM/YY`. */
export const someExpiry = (now: number): string => `12/${String(new Date(now).getUTCFullYear() + 3).slice(2)}`
