import { z } from 'zod'

/** A test card, as documented by Paystack: https://paystack.com/docs/payments/test-payments */
interface TestCard {
  number: string
  cvv: string
  /** The bank's reason for declining; a card without it pays. */
  declined?: string
  /** The outcome of a refund; `processed` when omitted. */
  refund?: 'failed' | 'needs-attention'
}

/** The card that the checkout's fields contain at first. */
export const PREFILLED: TestCard = { number: '4084084084084081', cvv: '408' }

export const TEST_CARDS: readonly TestCard[] = [
  PREFILLED,
  { number: '4084080000005408', cvv: '001', declined: 'Declined' },
  { number: '4084080000670037', cvv: '787', declined: 'Insufficient Funds' },
  { number: '4084080000671803', cvv: '180', refund: 'failed' },
  { number: '4084080000671902', cvv: '190', refund: 'needs-attention' },
]

/** `4084 0840 8408 4081`. */
export const spaced = ({ number }: TestCard) => number.replace(/(.{4})(?=.)/g, '$1 ')

const text = z.string().max(40)
/** A card as typed, with `MM/YY` or `MM/YYYY`. Characters other than digits are removed from the number. */
export const CARD = z.object({ number: text, cvv: text, expiry: text })
export type TypedCard = z.infer<typeof CARD>

type CardAnswer =
  | { outcome: 'paid'; card: TestCard; expiry: { month: string; year: string } }
  | { outcome: 'declined'; message: string }

/**
 * Simulates the bank's authorization. Cards that Paystack does not list are declined, as in its test mode.
 * @param now milliseconds
 */
export function authorizeCard(typed: TypedCard, now: number): CardAnswer {
  const number = typed.number.replace(/\D/g, '')
  const card = TEST_CARDS.find((card) => card.number === number)
  const [, month, year] = /^\s*(0?[1-9]|1[0-2])\s*\/\s*(?:20)?(\d\d)\s*$/.exec(typed.expiry) ?? []
  if (!card) return declined('Only test cards work here. The card number that was filled in at first pays.')
  if (!month || !year || Date.UTC(2000 + Number(year), Number(month)) <= now) return declined('Expired card')
  if (typed.cvv.trim() !== card.cvv) return declined('Incorrect CVV')
  if (card.declined) return declined(card.declined)
  return { outcome: 'paid', card, expiry: { month: month.padStart(2, '0'), year: `20${year}` } }
}

const declined = (message: string): CardAnswer => ({ outcome: 'declined', message })

/** An expiry three years after a time in milliseconds, `MM/YY`. */
export const validExpiry = (now: number): string =>
  `12/${String(new Date(now).getUTCFullYear() + 3).slice(2)}`
