import type { Refund, RefundStatus, Transaction } from './model.ts'
import type { Modes, Moment } from './modes.ts'
import { refusals } from './refusal.ts'
import type { Store } from './store.ts'
import { TEST_CARDS } from './cards.ts'
import type { Timers } from './timers.ts'
import { newId, type Transactions } from './transactions.ts'

interface Context {
  store: Store
  modes: Modes
  timers: Timers
  transactions: Transactions
  /** Called for each state that a refund enters. */
  onStep: (refund: Refund, transaction: Transaction) => void
}

const MOMENTS: Record<RefundStatus, Moment> = {
  pending: 'refund-pending',
  processing: 'refund-pending',
  'needs-attention': 'refund-pending',
  failed: 'refund-failed',
  processed: 'partial-refund-processed',
}

/** Refunds: pending, processing, then processed or the outcome of the test card. */
export function createRefunds({ store, modes, timers, transactions, onStep }: Context) {
  function enter(refund: Refund, status: RefundStatus): void {
    const transaction = store.transactions.get(refund.transactionId)!
    const { refundAfter } = modes.get()
    const advances = status === 'pending' || status === 'processing'
    refund.status = status
    refund.updatedAt = modes.now()
    refund.dueAt = advances && refundAfter !== null ? refund.updatedAt + refundAfter : null
    store.save(refund)
    transactions.updateStatus(transaction, MOMENTS[status])
    onStep(refund, transaction)
    scheduleStep(refund)
  }

  function scheduleStep(refund: Refund): void {
    const { dueAt } = refund
    if (dueAt === null) return
    timers.after(dueAt - modes.now(), () => {
      if (refund.dueAt === dueAt) step(refund)
    })
  }

  /** Advances a refund to its next state. @throws Refusal when it has none */
  function step(refund: Refund): void {
    if (refund.status === 'pending') return enter(refund, 'processing')
    if (refund.status !== 'processing') throw refusals.refundState()
    const { card } = store.transactions.get(refund.transactionId)!
    const outcome = TEST_CARDS.find(({ number }) => number.endsWith(card?.last4 ?? 'none'))?.refund
    enter(refund, outcome ?? 'processed')
  }

  /** The part of a transaction that can still be refunded, in kobo. */
  function refundableKobo(transaction: Transaction): number {
    const claimed = [...store.refunds.values()].filter(
      ({ transactionId, status }) => transactionId === transaction.id && status !== 'failed',
    )
    return claimed.reduce((rest, { amount }) => rest - amount, transaction.amount)
  }

  for (const refund of store.refunds.values()) scheduleStep(refund)

  return {
    step,
    /**
     * Begins a refund.
     * @param amount in kobo; the whole rest when omitted
     * @throws Refusal
     */
    create(
      transaction: Transaction,
      { amount, customerNote = '', merchantNote = '' }: RefundParameters = {},
    ): Refund {
      const rest = refundableKobo(transaction)
      if (transaction.status !== 'success') throw refusals.notRefundable(transaction.status)
      if (rest === 0) throw refusals.notRefundable('reversed')
      const kobo = amount ?? rest
      if (!Number.isSafeInteger(kobo) || kobo < 1) throw refusals.amount(1)
      if (kobo > rest) throw refusals.refundAmount()
      const refund: Refund = {
        kind: 'refund',
        id: newId(modes, (id) => store.refunds.has(id)),
        transactionId: transaction.id,
        amount: kobo,
        status: 'pending',
        customerNote,
        merchantNote,
        createdAt: modes.now(),
        updatedAt: modes.now(),
        dueAt: null,
      }
      enter(refund, 'pending')
      return refund
    },

    /** Completes a refund that needs attention. @throws Refusal in any other state */
    retry(refund: Refund): void {
      if (refund.status !== 'needs-attention') throw refusals.refundState()
      enter(refund, 'processed')
    },
  }
}
export type Refunds = ReturnType<typeof createRefunds>

interface RefundParameters {
  amount?: number | undefined
  customerNote?: string | undefined
  merchantNote?: string | undefined
}
