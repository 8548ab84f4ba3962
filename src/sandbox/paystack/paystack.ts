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

interface Paystack {
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
  const webhooks = createWebhooks(store, modes, `${appUrl}/api/webhooks/paystack`)
  const payments = createPayments(store, modes, (...event) => webhooks.emit(...event))
  const routes = new Hono<Env>()
  // Before the API, which requires the secret key for every path under /transaction.
  routes.route('/', createCheckout(store, modes, payments, url))
  routes.route('/', createDashboard(store, modes, payments, webhooks))
  routes.route('/', createApi(store, modes, payments, url))
  return {
    routes,
    addSample: (sample) => payments.addSample(sample),
    stop() {
      store.close()
      webhooks.stop()
    },
  }
}
