import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { TEST_CARDS } from './cards.ts'
import { type Channel, CHANNELS, refuse, type Transaction } from './model.ts'
import { type Modes, now } from './modes.ts'
import { createReturns, type Emit, newId, schedule } from './returns.ts'
import type { Store } from './store.ts'
import { views } from './views.ts'

/** Paystack's minimum, ₦50. */
const MIN_AMOUNT_KOBO = 5000

/** The channel that each action of the checkout requires. */
export const CHANNEL_OF = {
  pay: 'card',
  transfer: 'bank_transfer',
  bank: 'bank',
  ussd: 'ussd',
  qr: 'qr',
  decline: 'card',
  cancel: null,
} as const satisfies Record<string, Channel | null>

/** A customer's action in the checkout. */
export const ATTEMPT = z.object({
  action: z.enum(Object.keys(CHANNEL_OF) as (keyof typeof CHANNEL_OF)[]),
  /** Of the card; the saved one when omitted. Cards that Paystack does not list are declined. */
  number: z
    .string()
    .max(40)
    .transform((typed) => typed.replace(/\D/g, ''))
    .default(TEST_CARDS[0].number),
})
export type Attempt = z.infer<typeof ATTEMPT>

export type Outcome =
  { outcome: 'success' | 'pending' | 'cancelled' } | { outcome: 'declined'; message: string }

/** A payment that the app generated for its demo. Times are in milliseconds, the amount in kobo. */
export interface SampleTransaction {
  id: string
  reference: string
  email: string
  kobo: number
  channel: string | null
  createdAt: number
  /** Null for a checkout that was opened and not paid. */
  paidAt: number | null
}

/** Transactions, the customers' attempts to pay them, and money that returns. */
export function createPayments(store: Store, modes: Modes, emit: Emit) {
  function change(transaction: Transaction, changes: Partial<Transaction>): void {
    store.save(Object.assign(transaction, changes))
  }

  function markPaid(transaction: Transaction, channel: Channel, changes: Partial<Transaction> = {}): Outcome {
    if (isCompleted(transaction)) throw refuse('completed')
    const paid = { status: 'success', channel, gatewayResponse: 'Successful', dueAt: null } as const
    change(transaction, { ...paid, paidAt: now(), ...changes })
    emit('charge.success', views.listed(transaction), transaction.reference)
    return { outcome: 'success' }
  }

  function markFailed(transaction: Transaction, message: string): Outcome {
    change(transaction, { status: 'failed', channel: 'card', gatewayResponse: message })
    return { outcome: 'declined', message }
  }

  function payByCard(transaction: Transaction, number: string): Outcome {
    const card = TEST_CARDS.find((card) => card.number === number)
    if (!card) return markFailed(transaction, 'Only test cards work here.')
    if (card.declined) return markFailed(transaction, card.declined)
    return markPaid(transaction, 'card', { card: { bin: number.slice(0, 6), last4: number.slice(-4) } })
  }

  function payByTransfer(transaction: Transaction): Outcome {
    const { transferAfter } = modes.get()
    const dueAt = transferAfter === null ? null : now() + transferAfter
    const gatewayResponse = 'Pending confirmation of the transfer'
    change(transaction, { status: 'pending', channel: 'bank_transfer', gatewayResponse, dueAt })
    schedule(store, transaction, () => settle(transaction))
    return { outcome: 'pending' }
  }

  /** Records the arrival of a bank transfer, also after other attempts. */
  const settle = (transaction: Transaction) => markPaid(transaction, 'bank_transfer')

  for (const transaction of store.transactions.values())
    schedule(store, transaction, () => settle(transaction))

  return {
    ...createReturns(store, modes, emit),
    settle,

    /** Creates a transaction from the parameters of initialize. @throws Refusal */
    initialize({ amount, currency, email, ...more }: Record<string, unknown>): Transaction {
      const reference = text(more.reference) || randomBytes(5).toString('hex')
      if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text(email))) throw refuse('email')
      if (!Number.isSafeInteger(amount) || Number(amount) < MIN_AMOUNT_KOBO) throw refuse('amount')
      if ((currency ?? 'NGN') !== 'NGN') throw refuse('currency')
      if (!/^[a-zA-Z0-9.=-]+$/.test(reference)) throw refuse('reference')
      if (store.transaction('reference', reference)) throw refuse('duplicate')
      const transaction: Transaction = {
        ...EMPTY,
        id: newId(),
        accessCode: randomBytes(12).toString('hex').slice(0, 15),
        reference,
        amount: Number(amount),
        email: text(email).toLowerCase(),
        channels: channelsOf(more.channels),
        metadata: more.metadata ?? null,
        callbackUrl: text(more.callback_url) || null,
        createdAt: now(),
      }
      store.save(transaction)
      return transaction
    },

    /** Adds the transaction of a sample payment, labelled in its metadata, and sends no event. A known one stays. */
    addSample({ kobo: amount, channel, paidAt, ...sample }: SampleTransaction): void {
      if (store.transaction('reference', sample.reference)) return
      store.save({
        ...EMPTY,
        ...sample,
        ...(paidAt !== null && { status: 'success', gatewayResponse: 'Approved' }),
        accessCode: sample.reference,
        amount,
        channels: [...CHANNELS],
        metadata: { source: 'sample' },
        channel: CHANNELS.find((one) => one === channel) ?? null,
        paidAt,
      })
    },

    /** Runs a customer's action. @throws Refusal when the transaction is completed or lacks the channel */
    attempt(transaction: Transaction, { action, number }: Attempt): Outcome {
      if (isCompleted(transaction)) throw refuse('completed')
      const channel = CHANNEL_OF[action]
      if (channel && !transaction.channels.includes(channel)) throw refuse('channels')
      switch (action) {
        case 'pay':
          return payByCard(transaction, number)
        case 'transfer':
          return payByTransfer(transaction)
        case 'decline':
          return markFailed(transaction, 'Declined')
        case 'cancel':
          return { outcome: 'cancelled' }
        default:
          return markPaid(transaction, action)
      }
    },
  }
}
export type Payments = ReturnType<typeof createPayments>

const EMPTY = {
  kind: 'transaction',
  status: 'abandoned',
  currency: 'NGN',
  callbackUrl: null,
  channel: null,
  card: null,
  gatewayResponse: 'The transaction was not completed',
  paidAt: null,
  dueAt: null,
} as const

/** Whether it was ever paid, including transactions that were refunded later. */
export const isCompleted = ({ paidAt }: Transaction): boolean => paidAt !== null

const text = (value: unknown) => (typeof value === 'string' ? value : '')

function channelsOf(requested: unknown): Channel[] {
  if (!Array.isArray(requested) || requested.length === 0) return [...CHANNELS]
  const channels = CHANNELS.filter((channel) => requested.includes(channel))
  if (channels.length === 0) throw refuse('channels')
  return channels
}
