import { z } from 'zod'
import { createMode } from '../base/base.ts'

/** The demo's keys. They are never printed or logged. */
export const PAYSTACK_SECRET_KEY = 'sk_test_5a4e0b0c5a4db0c50000000000000000lotto'
export const PAYSTACK_PUBLIC_KEY = 'pk_test_5a4e0b0c5a4db0c50000000000000000lotto'

/** The only merchant. */
export const MERCHANT = { id: 1077, name: 'Lotto Forecast', staff: 'staff@lotto.test' }

/** The payment channels of a Nigerian merchant. Initialize ignores others. */
export const CHANNELS = ['card', 'bank', 'ussd', 'qr', 'bank_transfer', 'apple_pay'] as const
export type Channel = (typeof CHANNELS)[number]

/** Ids are strings of digits above 2^32, as Paystack's are. Times are in milliseconds, amounts in kobo. */
export interface Transaction {
  kind: 'transaction'
  id: string
  accessCode: string
  reference: string
  /** Paystack's word. `abandoned` means "not completed yet"; the transaction can still be paid. */
  status: 'abandoned' | 'pending' | 'failed' | 'success' | 'reversed'
  amount: number
  currency: string
  email: string
  channels: Channel[]
  metadata: unknown
  callbackUrl: string | null
  /** The channel of the latest attempt, null before the first. */
  channel: Channel | null
  /** The number of the card. */
  card: string | null
  gatewayResponse: string
  createdAt: number
  /** When it was paid, also if it was refunded later. */
  paidAt: number | null
  /** When a bank transfer arrives automatically. */
  dueAt: number | null
}

export interface Refund {
  kind: 'refund'
  id: string
  transactionId: string
  amount: number
  status: 'pending' | 'processing' | 'processed' | 'failed'
  merchantNote: string
  createdAt: number
  updatedAt: number
  /** When it advances automatically. */
  dueAt: number | null
}

export interface Dispute {
  kind: 'dispute'
  id: string
  transactionId: string
  amount: number
  status: 'awaiting-merchant-feedback' | 'resolved'
  /** `merchant-accepted`: the money is refunded; `declined`: the merchant keeps it. */
  resolution: 'merchant-accepted' | 'declined' | null
  createdAt: number
  resolvedAt: number | null
}

/** Money that was sent to the merchant's bank account. */
export interface Payout {
  kind: 'payout'
  id: string
  transactionIds: string[]
  refundIds: string[]
  createdAt: number
}

/** One event for the app. Every attempt sends the same bytes. */
export interface Delivery {
  kind: 'delivery'
  id: string
  event: string
  /** The transaction's reference. */
  reference: string
  body: string
  createdAt: number
  /** The outcome of each attempt: an HTTP status or an error message. */
  attempts: { at: number; answer: string }[]
}

export type Row = Transaction | Refund | Dispute | Payout | Delivery

/** An amount in words: `₦1,500.00`. */
export const naira = ({ amount, currency }: Pick<Transaction, 'amount' | 'currency'>) =>
  (amount / 100).toLocaleString('en-NG', { style: 'currency', currency })

/** An error answer of Paystack. */
export class Refusal extends Error {
  readonly status: 400 | 401 | 404 | 422
  readonly body: object

  constructor([status, code, message]: readonly [Refusal['status'], string, string]) {
    super(message)
    this.status = status
    const meta = { nextStep: 'See the documentation' }
    this.body = { status: false, message, meta, type: 'validation_error', code }
  }
}

/** The messages are Paystack's own where its documentation or its users quote them. */
const REFUSALS = {
  key: [401, 'invalid_Key', 'Invalid key'],
  email: [400, 'invalid_email_address', 'Invalid Email Address Passed'],
  amount: [400, 'invalid_amount', 'Invalid Amount Sent'],
  currency: [400, 'unsupported_currency', 'Currency not supported by merchant'],
  channels: [400, 'no_active_channel', 'No active channel'],
  reference: [400, 'invalid_reference', 'Invalid Transaction Reference'],
  duplicate: [400, 'duplicate_reference', 'Duplicate Transaction Reference'],
  unknown: [400, 'transaction_not_found', 'Transaction reference not found.'],
  transaction: [404, 'transaction_not_found', 'Transaction reference not found.'],
  accessCode: [404, 'invalid_access_code', 'Invalid access code'],
  completed: [400, 'transaction_completed', 'This transaction is completed'],
  unpaid: [400, 'transaction_not_refundable', 'Transaction has not been paid'],
  reversed: [400, 'transaction_not_refundable', 'Transaction has been fully reversed'],
  refundAmount: [400, 'invalid_refund_amount', 'Refund amount cannot be more than transaction amount'],
  refundState: [422, 'invalid_refund_state', 'Refund has ended'],
  dispute: [404, 'dispute_not_found', 'Dispute not found'],
  resolved: [400, 'dispute_resolved', 'Dispute is already resolved'],
  body: [400, 'invalid_body', 'Invalid request body'],
} as const satisfies Record<string, readonly [Refusal['status'], string, string]>

export const refuse = (why: keyof typeof REFUSALS): Refusal => new Refusal(REFUSALS[why])

/** A test card, as documented by Paystack: https://paystack.com/docs/payments/test-payments */
interface TestCard {
  number: string
  does: string
  /** The bank's reason for declining; a card without it pays. */
  declined?: string
}

export const CARD_WITHOUT_REFUNDS = '4084080000671803'

/** The first one is saved for customers with a saved card. */
export const TEST_CARDS: readonly [TestCard, ...TestCard[]] = [
  { number: '4084084084084081', does: 'pays' },
  { number: '4084080000005408', does: 'is declined', declined: 'Declined' },
  { number: '4084080000670037', does: 'has no money', declined: 'Insufficient Funds' },
  { number: CARD_WITHOUT_REFUNDS, does: 'pays; its refunds fail' },
]

const milliseconds = z.int().nonnegative().max(86_400_000).nullable()

const STATE = z.strictObject({
  /** `bad-gateway`: 502 and an HTML page; the call has no effect. */
  answers: z.enum(['normal', 'bad-gateway']).default('normal'),
  /** Fields that verify and list return instead of the stored ones. */
  overrides: z.record(z.string(), z.unknown()).default({}),
  /** `off`: sends no event; the dashboard can send it later. */
  webhooks: z.enum(['normal', 'off']).default('normal'),
  /** `down`: answers 502, so the library gets no message. `silent`: loads, but never reports that it loaded. `setup`: a setup error. */
  checkout: z.enum(['normal', 'down', 'silent', 'setup']).default('normal'),
  /** `short`: pays out ₦100 less. `incomplete`: leaves the oldest payment out of its list of payments. */
  payouts: z.enum(['normal', 'short', 'incomplete']).default('normal'),
  /** Whether customers have a saved card. */
  instruments: z.boolean().default(false),
  /** Until a transfer arrives; null: by hand. */
  transferAfter: milliseconds.default(10_000),
  /** Until the next step of a refund; null: by hand. */
  refundAfter: milliseconds.default(3000),
})
export type ModeState = z.infer<typeof STATE>

export const createModes = () => createMode(STATE, '/paystack/mode')
export type Modes = ReturnType<typeof createModes>

/** Paystack's clock, in milliseconds. */
// oxlint-disable-next-line project/clock -- another company has its own clock
export const now = (): number => Date.now()
