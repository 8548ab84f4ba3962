import { Hono, type Context } from 'hono'
import { createApi, toErrorResponse } from './api.ts'
import { createCheckout } from './checkout.ts'
import { createModes, type Delivery, naira, refuse, type Transaction, type Modes } from './model.ts'
import { createPayments, type SampleTransaction, type Payments } from './payments.ts'
import { openStore, createWebhooks, type Store, type Webhooks } from './store.ts'
import { html } from 'hono/html'
import { type Env, type Markup, page, time } from '../base/base.ts'

/** The maximum number of transactions and of events on the page. */
const MAX_ROWS = 50

/** Paystack's dashboard for people who try the demo: the page, its buttons as calls, and the mode. */
function createDashboard(store: Store, modes: Modes, payments: Payments, webhooks: Webhooks): Hono<Env> {
  const dashboard = new Hono<Env>()

  dashboard.get('/paystack', (c) =>
    c.html(
      page(
        'Paystack (sandbox)',
        html`<p class="note">
            This is a stand-in for Paystack’s dashboard. The app learns of changes made here from an event, or
            when it asks Paystack.
          </p>
          <h2>Transactions</h2>
          ${list(newest(store.transactions).map((one) => transactionItem(one, payments)))}
          <form method="post" action="/paystack/payouts"><button>Pay out now</button></form>
          <h2>Events sent to the app</h2>
          ${list(newest(store.deliveries).map(deliveryItem))}
          <h2>Slow and broken modes</h2>
          <p>
            <code>PUT /paystack/mode</code> with a JSON object replaces it; <code>{}</code> is normal.
            src/stand-ins/README.md has the values.
          </p>
          <pre><code>${JSON.stringify(modes.get(), null, 2)}</code></pre>`,
      ),
    ),
  )
  dashboard.route('/', modes.routes)
  dashboard.post('/paystack/transactions/:reference/:action', (c) => {
    const transaction = store.transaction('reference', c.req.param('reference'))
    if (!transaction) throw refuse('transaction')
    const amount = Number(c.req.query('amount')) || undefined
    if (!act(payments, transaction, c.req.param('action'), amount)) return c.notFound()
    return answerDone(c)
  })
  dashboard.post('/paystack/payouts', (c) => {
    payments.payOut()
    return answerDone(c)
  })
  dashboard.get('/paystack/webhooks.json', (c) => c.json([...store.deliveries.values()].reverse()))
  dashboard.post('/paystack/webhooks/:id/resend', (c) => {
    const delivery = store.deliveries.get(c.req.param('id'))
    if (!delivery) return c.notFound()
    void webhooks.resend(delivery)
    return answerDone(c)
  })
  return dashboard
}

/** Redirects browsers to the dashboard; programs get 204. */
const answerDone = (c: Context) =>
  c.req.header('accept')?.includes('text/html') ? c.redirect('/paystack', 303) : c.body(null, 204)

const newest = <T>(rows: ReadonlyMap<string, T>) => [...rows.values()].reverse().slice(0, MAX_ROWS)

/**
 * Runs an action of the dashboard.
 * @param amount of a refund in kobo; the whole rest when omitted
 * @returns false for an unknown action
 * @throws Refusal when the transaction's state does not allow the action
 */
function act(payments: Payments, transaction: Transaction, action: string, amount?: number): boolean {
  const actions: Record<string, () => unknown> = {
    settle: () => payments.settle(transaction),
    refund: () => payments.refund(transaction, amount),
    'step-refund': () => payments.stepRefund(transaction),
    dispute: () => payments.openDispute(transaction),
    'lose-dispute': () => payments.resolveDispute(transaction, 'merchant-accepted'),
    'win-dispute': () => payments.resolveDispute(transaction, 'declined'),
  }
  if (!Object.hasOwn(actions, action)) return false
  actions[action]!()
  return true
}

const list = (items: readonly Markup[]): Markup =>
  items.length === 0
    ? html`<p>None yet.</p>`
    : html`<ol reversed>
        ${items}
      </ol>`

function transactionItem(transaction: Transaction, payments: Payments): Markup {
  const { reference, email, status, channel, createdAt, gatewayResponse } = transaction
  const [refunds, disputes] = [payments.refundsOf(transaction), payments.disputesOf(transaction)]
  return html`<li>
    <h3>${naira(transaction)}: ${status}</h3>
    <p>
      ${email}<br />
      Reference <code>${reference}</code><br />
      ${time(createdAt)}${channel ? `, ${channel.replace('_', ' ')}` : ''}<br />
      ${gatewayResponse}
      ${refunds.map((refund) => html`<br />Refund of ${naira({ ...transaction, amount: refund.amount })}: ${refund.status}`)}
      ${disputes.map((dispute) => html`<br />Dispute: ${dispute.resolution ?? dispute.status}`)}
    </p>
    ${actionsOf(status, refunds.at(-1)?.status, disputes.at(-1)?.status).map(
      ([action, label]) =>
        html`<form method="post" action="/paystack/transactions/${reference}/${action}">
          <button aria-label="${label}: ${reference}">${label}</button>
        </form>`,
    )}
  </li>`
}

/** The buttons that the states of a transaction, its last refund and its last dispute allow. */
function actionsOf(status: string, refund?: string, dispute?: string): [action: string, label: string][] {
  const actions: [string, string][] = []
  if (status === 'pending') actions.push(['settle', 'The transfer arrives'])
  if (status === 'success') actions.push(['refund', 'Refund from the dashboard'])
  if (refund === 'pending' || refund === 'processing') actions.push(['step-refund', 'Advance the refund'])
  if (dispute && dispute !== 'resolved')
    actions.push(['lose-dispute', 'Lose the dispute'], ['win-dispute', 'Win the dispute'])
  else if (status === 'success') actions.push(['dispute', 'Open a dispute'])
  return actions
}

function deliveryItem({ id, event, reference, attempts, createdAt }: Delivery): Markup {
  const answer = attempts.at(-1)?.answer
  const summary = answer ? `attempts: ${attempts.length}, last answer ${answer}` : 'not sent'
  return html`<li>
    <p>
      <code>${event}</code> for <code>${reference}</code><br />
      ${time(createdAt)}, ${summary}
    </p>
    <form method="post" action="/paystack/webhooks/${id}/resend">
      <button aria-label="Send again: ${event} ${reference}">Send again</button>
    </form>
  </li>`
}

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
  routes.onError(toErrorResponse)
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
