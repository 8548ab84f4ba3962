import { Hono } from 'hono'
import { createApi, type Env } from './api.ts'
import { createCheckout } from './checkout.ts'
import { createDashboard } from './dashboard.ts'
import { createModes } from './modes.ts'
import { createPayments, type SampleTransaction } from './payments.ts'
import { openStore } from './store.ts'
import { createWebhooks } from './webhooks.ts'

interface Options {
  /** The sandbox's own address. */
  url: string
  /** The app's address, the base of its webhook address. */
  appUrl: string
  /** The directory that stores the rows; in memory only when omitted. */
  stateDir?: string | undefined
}

/** Paystack: its API, its checkout, its webhooks and its modes. */
export function createPaystack({ url, appUrl, stateDir }: Options) {
  const store = openStore(stateDir)
  const modes = createModes()
  const webhooks = createWebhooks(store, modes, `${appUrl}/api/webhooks/paystack`)
  const payments = createPayments(store, modes, webhooks.emit)
  // The checkout is before the API, which requires the secret key for every path under /transaction.
  const routes = new Hono<Env>()
    .route('/', createCheckout(store, modes, payments, url))
    .route('/', createDashboard(store, modes, payments, webhooks))
    .route('/', createApi(store, modes, payments, url))
  return {
    /** Mount them at the root, after all other routes. */
    routes,
    /** Adds the transaction of a sample payment, once. */
    addSample: (sample: SampleTransaction) => payments.addSample(sample),
    /** Cancels all timers and deliveries. */
    stop() {
      store.close()
      webhooks.stop()
    },
  }
}
