import type { Dispute, Transaction } from './model.ts'
import type { Modes } from './modes.ts'
import { refusals } from './refusal.ts'
import type { Store } from './store.ts'
import { newId, type Transactions } from './transactions.ts'

export type DisputeEvent = 'create' | 'remind' | 'resolve'

interface Context {
  store: Store
  modes: Modes
  transactions: Transactions
  onEvent: (event: DisputeEvent, dispute: Dispute, transaction: Transaction) => void
}

/** Chargebacks that cardholders open at their bank. */
export function createDisputes({ store, modes, transactions, onEvent }: Context) {
  const emit = (event: DisputeEvent, dispute: Dispute) =>
    onEvent(event, dispute, store.transactions.get(dispute.transactionId)!)

  return {
    /** @throws Refusal when the transaction is unpaid or already disputed */
    open(transaction: Transaction): Dispute {
      if (transaction.status !== 'success') throw refusals.notRefundable(transaction.status)
      const open = [...store.disputes.values()].find(
        ({ transactionId, status }) => transactionId === transaction.id && status !== 'resolved',
      )
      if (open) throw refusals.resolved()
      const dispute: Dispute = {
        kind: 'dispute',
        id: newId(modes, (id) => store.disputes.has(id)),
        transactionId: transaction.id,
        amount: transaction.amount,
        status: 'awaiting-merchant-feedback',
        resolution: null,
        createdAt: modes.now(),
        resolvedAt: null,
      }
      store.save(dispute)
      transactions.updateStatus(transaction, 'dispute-opened')
      emit('create', dispute)
      return dispute
    },

    remind(dispute: Dispute): void {
      if (dispute.status === 'resolved') throw refusals.resolved()
      emit('remind', dispute)
    },

    /** Resolves as lost (`merchant-accepted`, refunds the money) or won (`declined`). @throws Refusal */
    resolve(dispute: Dispute, resolution: unknown): void {
      if (dispute.status === 'resolved') throw refusals.resolved()
      if (resolution !== 'merchant-accepted' && resolution !== 'declined') throw refusals.resolution()
      Object.assign(dispute, { status: 'resolved', resolution, resolvedAt: modes.now() })
      store.save(dispute)
      transactions.updateStatus(store.transactions.get(dispute.transactionId)!, 'dispute-won')
      emit('resolve', dispute)
    },
  }
}
export type Disputes = ReturnType<typeof createDisputes>
