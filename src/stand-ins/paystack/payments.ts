import { randomBytes, randomInt } from 'node:crypto'
import {
  type Channel,
  CHANNELS,
  refuse,
  type Transaction,
  TEST_CARDS,
  CARD_WITHOUT_REFUNDS,
  type Modes,
  now,
  type Dispute,
  type Refund,
} from './model.ts'
import type { Store } from './store.ts'
import { views } from './views.ts'
import { type Outcome, type Attempt, CHANNEL_OF } from './attempts.ts'

/** Paystack's minimum, ₦50. */
const MIN_AMOUNT_KOBO = 5000

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
    return markPaid(transaction, 'card', { card: number })
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

const newId = () => String(4_500_000_000 + randomInt(1_000_000_000))

/** Sends an event about a transaction to the app. */
type Emit = (event: string, data: object, reference: string) => void

/** Money that returns to the payer: refunds and disputes. */
function createReturns(store: Store, modes: Modes, emit: Emit) {
  const refundsOf = ({ id }: Transaction) =>
    [...store.refunds.values()].filter(({ transactionId }) => transactionId === id)
  const disputesOf = ({ id }: Transaction) =>
    [...store.disputes.values()].filter(({ transactionId }) => transactionId === id)
  const ownerOf = ({ transactionId }: Refund | Dispute) => store.transactions.get(transactionId)!

  /** Sets the status of a paid transaction after a change of a refund or a dispute. */
  function updateStatus(transaction: Transaction): void {
    const returned = refundsOf(transaction).filter(({ status }) => status === 'processed')
    const isLost = disputesOf(transaction).some(({ resolution }) => resolution === 'merchant-accepted')
    const isReversed = isLost || sumOf(returned) >= transaction.amount
    store.save(Object.assign(transaction, { status: isReversed ? 'reversed' : 'success' }))
  }

  function enter(refund: Refund, status: Refund['status']): void {
    const transaction = ownerOf(refund)
    const { refundAfter } = modes.get()
    const advances = (status === 'pending' || status === 'processing') && refundAfter !== null
    Object.assign(refund, { status, updatedAt: now(), dueAt: advances ? now() + refundAfter : null })
    store.save(refund)
    updateStatus(transaction)
    emit(`refund.${status}`, views.refundEvent(refund, transaction), transaction.reference)
    schedule(store, refund, () => stepRefund(refund))
  }

  /** Advances a refund to its next state. @throws Refusal when there is none */
  function stepRefund(refund: Refund | undefined): void {
    if (refund?.status === 'pending') return enter(refund, 'processing')
    if (refund?.status !== 'processing') throw refuse('refundState')
    const fails = ownerOf(refund).card === CARD_WITHOUT_REFUNDS
    enter(refund, fails ? 'failed' : 'processed')
  }

  /** Saves a dispute, sets the status of its transaction, and tells the app. */
  function tell(event: string, dispute: Dispute | undefined, changes: Partial<Dispute>): void {
    if (!dispute || dispute.status === 'resolved') throw refuse('resolved')
    const transaction = ownerOf(dispute)
    store.save(Object.assign(dispute, changes))
    updateStatus(transaction)
    emit(`charge.dispute.${event}`, views.dispute(dispute, transaction), transaction.reference)
  }

  /** Pays out what came in before an instant and was not paid out yet, less fees and refunds. */
  function payOut(before = Infinity): void {
    const done = new Set(
      [...store.payouts.values()].flatMap((one) => [...one.transactionIds, ...one.refundIds]),
    )
    const isDue = ({ id, paidAt }: Transaction) => paidAt !== null && paidAt < before && !done.has(id)
    const paid = [...store.transactions.values()].filter((one) => isDue(one) && !isSample(one))
    if (paid.length === 0) return
    const refunded = [...store.refunds.values()].filter(
      (one) => one.status === 'processed' && one.updatedAt < before && !done.has(one.id),
    )
    const transactionIds = paid.map(({ id }) => id)
    const refundIds = refunded.map(({ id }) => id)
    store.save({ kind: 'payout', id: newId(), createdAt: now(), transactionIds, refundIds })
  }

  for (const refund of store.refunds.values()) schedule(store, refund, () => stepRefund(refund))

  return {
    payOut,
    stepRefund: (transaction: Transaction) => stepRefund(refundsOf(transaction).at(-1)),
    refundsOf,
    disputesOf,

    /** Begins a refund. @param amount in kobo; the whole rest when omitted @throws Refusal */
    refund(transaction: Transaction, amount?: number, merchantNote = ''): Refund {
      const claimed = refundsOf(transaction).filter(({ status }) => status !== 'failed')
      const rest = transaction.amount - sumOf(claimed)
      if (transaction.status === 'reversed' || rest === 0) throw refuse('reversed')
      if (transaction.status !== 'success') throw refuse('unpaid')
      const kobo = amount ?? rest
      if (!Number.isSafeInteger(kobo) || kobo < 1) throw refuse('amount')
      if (kobo > rest) throw refuse('refundAmount')
      const note = merchantNote || `Refund for transaction ${transaction.reference}`
      const made = { id: newId(), transactionId: transaction.id, createdAt: now(), updatedAt: now() }
      const more = { kind: 'refund', amount: kobo, status: 'pending', dueAt: null } as const
      const refund: Refund = { ...made, ...more, merchantNote: note }
      enter(refund, 'pending')
      return refund
    },

    /** A cardholder's bank disputes a payment. @throws Refusal when it is unpaid or already disputed */
    openDispute(transaction: Transaction): void {
      if (transaction.status !== 'success') throw refuse('unpaid')
      if (disputesOf(transaction).some(({ status }) => status !== 'resolved')) throw refuse('resolved')
      const { id: transactionId, amount } = transaction
      const open = { status: 'awaiting-merchant-feedback', resolution: null, resolvedAt: null } as const
      const made = { kind: 'dispute', id: newId(), transactionId, amount, createdAt: now(), ...open } as const
      tell('create', made, {})
    },

    /** Resolves as lost (`merchant-accepted`, refunds the money) or won (`declined`). @throws Refusal */
    resolveDispute: (transaction: Transaction, resolution: 'merchant-accepted' | 'declined') =>
      tell('resolve', disputesOf(transaction).at(-1), { status: 'resolved', resolution, resolvedAt: now() }),
  }
}

/** Runs the next step of a row when it is due, also after a restart. */
function schedule(store: Store, row: Transaction | Refund, step: () => void): void {
  const { dueAt } = row
  if (dueAt === null) return
  store.after(dueAt - now(), () => {
    if (row.dueAt === dueAt) step()
  })
}

/** Of a payment that the app generated for its demo; no money moved. */
const isSample = ({ metadata }: Transaction) => (metadata as { source?: string } | null)?.source === 'sample'

const sumOf = (refunds: readonly Refund[]) => refunds.reduce((sum, { amount }) => sum + amount, 0)
