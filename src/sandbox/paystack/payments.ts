import { randomBytes, randomInt } from 'node:crypto'
import { authorizeCard, PREFILLED, TEST_CARDS, type TypedCard, validExpiry } from './cards.ts'
import { type Channel, CHANNELS, type Dispute, type Refund, refuse, type Transaction } from './model.ts'
import { type Modes, type Moment, now } from './modes.ts'
import type { Store } from './store.ts'
import { views } from './views.ts'

/** Paystack's minimum, ₦50. */
const MIN_AMOUNT_KOBO = 5000

/** A customer's action in the checkout. */
export type Attempt =
  | { action: 'pay'; card: TypedCard }
  | { action: 'vault' | 'transfer' | 'bank' | 'ussd' | 'qr' | 'decline' | 'fail' | 'cancel' }

export type Outcome =
  | { outcome: 'success' | 'pending' | 'cancelled' }
  | { outcome: 'declined' | 'failed'; message: string }
  | { outcome: 'asked'; for: 'pin' | 'otp' }

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

/** The channel that an action requires. */
const CHANNEL_OF: Record<Attempt['action'], Channel | null> = {
  pay: 'card',
  vault: 'card',
  transfer: 'bank_transfer',
  bank: 'bank',
  ussd: 'ussd',
  qr: 'qr',
  decline: 'card',
  fail: null,
  cancel: null,
}

const MOMENTS: Record<Refund['status'], Moment> = {
  pending: 'refund-pending',
  processing: 'refund-pending',
  'needs-attention': 'refund-pending',
  failed: 'refund-failed',
  processed: 'partial-refund-processed',
}

const newId = () => String(4_500_000_000 + randomInt(1_000_000_000))

/**
 * Transactions, the customers' attempts to pay them, refunds and disputes.
 * @param emit sends an event about a transaction to the app
 */
export function createPayments(
  store: Store,
  modes: Modes,
  emit: (event: string, data: object, reference: string) => void,
) {
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

  function markFailed(transaction: Transaction, outcome: 'declined' | 'failed', message: string): Outcome {
    change(transaction, { status: 'failed', channel: 'card', gatewayResponse: message })
    return { outcome, message }
  }

  function payByCard(transaction: Transaction, typed: TypedCard): Outcome {
    const answer = authorizeCard(typed, now())
    if (answer.outcome === 'asked') return answer
    if (answer.outcome === 'declined') return markFailed(transaction, 'declined', answer.message)
    const { number, brand } = answer.card
    const card = { bin: number.slice(0, 6), last4: number.slice(-4), brand, expiry: answer.expiry }
    return markPaid(transaction, 'card', { card })
  }

  function payByTransfer(transaction: Transaction): Outcome {
    const { transferAfter } = modes.get()
    const dueAt = transferAfter === null ? null : now() + transferAfter
    change(transaction, {
      status: 'pending',
      channel: 'bank_transfer',
      gatewayResponse: 'Pending confirmation of the transfer',
      dueAt,
    })
    schedule(transaction, () => settle(transaction))
    return { outcome: 'pending' }
  }

  /** Runs the next step of a row when it is due, also after a restart. */
  function schedule(row: Transaction | Refund, step: () => void): void {
    const { dueAt } = row
    if (dueAt === null) return
    store.after(dueAt - now(), () => {
      if (row.dueAt === dueAt) step()
    })
  }

  /** Records the arrival of a bank transfer, also after other attempts. */
  const settle = (transaction: Transaction) => markPaid(transaction, 'bank_transfer')

  /**
   * Sets the status of a paid transaction after a change of a refund or a dispute. A fully returned transaction is
   * reversed at every moment.
   */
  function updateStatus(transaction: Transaction, moment: Moment): void {
    const returned = refundsOf(transaction).filter(({ status }) => status === 'processed')
    const isLost = disputesOf(transaction).some(({ resolution }) => resolution === 'merchant-accepted')
    const isReversed =
      isLost || sumOf(returned) >= transaction.amount || modes.get().reversedAt.includes(moment)
    change(transaction, { status: isReversed ? 'reversed' : 'success' })
  }

  function enter(refund: Refund, status: Refund['status']): void {
    const transaction = store.transactions.get(refund.transactionId)!
    const { refundAfter } = modes.get()
    const advances = (status === 'pending' || status === 'processing') && refundAfter !== null
    Object.assign(refund, { status, updatedAt: now(), dueAt: advances ? now() + refundAfter : null })
    store.save(refund)
    updateStatus(transaction, MOMENTS[status])
    emit(`refund.${status}`, views.refundEvent(refund, transaction), transaction.reference)
    schedule(refund, () => stepRefund(refund))
  }

  /** Advances a refund to its next state. @throws Refusal when it has none */
  function stepRefund(refund: Refund): void {
    if (refund.status === 'pending') return enter(refund, 'processing')
    if (refund.status !== 'processing') throw refuse('refundState')
    const { card } = store.transactions.get(refund.transactionId)!
    const outcome = TEST_CARDS.find(({ number }) => number.endsWith(card?.last4 ?? 'none'))?.refund
    enter(refund, outcome ?? 'processed')
  }

  const refundsOf = ({ id }: Transaction) =>
    [...store.refunds.values()].filter(({ transactionId }) => transactionId === id)
  const disputesOf = ({ id }: Transaction) =>
    [...store.disputes.values()].filter(({ transactionId }) => transactionId === id)

  function tellDispute(event: 'create' | 'remind' | 'resolve', dispute: Dispute): void {
    const transaction = store.transactions.get(dispute.transactionId)!
    emit(`charge.dispute.${event}`, views.dispute(dispute, transaction), transaction.reference)
  }

  for (const transaction of store.transactions.values()) schedule(transaction, () => settle(transaction))
  for (const refund of store.refunds.values()) schedule(refund, () => stepRefund(refund))

  return {
    settle,
    stepRefund,
    refundsOf,
    disputesOf,

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
        accessCode: sample.reference,
        status: paidAt === null ? 'abandoned' : 'success',
        amount,
        channels: [...CHANNELS],
        metadata: { source: 'sample' },
        channel: CHANNELS.find((one) => one === channel) ?? null,
        gatewayResponse: paidAt === null ? EMPTY.gatewayResponse : 'Approved',
        paidAt,
      })
    },

    /** Runs a customer's action. @throws Refusal when the transaction is completed or lacks the channel */
    attempt(transaction: Transaction, attempt: Attempt): Outcome {
      if (isCompleted(transaction)) throw refuse('completed')
      const channel = CHANNEL_OF[attempt.action]
      if (channel && !transaction.channels.includes(channel)) throw refuse('channels')
      switch (attempt.action) {
        case 'pay':
          return payByCard(transaction, attempt.card)
        case 'vault':
          return payByCard(transaction, { ...PREFILLED, expiry: validExpiry(now()) })
        case 'transfer':
          return payByTransfer(transaction)
        case 'decline':
          return markFailed(transaction, 'declined', 'Declined')
        case 'fail':
          return markFailed(transaction, 'failed', 'Unable to process transaction')
        case 'cancel':
          return { outcome: 'cancelled' }
        default:
          return markPaid(transaction, attempt.action)
      }
    },

    /** Begins a refund. @param amount in kobo; the whole rest when omitted @throws Refusal */
    refund(transaction: Transaction, amount?: number, merchantNote = ''): Refund {
      const claimed = refundsOf(transaction).filter(({ status }) => status !== 'failed')
      const rest = transaction.amount - sumOf(claimed)
      if (transaction.status === 'reversed' || rest === 0) throw refuse('reversed')
      if (transaction.status !== 'success') throw refuse('unpaid')
      const kobo = amount ?? rest
      if (!Number.isSafeInteger(kobo) || kobo < 1) throw refuse('amount')
      if (kobo > rest) throw refuse('refundAmount')
      const refund: Refund = {
        kind: 'refund',
        id: newId(),
        transactionId: transaction.id,
        amount: kobo,
        status: 'pending',
        merchantNote: merchantNote || `Refund for transaction ${transaction.reference}`,
        createdAt: now(),
        updatedAt: now(),
        dueAt: null,
      }
      enter(refund, 'pending')
      return refund
    },

    /** Completes a refund that needs attention. @throws Refusal in any other state */
    finishRefund(refund: Refund): void {
      if (refund.status !== 'needs-attention') throw refuse('refundState')
      enter(refund, 'processed')
    },

    /** A cardholder's bank disputes a payment. @throws Refusal when it is unpaid or already disputed */
    openDispute(transaction: Transaction): void {
      if (transaction.status !== 'success') throw refuse('unpaid')
      if (disputesOf(transaction).some(({ status }) => status !== 'resolved')) throw refuse('resolved')
      const dispute: Dispute = {
        kind: 'dispute',
        id: newId(),
        transactionId: transaction.id,
        amount: transaction.amount,
        status: 'awaiting-merchant-feedback',
        resolution: null,
        createdAt: now(),
        resolvedAt: null,
      }
      store.save(dispute)
      updateStatus(transaction, 'dispute-opened')
      tellDispute('create', dispute)
    },

    remindDispute(dispute: Dispute): void {
      if (dispute.status === 'resolved') throw refuse('resolved')
      tellDispute('remind', dispute)
    },

    /** Resolves as lost (`merchant-accepted`, refunds the money) or won (`declined`). @throws Refusal */
    resolveDispute(dispute: Dispute, resolution: 'merchant-accepted' | 'declined'): void {
      if (dispute.status === 'resolved') throw refuse('resolved')
      store.save(Object.assign(dispute, { status: 'resolved', resolution, resolvedAt: now() }))
      updateStatus(store.transactions.get(dispute.transactionId)!, 'dispute-won')
      tellDispute('resolve', dispute)
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

const sumOf = (refunds: readonly Refund[]) => refunds.reduce((sum, { amount }) => sum + amount, 0)

const text = (value: unknown) => (typeof value === 'string' ? value : '')

function channelsOf(requested: unknown): Channel[] {
  if (!Array.isArray(requested) || requested.length === 0) return [...CHANNELS]
  const channels = CHANNELS.filter((channel) => requested.includes(channel))
  if (channels.length === 0) throw refuse('channels')
  return channels
}
