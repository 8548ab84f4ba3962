import { html, raw } from 'hono/html'
import type { Markup } from '../base/page.ts'
import { MERCHANT } from './model.ts'
import { PREFILLED, validExpiry } from './cards.ts'

const STYLE = `
  :root { color-scheme: light; font: 1rem/1.4 system-ui, sans-serif }
  body { margin: 0; color: #14213d }
  body[data-access-code] { background: #eef1f5 }
  main { max-width: 24rem; margin: 1rem auto; padding: 1rem; background: #fff; border: 1px solid #8a94a6; border-radius: .5rem }
  header { display: flex; justify-content: space-between; align-items: start; gap: 1rem }
  h1 { font-size: 1.125rem; margin: 0; overflow-wrap: anywhere }
  p { margin: .5rem 0; overflow-wrap: anywhere }
  #email { color: #4a5568 }
  #problem { color: #a4161a; font-weight: 600 }
  .row { display: grid; grid-template-columns: 1fr 1fr; gap: 0 .75rem }
  label { display: block; margin: .5rem 0; font-size: .875rem }
  input { display: block; width: 100%; box-sizing: border-box; padding: .6rem; font: inherit; font-size: 1rem;
    border: 1px solid #6b7686; border-radius: .25rem; background: #fff; color: inherit }
  button { min-height: 2.75rem; padding: .25rem .75rem; font: inherit; border: 1px solid #6b7686; border-radius: .25rem;
    background: #fff; color: inherit; cursor: pointer }
  #pay { width: 100%; margin: .5rem 0; background: #0b6e4f; border-color: #0b6e4f; color: #fff; font-weight: 600 }
  .buttons { display: grid; grid-template-columns: 1fr 1fr; gap: .5rem; margin: .5rem 0 }
  :focus-visible { outline: 3px solid #1d4ed8; outline-offset: 2px }
  h1:focus { outline: none }
  small { color: #4a5568 }
  [hidden] { display: none !important }
`

/**
 * Paystack's checkout, in a frame of a shop's page or as a separate page.
 * @param standalone the transaction to pay and the address to open afterwards; omitted in a frame, where the checkout
 * library supplies them
 * @param now milliseconds
 */
export function checkoutPage(now: number, standalone?: { accessCode: string; back: string | null }): Markup {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Paystack checkout (sandbox)</title>
        <style>
          ${raw(STYLE)}
        </style>
        <script src="/paystack/checkout.js" defer></script>
      </head>
      <body
        ${standalone ? html`data-access-code="${standalone.accessCode}"` : ''}
        ${standalone?.back ? html`data-back="${standalone.back}"` : ''}
      >
        <main>
          <header>
            <h1 id="heading" tabindex="-1">Pay ${MERCHANT.name}</h1>
            <button id="close" type="button" aria-label="Close checkout">&times;</button>
          </header>
          <p id="email"></p>
          <p id="status" role="status"></p>
          <p id="problem" role="alert"></p>
          <div id="ways" hidden>
            <form id="card" data-channel="card" novalidate>
              <p id="saved" hidden>Saved card: ${PREFILLED.brand} ending in ${PREFILLED.number.slice(-4)}</p>
              <div id="fields">${cardFields(now)}</div>
              <button id="pay">Pay</button>
            </form>
            <div class="buttons">
              ${button('transfer', 'Pay by transfer', 'bank_transfer')}
              ${button('bank', 'Bank account', 'bank')} ${button('ussd', 'USSD', 'ussd')}
              ${button('qr', 'QR code', 'qr')} ${button('decline', 'Decline', 'card')}
              ${button('fail', 'Fail')} ${button('cancel', 'Cancel')}
            </div>
          </div>
          <small>This is a stand-in for Paystack. No money moves.</small>
        </main>
      </body>
    </html>`
}

const button = (action: string, label: string, channel?: string) =>
  html`<button type="button" data-action="${action}" ${channel ? html`data-channel="${channel}"` : ''}>
    ${label}
  </button>`

const cardFields = (now: number) =>
  html`${field('number', 'Card number', PREFILLED.number.replace(/(.{4})(?=.)/g, '$1 '))}
    <div class="row">
      ${field('expiry', 'Expiry (MM/YY)', validExpiry(now))} ${field('cvv', 'CVV', PREFILLED.cvv)}
    </div>
    <div id="pin-row" hidden>${field('pin', 'Card PIN')}</div>
    <div id="otp-row" hidden>${field('otp', 'One-time password')}</div>`

const field = (id: string, label: string, value = '') =>
  html`<label> ${label} <input id="${id}" inputmode="numeric" autocomplete="off" value="${value}" /> </label>`
