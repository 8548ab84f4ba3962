import { type Context, Hono } from 'hono'
import { cors } from 'hono/cors'
import { html } from 'hono/html'
import { z } from 'zod'
import { type Markup, page } from '../base/page.ts'
import { type Env, toErrorResponse } from './api.ts'
import { cardWords, TEST_CARDS } from './cards.ts'
import { CHECKOUT_SCRIPT } from './checkout-script.ts'
import { MERCHANT, naira, refuse, type Transaction } from './model.ts'
import type { Modes } from './modes.ts'
import { ATTEMPT, type Attempt, CHANNEL_OF, isCompleted, type Payments } from './payments.ts'
import type { Store } from './store.ts'
import { views } from './views.ts'

/**
 * The page may connect only to its own origin. There is no frame-ancestors, so every shop may embed it, and no form-action,
 * because browsers also apply it to the redirect back to the shop.
 */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; connect-src 'self'; base-uri 'none'"

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 30"><circle cx="15" cy="15" r="15" fill="#0b6e4f"/><text x="15" y="20" font-size="14" text-anchor="middle" fill="#fff">LF</text></svg>`

/** The checkout: its page, and the calls that browsers make from it and from the shop's page. */
export function createCheckout(store: Store, modes: Modes, payments: Payments, url: string): Hono<Env> {
  const checkout = new Hono<Env>()
  const withCode = (code: string): Transaction => {
    const transaction = store.transaction('accessCode', code)
    if (!transaction) throw refuse('accessCode')
    return transaction
  }
  const show = (c: Context, transaction?: Transaction) => {
    if (modes.get().checkout === 'down') return c.html('<h1>502 Bad Gateway</h1>', 502)
    c.header('content-security-policy', POLICY)
    c.header('cache-control', 'no-store')
    return c.html(checkoutPage(transaction))
  }

  // In the frame of the checkout library, and as a separate page.
  checkout.get('/popup', (c) => show(c))
  checkout.get('/:code{[0-9a-f]{15}}', (c) => {
    const transaction = store.transaction('accessCode', c.req.param('code'))
    return transaction ? show(c, transaction) : c.notFound()
  })
  checkout.post('/:code{[0-9a-f]{15}}', async (c) => {
    const transaction = withCode(c.req.param('code'))
    const attempt = ATTEMPT.safeParse(await c.req.parseBody())
    if (!attempt.success) throw refuse('body')
    const isCancelled = payments.attempt(transaction, attempt.data).outcome === 'cancelled'
    return c.redirect((isCancelled ? cancelledTo(transaction) : backTo(transaction)) ?? c.req.path, 303)
  })
  checkout.get('/paystack/checkout.js', (c) =>
    c.body(CHECKOUT_SCRIPT, 200, { 'content-type': 'text/javascript; charset=utf-8' }),
  )
  checkout.get('/paystack/logo.svg', (c) => c.body(LOGO, 200, { 'content-type': 'image/svg+xml' }))
  checkout.post('/checkout/attempt/:code', async (c) => {
    const attempt = ATTEMPT.safeParse(await c.req.json().catch(() => null))
    if (!attempt.success) throw refuse('body')
    return c.json(payments.attempt(withCode(c.req.param('code')), attempt.data))
  })

  const calls = ['verify_access_code/:code', 'set_ip/:id', 'update_log/:id']
  for (const call of calls) checkout.use(`/transaction/${call}`, cors())
  checkout.get('/transaction/verify_access_code/:code', (c) => {
    const transaction = withCode(c.req.param('code'))
    if (isCompleted(transaction)) throw refuse('completed')
    const data = views.inline(transaction, modes.get().instruments, url)
    return c.json({ status: true, message: 'Access code verified', data })
  })
  // The library reports the customer's address and steps. Nothing here needs them.
  checkout.post('/transaction/:report{set_ip|update_log}/:id', (c) =>
    c.json({ status: true, message: 'Saved' }),
  )

  checkout.onError(toErrorResponse)
  return checkout
}

const METADATA = z.object({ cancel_action: z.url({ protocol: /^https?$/ }) })

/** The shop's address for customers who cancel; null when the shop set none. */
const cancelledTo = ({ metadata }: Transaction): string | null =>
  METADATA.safeParse(metadata).data?.cancel_action ?? null

/** The shop's callback address with the reference in both of Paystack's parameters; null when the shop set none. */
function backTo({ callbackUrl, reference }: Transaction): string | null {
  if (!callbackUrl || !URL.canParse(callbackUrl)) return null
  const url = new URL(callbackUrl)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null
  url.searchParams.set('trxref', reference)
  url.searchParams.set('reference', reference)
  return url.href
}

/** Paystack's checkout. @param transaction of a page of its own; in a frame the checkout library supplies it */
const checkoutPage = (transaction?: Transaction): Markup =>
  page(
    `Pay ${MERCHANT.name}${transaction ? ` ${naira(transaction)}` : ''}`,
    html`<p id="email">${transaction?.email ?? ''}</p>
      <p id="status" role="status"></p>
      <p id="problem" role="alert"></p>
      <form id="ways" method="post" ${transaction ? '' : 'hidden'}>
        <p id="saved" hidden>Saved card: visa ending in ${TEST_CARDS[0].number.slice(-4)}</p>
        <label id="fields"
          >Test card
          <select id="number" name="number">
            ${TEST_CARDS.map((card) => html`<option value="${card.number}">${cardWords(card)}</option>`)}
          </select>
        </label>
        ${WAYS.map(
          ([action, label]) =>
            html`<button
              name="action"
              value="${action}"
              ${CHANNEL_OF[action] ? html`data-channel="${CHANNEL_OF[action]}"` : ''}
            >
              ${label}
            </button>`,
        )}
      </form>
      <p class="note">This is a stand-in for Paystack. No money moves.</p>
      ${
        transaction
          ? ''
          : html`<button id="close" type="button">Close checkout</button>
              <script src="/paystack/checkout.js" defer></script>`
      }`,
  )

const WAYS: readonly [Attempt['action'], label: string][] = [
  ['pay', 'Pay'],
  ['transfer', 'Pay by transfer'],
  ['bank', 'Bank account'],
  ['ussd', 'USSD'],
  ['qr', 'QR code'],
  ['decline', 'Decline'],
  ['cancel', 'Cancel'],
]
