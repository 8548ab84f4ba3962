import { Hono } from 'hono'
import type { Env } from './faults.ts'
import { checkoutPage } from './checkout-page.ts'
import { runCheckout } from './checkout-script.ts'
import type { Transaction } from './model.ts'
import type { Modes } from './modes.ts'
import type { Store } from './store.ts'

/** The page may connect only to its own origin. There is no frame-ancestors, so every shop may embed it. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; connect-src 'self'; base-uri 'none'; form-action 'none'"

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 30"><circle cx="15" cy="15" r="15" fill="#0b6e4f"/><text x="15" y="20" font-size="14" text-anchor="middle" fill="#fff">LF</text></svg>`

/** The checkout page: `/popup` in the checkout library's frame, `/{access_code}` as a separate page. */
export function createCheckout({ store, modes }: { store: Store; modes: Modes }): Hono<Env> {
  const checkout = new Hono<Env>()
  checkout.use('/popup', async (c, next) => {
    if (modes.get().checkout === 'down') return c.html('<h1>502 Bad Gateway</h1>', 502)
    c.header('content-security-policy', POLICY)
    c.header('cache-control', 'no-store')
    return next()
  })
  checkout.get('/popup', (c) => c.html(checkoutPage(modes.now())))
  checkout.get('/paystack/checkout.js', (c) =>
    c.body(`(${runCheckout.toString()})()`, 200, { 'content-type': 'text/javascript; charset=utf-8' }),
  )
  checkout.get('/paystack/logo.svg', (c) => c.body(LOGO, 200, { 'content-type': 'image/svg+xml' }))
  checkout.get('/:code{[0-9a-f]{15}}', (c) => {
    if (modes.get().checkout === 'down') return c.html('<h1>502 Bad Gateway</h1>', 502)
    const transaction = store.byAccessCode.get(c.req.param('code'))
    if (!transaction) return c.notFound()
    c.header('content-security-policy', POLICY)
    c.header('cache-control', 'no-store')
    return c.html(
      checkoutPage(modes.now(), { accessCode: transaction.accessCode, back: backTo(transaction) }),
    )
  })
  return checkout
}

/** The shop's callback address with the reference in both of Paystack's parameters; null when the shop set none. */
function backTo({ callbackUrl, reference }: Transaction): string | null {
  if (!callbackUrl || !URL.canParse(callbackUrl)) return null
  const url = new URL(callbackUrl)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null
  url.searchParams.set('trxref', reference)
  url.searchParams.set('reference', reference)
  return url.href
}
