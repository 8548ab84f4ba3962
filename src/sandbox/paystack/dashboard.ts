import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { type Markup, page } from '../base/page.ts'
import { type Env, toErrorResponse } from './api.ts'
import { type Delivery, naira, refuse, type Transaction } from './model.ts'
import type { Modes } from './modes.ts'
import type { Payments } from './payments.ts'
import type { Store } from './store.ts'
import type { Webhooks } from './webhooks.ts'

/** The maximum number of transactions and of events on the page. */
const MAX_ROWS = 50

/** Paystack's dashboard for people who try the demo: the page, its buttons as calls, and the mode. */
export function createDashboard(
  store: Store,
  modes: Modes,
  payments: Payments,
  webhooks: Webhooks,
): Hono<Env> {
  const dashboard = new Hono<Env>()

  dashboard.get('/paystack', (c) => {
    c.header('cache-control', 'no-store')
    return c.html(
      page(
        'Paystack (sandbox)',
        html`<p class="note">
            This is a stand-in for Paystack’s dashboard. The app learns of changes made here from an event, or
            when it asks Paystack.
          </p>
          <h2>Transactions</h2>
          ${list(
            newest(store.transactions).map((one) => transactionItem(one, payments)),
            'None yet. Choose a plan in the app.',
          )}
          <form method="post" action="/paystack/payouts"><button>Pay out now</button></form>
          <h2>Events sent to the app</h2>
          ${list(newest(store.deliveries).map(deliveryItem), 'None yet.')}
          <h2>Slow and broken modes</h2>
          <p>
            <code>PUT /paystack/mode</code> with a JSON object replaces it; <code>{}</code> is normal.
            src/sandbox/README.md has the values.
          </p>
          <pre><code>${JSON.stringify(modes.get(), null, 2)}</code></pre>`,
      ),
    )
  })
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
    webhooks.resend(delivery)
    return answerDone(c)
  })
  dashboard.onError(toErrorResponse)
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
  const refund = () => payments.refundsOf(transaction).at(-1) ?? raise('refund')
  const dispute = () => payments.disputesOf(transaction).at(-1) ?? raise('dispute')
  const actions: Record<string, () => unknown> = {
    settle: () => payments.settle(transaction),
    refund: () => payments.refund(transaction, amount),
    'step-refund': () => payments.stepRefund(refund()),
    dispute: () => payments.openDispute(transaction),
    'lose-dispute': () => payments.resolveDispute(dispute(), 'merchant-accepted'),
    'win-dispute': () => payments.resolveDispute(dispute(), 'declined'),
  }
  if (!Object.hasOwn(actions, action)) return false
  actions[action]!()
  return true
}

function raise(why: Parameters<typeof refuse>[0]): never {
  throw refuse(why)
}

const list = (items: readonly Markup[], none: string): Markup =>
  items.length === 0
    ? html`<p>${none}</p>`
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

function time(milliseconds: number): Markup {
  const iso = new Date(milliseconds).toISOString()
  return html`<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')} UTC</time>`
}
