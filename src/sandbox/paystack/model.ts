/** The ways to pay that a Nigerian merchant has; what initialize asks for beyond them is left out. */
export const CHANNELS = ['card', 'bank', 'ussd', 'qr', 'bank_transfer'] as const
export type Channel = (typeof CHANNELS)[number]

/** What Paystack's list of statuses says; `abandoned` means "not completed yet" and ends nothing. */
export type TransactionStatus = 'abandoned' | 'pending' | 'failed' | 'success' | 'reversed'

/** What Paystack tells of a card. */
export interface CardDetails {
  bin: string
  last4: string
  brand: string
  /** `MM` and `YYYY`. */
  expiry: { month: string; year: string }
}

/** What the checkout did with a transaction, in the form in which Paystack tells it. Times are whole seconds. */
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

/** Ids are digits as text, because they may be larger than a number can hold; times are milliseconds, amounts kobo. */
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
  /** How it was last tried, null before the first try. */
  channel: Channel | null
  card: CardDetails | null
  gatewayResponse: string
  ip: string
  log: TransactionLog | null
  createdAt: number
  paidAt: number | null
  /** When a bank transfer arrives by itself. */
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
  /** When it goes a step further by itself. */
  dueAt: number | null
}

export type DisputeStatus = 'awaiting-merchant-feedback' | 'resolved'

export interface Dispute {
  kind: 'dispute'
  id: string
  transactionId: string
  amount: number
  status: DisputeStatus
  /** `merchant-accepted`: the money goes back; `declined`: the merchant keeps it. */
  resolution: 'merchant-accepted' | 'declined' | null
  createdAt: number
  resolvedAt: number | null
}

/** One event on its way to the app: the same bytes at every attempt. */
export interface Delivery {
  kind: 'delivery'
  id: string
  event: string
  /** Which transaction it is about, as far as it is about one. */
  reference: string | null
  body: string
  createdAt: number
  /** What came of each attempt: a status, or why there was none. */
  attempts: { at: number; answer: string }[]
  /** When the next attempt is due; null when it was taken, given up or never to be sent. */
  dueAt: number | null
}

export type Row = Transaction | Refund | Dispute | Delivery
