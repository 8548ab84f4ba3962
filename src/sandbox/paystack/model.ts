/** The demo's keys. They are never printed or logged. */
export const PAYSTACK_SECRET_KEY = 'sk_test_5a4e0b0c5a4db0c50000000000000000lotto'
export const PAYSTACK_PUBLIC_KEY = 'pk_test_5a4e0b0c5a4db0c50000000000000000lotto'

/** The only merchant. */
export const MERCHANT = { id: 1077, name: 'Lotto Forecast', staff: 'staff@lotto.test' }

/** The payment channels of a Nigerian merchant. Initialize ignores others. */
export const CHANNELS = ['card', 'bank', 'ussd', 'qr', 'bank_transfer'] as const
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
  /** The first and last digits of the card. */
  card: { bin: string; last4: string } | null
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
  refund: [404, 'refund_not_found', 'Refund not found'],
  refundState: [422, 'invalid_refund_state', 'Refund has ended'],
  dispute: [404, 'dispute_not_found', 'Dispute not found'],
  resolved: [400, 'dispute_resolved', 'Dispute is already resolved'],
  body: [400, 'invalid_body', 'Invalid request body'],
} as const satisfies Record<string, readonly [Refusal['status'], string, string]>

export const refuse = (why: keyof typeof REFUSALS): Refusal => new Refusal(REFUSALS[why])
