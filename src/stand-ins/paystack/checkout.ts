import { type Context, Hono } from 'hono'
import { cors } from 'hono/cors'
import { html } from 'hono/html'
import { z } from 'zod'
import { type Env, type Markup, page } from '../base/base.ts'
import { MERCHANT, naira, refuse, type Transaction, TEST_CARDS, type Modes } from './model.ts'
import { isCompleted, type Payments } from './payments.ts'
import { ATTEMPT, type Attempt, CHANNEL_OF, type Outcome } from './attempts.ts'
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

  return checkout
}

const METADATA = z.object({ cancel_action: z.url({ protocol: /^https?$/ }) })

/** The shop's address for customers who cancel; null when the shop set none. */
const cancelledTo = ({ metadata }: Transaction): string | null =>
  METADATA.safeParse(metadata).data?.cancel_action ?? null

/** The shop's callback address with the reference in both of Paystack's parameters; null when the shop set none. */
function backTo({ callbackUrl, reference }: Transaction): string | null {
  if (!callbackUrl) return null
  const url = new URL(callbackUrl)
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
            ${TEST_CARDS.map((card) => html`<option value="${card.number}">${card.number.replace(/(.{4})(?=.)/g, '$1 ')}: ${card.does}</option>`)}
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
  ['apple_pay', 'Apple Pay'],
  ['decline', 'Decline'],
  ['cancel', 'Cancel'],
]

/** The transaction on the page, from verify_access_code. */
interface Shown {
  id: unknown
  access_code: string
  amount: number
  currency: string
  email: string
  merchant_name: string
  reference: string
  channels: string[]
  customer: unknown
}

/**
 * What the checkout page shows and fetches. The page gets the source text of this function and of the next one, so neither may use
 * anything from outside itself.
 */
function viewOf() {
  const find = (id: string) => document.getElementById(id)!
  const heading = document.querySelector('h1')!
  heading.tabIndex = -1
  const say = (status: string, problem = '') => {
    find('status').textContent = status
    find('problem').textContent = problem
  }
  const chooseSavedCard = (isSaved: boolean) => {
    find('saved').hidden = !isSaved
    find('fields').hidden = isSaved
  }
  /** @throws Error with Paystack's message */
  async function fetchJson<T>(path: string, body?: object): Promise<T> {
    const response = await fetch(path, body && { method: 'POST', body: JSON.stringify(body) })
    const answer = (await response.json()) as T & { status?: boolean; message?: string }
    if (answer.status === false) throw new Error(answer.message)
    return answer
  }
  function show({ amount, currency, channels, merchant_name: merchant, email }: Shown): void {
    const sum = (amount / 100).toLocaleString('en-NG', { style: 'currency', currency })
    heading.textContent = `Pay ${merchant} ${sum}`
    find('email').textContent = email
    for (const element of document.querySelectorAll<HTMLElement>('[data-channel]'))
      element.hidden = !channels.includes(element.dataset.channel ?? '')
    find('ways').hidden = false
    say('')
  }
  return { find, heading, say, chooseSavedCard, fetchJson, show }
}

/** Runs the checkout in a frame, where it exchanges messages with the checkout library. */
function run({ find, heading, say, chooseSavedCard, fetchJson, show }: ReturnType<typeof viewOf>): void {
  let shown: Shown | null = null
  /** The library's current request as JSON, null when it is finished. */
  let currentRequest: string | null = null
  let busy = false

  const notifyLibrary = (event: string, data?: unknown) => window.parent.postMessage({ event, data }, '*')
  /** Ends the transaction on this page. The library may send a new request. */
  function end(event: string, data: object): void {
    currentRequest = shown = null
    find('ways').hidden = true
    notifyLibrary(event, data)
  }
  function fail(message: string): void {
    say('', message)
    end('error', { type: 'setup', message })
  }

  /** The library sends its request twice on opening: immediately, and again after this page reports that it loaded. */
  async function open(params: { accessCode?: string }): Promise<void> {
    const request = JSON.stringify(params)
    if (request === currentRequest) return
    currentRequest = request
    chooseSavedCard(false)
    try {
      const mode = await fetchJson<{ checkout: string }>('/paystack/mode')
      const code = encodeURIComponent(params.accessCode ?? '')
      const { data } = await fetchJson<{ data: Shown }>(`/transaction/verify_access_code/${code}`)
      if (request !== currentRequest) return
      if (mode.checkout === 'setup') return fail('Invalid transaction parameters')
      shown = data
      show(data)
      const { id, customer, access_code: accessCode } = data
      if (mode.checkout === 'normal') notifyLibrary('loaded:transaction', { id, customer, accessCode })
    } catch (error) {
      if (request === currentRequest) fail((error as Error).message)
    }
  }

  async function submit(attempt: Partial<Attempt>): Promise<void> {
    if (!shown || busy) return
    const { access_code: code, reference, id } = shown
    busy = true
    say('Please wait...')
    try {
      const outcome = await fetchJson<Outcome>(`/checkout/attempt/${code}`, attempt)
      if (shown?.access_code === code) react(outcome, reference, String(id))
    } catch (error) {
      fail((error as Error).message)
    } finally {
      busy = false
    }
  }

  function react(outcome: Outcome, reference: string, trans: string): void {
    if (outcome.outcome === 'declined') {
      notifyLibrary('error', { type: 'transaction', message: outcome.message })
      return say('', outcome.message)
    }
    const [sentence, event] = {
      cancelled: ['Payment cancelled.', 'cancel'],
      pending: ['Waiting for your transfer. You can leave this page.', 'transfer:pending'],
      success: ['Payment successful.', 'success'],
    }[outcome.outcome] as [string, string]
    say(sentence)
    if (event === 'cancel') return end(event, { status: 'abandoned' })
    if (event === 'transfer:pending') return end(event, { status: 'pending' })
    const ids = { reference, trxref: reference, trans, transaction: trans }
    const redirecturl = `?trxref=${reference}&reference=${reference}`
    end(event, { ...ids, status: 'success', message: 'Approved', redirecturl })
  }

  const close = () => {
    if (shown) end('close', { status: 'abandoned' })
  }
  find('ways').addEventListener('submit', (event) => {
    event.preventDefault()
    const action = (event.submitter as HTMLButtonElement).value as Attempt['action']
    const { value: number } = find('number') as HTMLSelectElement
    void submit({ action, ...(!find('fields').hidden && { number }) })
  })
  find('close').addEventListener('click', close)
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') close()
  })
  window.addEventListener('message', ({ source, data }: MessageEvent) => {
    if (source !== window.parent) return
    if (data === 'render') heading.focus()
    if (data === 'close') currentRequest = shown = null
    if (data?.type === 'inline:url') void open(data.params as { accessCode?: string })
    if (data?.type === 'inline:pay-with-vault') chooseSavedCard(true)
  })
  notifyLibrary('loaded:checkout')
}

/** The script of the checkout page. */
const CHECKOUT_SCRIPT = `(${run.toString()})((${viewOf.toString()})())`
