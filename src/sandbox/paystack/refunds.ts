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
  /** Told of each state that a refund comes into. */
  onStep: (refund: Refund, transaction: Transaction) => void
}

const MOMENTS: Record<RefundStatus, Moment> = {
  pending: 'refund-pending',
  processing: 'refund-pending',
  'needs-attention': 'refund-pending',
  failed: 'refund-failed',
  processed: 'partial-refund-processed',
}

/** How money goes back: pending, processing, and then processed, or what the test card says. */
export function createRefunds({ store, modes, timers, transactions, onStep }: Context) {
  function enter(refund: Refund, status: RefundStatus): void {
    const transaction = store.transactions.get(refund.transactionId)!
    const { refundAfter } = modes.get()
    const goesOn = status === 'pending' || status === 'processing'
    refund.status = status
    refund.updatedAt = modes.now()
    refund.dueAt = goesOn && refundAfter !== null ? refund.updatedAt + refundAfter : null
    store.save(refund)
    transactions.mark(transaction, MOMENTS[status])
    onStep(refund, transaction)
    wait(refund)
  }

  function wait(refund: Refund): void {
    const { dueAt } = refund
    if (dueAt === null) return
    timers.after(dueAt - modes.now(), () => {
      if (refund.dueAt === dueAt) step(refund)
    })
  }

  /** Takes a refund to its next state. @throws Refusal when it has none */
  function step(refund: Refund): void {
    if (refund.status === 'pending') return enter(refund, 'processing')
    if (refund.status !== 'processing') throw refusals.refundState()
    const { card } = store.transactions.get(refund.transactionId)!
    const fate = TEST_CARDS.find(({ number }) => number.endsWith(card?.last4 ?? 'none'))?.refund
    enter(refund, fate ?? 'processed')
  }

  /** What of a transaction has neither gone back nor is on its way, in kobo. */
  function left(transaction: Transaction): number {
    const gone = [...store.refunds.values()].filter(
      ({ transactionId, status }) => transactionId === transaction.id && status !== 'failed',
    )
    return gone.reduce((rest, { amount }) => rest - amount, transaction.amount)
  }

  for (const refund of store.refunds.values()) wait(refund)

  return {
    left,
    step,
    /**
     * Begins a refund.
     * @param amount in kobo, all that is left unless said
     * @throws Refusal
     */
    create(
      transaction: Transaction,
      { amount, customerNote = '', merchantNote = '' }: RefundWish = {},
    ): Refund {
      const rest = left(transaction)
      if (transaction.status !== 'success') throw refusals.notRefundable(transaction.status)
      if (rest === 0) throw refusals.notRefundable('reversed')
      const wished = amount ?? rest
      if (!Number.isSafeInteger(wished) || wished < 1) throw refusals.amount(1)
      if (wished > rest) throw refusals.refundAmount()
      const refund: Refund = {
        kind: 'refund',
        id: newId(modes, (id) => store.refunds.has(id)),
        transactionId: transaction.id,
        amount: wished,
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

    /** Goes on with a refund that needed attention. @throws Refusal when it does not */
    retry(refund: Refund): void {
      if (refund.status !== 'needs-attention') throw refusals.refundState()
      enter(refund, 'processed')
    },
  }
}
export type Refunds = ReturnType<typeof createRefunds>

interface RefundWish {
  amount?: number | undefined
  customerNote?: string | undefined
  merchantNote?: string | undefined
}
