import { html } from 'hono/html'
import { type Markup, page } from '../page.ts'
import { TEST_CARDS } from './cards.ts'
import type { Delivery, Dispute, Refund, Transaction } from './model.ts'
import { ANSWERS, CHECKOUT, type ModeState, REVERSED_AT, WEBHOOKS } from './modes.ts'

/** The maximum number of transactions and of events on the page. */
export const MAX_ROWS = 50

interface Overview {
  /** Newest first. */
  transactions: readonly Transaction[]
  deliveries: readonly Delivery[]
  refundsOf: (transaction: Transaction) => Refund[]
  disputesOf: (transaction: Transaction) => Dispute[]
  mode: ModeState
}

/** Paystack's dashboard for people who try the demo. */
export function consolePage({ transactions, deliveries, refundsOf, disputesOf, mode }: Overview): Markup {
  return page(
    'Paystack (sandbox)',
    html`<p class="note">
        This is a stand-in for Paystack’s dashboard. The app learns of changes made here from an event, or
        when it asks Paystack.
      </p>
      <h2>Transactions</h2>
      ${
        transactions.length === 0
          ? html`<p>None yet. Choose a plan in the app.</p>`
          : html`<ol reversed>
              ${transactions.map((one) => transactionItem(one, refundsOf(one), disputesOf(one)))}
            </ol>`
      }
      <h2>Events sent to the app</h2>
      ${
        deliveries.length === 0
          ? html`<p>None yet.</p>`
          : html`<ol reversed>
              ${deliveries.map(deliveryItem)}
            </ol>`
      }
      <h2>Cards</h2>
      <ul>
        ${TEST_CARDS.map(
          ({ number, cvv, description }) =>
            html`<li>
              <code>${number.replace(/(.{4})(?=.)/g, '$1 ')}</code> CVV <code>${cvv}</code> ${description}
            </li>`,
        )}
      </ul>
      <p>Any future expiry date works. Other cards are declined.</p>
      ${modes(mode)}`,
  )
}

function transactionItem(transaction: Transaction, refunds: Refund[], disputes: Dispute[]): Markup {
  const { reference, amount, currency, email, status, channel, createdAt, gatewayResponse } = transaction
  const actions = actionsOf(transaction, refunds.at(-1), disputes.at(-1))
  return html`<li>
    <h3>${naira(amount, currency)}: ${status}</h3>
    <p>
      ${email}<br />
      Reference <code>${reference}</code><br />
      ${time(createdAt)}${channel ? `, ${channel.replace('_', ' ')}` : ''}<br />
      ${gatewayResponse}
      ${refunds.map((refund) => html`<br />Refund of ${naira(refund.amount, currency)}: ${refund.status}`)}
      ${disputes.map((dispute) => html`<br />Dispute: ${dispute.resolution ?? dispute.status}`)}
    </p>
    ${actions.map(
      ([action, label]) =>
        html`<form method="post" action="/paystack/transactions/${reference}/${action}">
          <button aria-label="${label}: ${reference}">${label}</button>
        </form>`,
    )}
  </li>`
}

type Action = [action: string, label: string]

/** The answer to a button that no longer applies. */
export const refusalPage = (message: string): Markup =>
  page(
    'Paystack (sandbox)',
    html`<p role="alert">${message}</p>
      <p><a href="/paystack">Back to the transactions</a></p>`,
  )

/** The dashboard actions that the transaction's state allows. */
function actionsOf({ status }: Transaction, refund?: Refund, dispute?: Dispute): Action[] {
  const actions: Action[] = []
  if (status === 'pending') actions.push(['settle', 'The transfer arrives'])
  if (status === 'success') actions.push(['refund', 'Refund from the dashboard'])
  if (refund?.status === 'pending' || refund?.status === 'processing')
    actions.push(['step-refund', 'Advance the refund'])
  if (refund?.status === 'needs-attention') actions.push(['finish-refund', 'Finish the refund'])
  if (dispute && dispute.status !== 'resolved')
    actions.push(
      ['remind-dispute', 'Send a dispute reminder'],
      ['lose-dispute', 'Lose the dispute'],
      ['win-dispute', 'Win the dispute'],
    )
  else if (status === 'success') actions.push(['dispute', 'Open a dispute'])
  return actions
}

function deliveryItem({ id, event, reference, attempts, dueAt, createdAt }: Delivery): Markup {
  const last = attempts.at(-1)
  const summary = last
    ? `${attempts.length === 1 ? 'once' : `${attempts.length} times`}, last answer ${last.answer}`
    : 'not sent'
  return html`<li>
    <p>
      <code>${event}</code>${reference ? html` for <code>${reference}</code>` : ''}<br />
      ${time(createdAt)}, ${summary}${dueAt === null ? '' : html`, next attempt ${time(dueAt)}`}
    </p>
    <form method="post" action="/paystack/webhooks/${id}/resend">
      <button aria-label="Send again: ${event} ${reference ?? ''}">Send again</button>
    </form>
  </li>`
}

/** The mode and the descriptions of its values. */
function modes(mode: ModeState): Markup {
  const list = (name: 'answers' | 'webhooks' | 'checkout' | 'reversedAt', values: Record<string, string>) =>
    html`<h3><code>${name}</code>, now <code>${String(mode[name]) || 'none'}</code></h3>
      <ul>
        ${Object.entries(values).map(([value, meaning]) => html`<li><code>${value}</code>: ${meaning}</li>`)}
      </ul>`
  return html`<h2>Slow and broken modes</h2>
    <p>
      <code>PUT /paystack/mode</code> with a JSON object replaces the whole state; <code>{}</code> is normal.
      <code>src/sandbox/README.md</code> describes all fields.
    </p>
    <pre><code>${JSON.stringify(mode, null, 2)}</code></pre>
    ${list('answers', ANSWERS)} ${list('webhooks', WEBHOOKS)} ${list('checkout', CHECKOUT)}
    ${list('reversedAt', REVERSED_AT)}`
}

const naira = (kobo: number, currency: string) =>
  (kobo / 100).toLocaleString('en-NG', { style: 'currency', currency })

function time(milliseconds: number): Markup {
  const iso = new Date(milliseconds).toISOString()
  return html`<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')} UTC</time>`
}
