import { randomInt } from 'node:crypto'
import { TEST_CARDS } from './cards.ts'
import { type Dispute, type Refund, refuse, type Transaction } from './model.ts'
import { type Modes, now } from './modes.ts'
import type { Store } from './store.ts'
import { views } from './views.ts'

export const newId = () => String(4_500_000_000 + randomInt(1_000_000_000))

/** Sends an event about a transaction to the app. */
export type Emit = (event: string, data: object, reference: string) => void

/** Money that returns to the payer: refunds and disputes. */
export function createReturns(store: Store, modes: Modes, emit: Emit) {
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

  /** Advances a refund to its next state. @throws Refusal when it has none */
  function stepRefund(refund: Refund): void {
    if (refund.status === 'pending') return enter(refund, 'processing')
    if (refund.status !== 'processing') throw refuse('refundState')
    const { card } = ownerOf(refund)
    const fails = TEST_CARDS.some((one) => one.refundFails && one.number.endsWith(card?.last4 ?? 'none'))
    enter(refund, fails ? 'failed' : 'processed')
  }

  /** Saves a dispute, sets the status of its transaction, and tells the app. */
  function tell(event: string, dispute: Dispute, changes: Partial<Dispute>): void {
    if (dispute.status === 'resolved') throw refuse('resolved')
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
    const [transactionIds, refundIds] = [paid, refunded].map((rows) => rows.map(({ id }) => id)) as [
      string[],
      string[],
    ]
    store.save({ kind: 'payout', id: newId(), createdAt: now(), transactionIds, refundIds })
  }

  for (const refund of store.refunds.values()) schedule(store, refund, () => stepRefund(refund))

  return {
    payOut,
    stepRefund,
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
      const refund: Refund = {
        ...made,
        kind: 'refund',
        amount: kobo,
        status: 'pending',
        dueAt: null,
        merchantNote: note,
      }
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
    resolveDispute: (dispute: Dispute, resolution: 'merchant-accepted' | 'declined') =>
      tell('resolve', dispute, { status: 'resolved', resolution, resolvedAt: now() }),
  }
}

/** Runs the next step of a row when it is due, also after a restart. */
export function schedule(store: Store, row: Transaction | Refund, step: () => void): void {
  const { dueAt } = row
  if (dueAt === null) return
  store.after(dueAt - now(), () => {
    if (row.dueAt === dueAt) step()
  })
}

/** Of a payment that the app generated for its demo; no money moved. */
const isSample = ({ metadata }: Transaction) => (metadata as { source?: string } | null)?.source === 'sample'

const sumOf = (refunds: readonly Refund[]) => refunds.reduce((sum, { amount }) => sum + amount, 0)
