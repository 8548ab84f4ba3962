/** The payment channels of a Nigerian merchant. Initialize ignores others. */
export const CHANNELS = ['card', 'bank', 'ussd', 'qr', 'bank_transfer'] as const
export type Channel = (typeof CHANNELS)[number]

/** Paystack's statuses. `abandoned` means "not completed yet"; the transaction can still be paid. */
export type TransactionStatus = 'abandoned' | 'pending' | 'failed' | 'success' | 'reversed'

/** The card details in Paystack's answers. */
export interface CardDetails {
  bin: string
  last4: string
  brand: string
  /** `MM` and `YYYY`. */
  expiry: { month: string; year: string }
}

/** The checkout's log of a transaction, in Paystack's format. Times are whole seconds. */
export interface TransactionLog {
  start_time: number
  time_spent: number
  attempts: number
  errors: number
  success: boolean
  mobile: boolean
  input: unknown[]
  history: { type: string; message: string; time: number }[]
}

/** Ids are strings of digits, because they may exceed 2^53. Times are in milliseconds, amounts in kobo. */
export interface Transaction {
  kind: 'transaction'
  id: string
  accessCode: string
  reference: string
  status: TransactionStatus
  amount: number
  currency: string
  email: string
  channels: Channel[]
  metadata: unknown
  callbackUrl: string | null
  source: 'api' | 'checkout'
  /** The channel of the latest attempt, null before the first. */
  channel: Channel | null
  card: CardDetails | null
  gatewayResponse: string
  ip: string
  log: TransactionLog | null
  createdAt: number
  paidAt: number | null
  /** When a bank transfer arrives automatically. */
  dueAt: number | null
}

export type RefundStatus = 'pending' | 'processing' | 'processed' | 'failed' | 'needs-attention'

export interface Refund {
  kind: 'refund'
  id: string
  transactionId: string
  amount: number
  status: RefundStatus
  customerNote: string
  merchantNote: string
  createdAt: number
  updatedAt: number
  /** When it advances automatically. */
  dueAt: number | null
}

export type DisputeStatus = 'awaiting-merchant-feedback' | 'resolved'

export interface Dispute {
  kind: 'dispute'
  id: string
  transactionId: string
  amount: number
  status: DisputeStatus
  /** `merchant-accepted`: the money is refunded; `declined`: the merchant keeps it. */
  resolution: 'merchant-accepted' | 'declined' | null
  createdAt: number
  resolvedAt: number | null
}

/** One event for the app. Every attempt sends the same bytes. */
export interface Delivery {
  kind: 'delivery'
  id: string
  event: string
  /** The transaction's reference, null for an event without a transaction. */
  reference: string | null
  body: string
  createdAt: number
  /** The outcome of each attempt: an HTTP status or an error message. */
  attempts: { at: number; answer: string }[]
  /** When the next attempt is due; null after delivery, after the last attempt, or when it is never sent. */
  dueAt: number | null
}

export type Row = Transaction | Refund | Dispute | Delivery
