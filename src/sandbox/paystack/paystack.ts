import { Hono } from 'hono'
import type { Env } from './answering.ts'
import { createApi } from './api.ts'
import { createCheckout } from './checkout.ts'
import { createControls } from './controls.ts'
import { createDisputes } from './disputes.ts'
import { createInline } from './inline.ts'
import { createModes } from './modes.ts'
import { createRefunds } from './refunds.ts'
import { openStore } from './store.ts'
import { createTimers } from './timers.ts'
import { createTransactions } from './transactions.ts'
import { views } from './views.ts'
import { createWebhooks } from './webhooks.ts'

interface Options {
  /** Where the sandbox answers. */
  url: string
  /** Where the app is; its webhook address is below it. */
  appUrl: string
  /** Where transactions outlive the process; memory only when left out. */
  stateDir?: string | undefined
}

export interface Paystack {
  /** To be mounted at the root, after everything else. */
  routes: Hono<Env>
  /** Calls off everything that would happen later. */
  stop(): void
}

/** Paystack: its API, its checkout, its webhooks, and the switches that break them. */
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
      webhooks.emit('charge.success', views.announced(transaction, modes.get()), transaction.reference),
  })
  const refunds = createRefunds({
    store,
    modes,
    timers,
    transactions,
    onStep: (refund, transaction) =>
      webhooks.emit(
        `refund.${refund.status}`,
        views.refundAnnounced(refund, transaction, modes.get()),
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
  // Before the API, which asks for the secret key on everything below /transaction.
  routes.route('/', createInline({ store, modes, transactions, url }))
  routes.route('/', createCheckout({ store, modes }))
  routes.route('/', createControls({ store, modes, transactions, refunds, disputes, webhooks }))
  routes.route('/', createApi({ store, modes, transactions, refunds, disputes, url }))
  return {
    routes,
    stop() {
      timers.stop()
      webhooks.stop()
    },
  }
}
