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

/** How a cardholder asks the bank for money back, and what comes of it. */
export function createDisputes({ store, modes, transactions, onEvent }: Context) {
  const tell = (event: DisputeEvent, dispute: Dispute) =>
    onEvent(event, dispute, store.transactions.get(dispute.transactionId)!)

  return {
    /** @throws Refusal when nothing was paid or somebody disputes it already */
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
      transactions.mark(transaction, 'dispute-opened')
      tell('create', dispute)
      return dispute
    },

    remind(dispute: Dispute): void {
      if (dispute.status === 'resolved') throw refusals.resolved()
      tell('remind', dispute)
    },

    /** Lost (`merchant-accepted`: the money goes back) or won (`declined`). @throws Refusal */
    resolve(dispute: Dispute, resolution: unknown): void {
      if (dispute.status === 'resolved') throw refusals.resolved()
      if (resolution !== 'merchant-accepted' && resolution !== 'declined') throw refusals.resolution()
      Object.assign(dispute, { status: 'resolved', resolution, resolvedAt: modes.now() })
      store.save(dispute)
      transactions.mark(store.transactions.get(dispute.transactionId)!, 'dispute-won')
      tell('resolve', dispute)
    },
  }
}
export type Disputes = ReturnType<typeof createDisputes>
