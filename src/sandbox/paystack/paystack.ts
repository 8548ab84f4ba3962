import { Hono } from 'hono'
import type { Env } from './faults.ts'
import { createApi } from './api.ts'
import { createCheckout } from './checkout.ts'
import { createControls } from './controls.ts'
import { createDisputes } from './disputes.ts'
import { createInline } from './inline.ts'
import { createModes } from './modes.ts'
import { createRefunds } from './refunds.ts'
import { openStore } from './store.ts'
import { createTimers } from './timers.ts'
import { createTransactions, type SampleTransaction } from './transactions.ts'
import { views } from './views.ts'
import { createWebhooks } from './webhooks.ts'

interface Options {
  /** The sandbox's own address. */
  url: string
  /** The app's address, the base of its webhook address. */
  appUrl: string
  /** The directory that stores the rows; in memory only when omitted. */
  stateDir?: string | undefined
}

export interface Paystack {
  /** Mount them at the root, after all other routes. */
  routes: Hono<Env>
  /** Adds the transaction of a sample payment, once. */
  addSample(sample: SampleTransaction): void
  /** Cancels all timers and deliveries. */
  stop(): void
}

/** Paystack: its API, its checkout, its webhooks and its modes. */
export function createPaystack({ url, appUrl, stateDir }: Options): Paystack {
  const store = openStore(stateDir)
  const modes = createModes()
  const timers = createTimers()
  const webhooks = createWebhooks({ store, modes, timers, address: `${appUrl}/api/webhooks/paystack` })
  const transactions = createTransactions({
    store,
    modes,
    timers,
    onPaid: (transaction) =>
      webhooks.emit('charge.success', views.chargeEvent(transaction, modes.get()), transaction.reference),
  })
  const refunds = createRefunds({
    store,
    modes,
    timers,
    transactions,
    onStep: (refund, transaction) =>
      webhooks.emit(
        `refund.${refund.status}`,
        views.refundEvent(refund, transaction, modes.get()),
        transaction.reference,
      ),
  })
  const disputes = createDisputes({
    store,
    modes,
    transactions,
    onEvent: (event, dispute, transaction) =>
      webhooks.emit(
        `charge.dispute.${event}`,
        views.dispute(dispute, transaction, modes.get()),
        transaction.reference,
      ),
  })

  const routes = new Hono<Env>()
  // Before the API, which requires the secret key for every path under /transaction.
  routes.route('/', createInline({ store, modes, transactions, url }))
  routes.route('/', createCheckout({ store, modes }))
  routes.route('/', createControls({ store, modes, transactions, refunds, disputes, webhooks }))
  routes.route('/', createApi({ store, modes, transactions, refunds, disputes, url }))
  return {
    routes,
    addSample: (sample) => transactions.addSample(sample),
    stop() {
      timers.stop()
      webhooks.stop()
    },
  }
}
