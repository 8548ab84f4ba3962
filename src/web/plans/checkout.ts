import type PaystackPop from '@paystack/inline-js'

/**
 * How the checkout's window ended: it said that it was paid, it was closed, a bank transfer is on its way, it reported a
 * fault, or it never appeared. None of these is proof of anything: what was paid only the server knows.
 */
export type Ending = 'claimed' | 'cancelled' | 'sent' | 'faulty' | 'not-loaded'

/** Milliseconds that the checkout may take to appear; when its host is down or blocked, the library never says so. */
const PATIENCE = 20_000

/** The one instance: with two, a payment in one would be reported to the other too, and none can be removed. */
let instance: PaystackPop | undefined
let attempts = 0
/** Whether the window's page failed to load: the library loads it once only, so it would stay dead for every next try. */
let isDead = false

/** Fetched on the first pay click. The window opens where the payment was opened: in a demo at the stand-in. */
async function library(authorizationUrl: string): Promise<PaystackPop> {
  if (instance) return instance
  globalThis.paystackStandIn = new URL('/', authorizationUrl).href
  const { default: Pop } = await import('@paystack/inline-js')
  return (instance ??= new Pop())
}

/** Milliseconds after which the library has certainly hidden a window that it closes (its animation takes 300). */
const CLOSED = 500

/** Loads the window's page anew, and waits for it and for the end of the closing before. */
async function revive({ checkoutIframe: frame }: PaystackPop): Promise<void> {
  isDead = false
  const loaded = new Promise((resolve) => {
    frame.addEventListener('load', resolve, { once: true })
    setTimeout(resolve, PATIENCE)
  })
  frame.setAttribute('src', frame.src)
  await Promise.all([loaded, new Promise((resolve) => setTimeout(resolve, CLOSED))])
}

/**
 * Opens the checkout's window over the page, and ends when it has gone.
 * @param payment as `initializeTransaction` opened it
 */
export async function openCheckout(payment: {
  accessCode: string
  authorizationUrl: string
}): Promise<Ending> {
  const pop = await library(payment.authorizationUrl).catch(() => null)
  if (!pop) return 'not-loaded'
  if (isDead) await revive(pop)
  return new Promise((resolve) => {
    let ended = false
    const end = (how: Ending) => {
      ended = true
      clearTimeout(watchdog)
      resolve(how)
    }
    const close = (how: Ending) => {
      end(how)
      pop.cancelTransaction()
    }
    const watchdog = setTimeout(() => {
      isDead = true
      close('not-loaded')
    }, PATIENCE)
    pop
      .checkout({
        accessCode: payment.accessCode,
        // With values equal to those of an earlier try the library would call that one's callbacks.
        attempt: ++attempts,
        onLoad: () => clearTimeout(watchdog),
        onSuccess: () => end('claimed'),
        // A transfer that was sent is reported as a cancel first.
        onCancel: () => void setTimeout(() => end('cancelled')),
        onBankTransferConfirmationPending: () => end('sent'),
        onError: () => close('faulty'),
      })
      .then(
        () => {
          if (ended) pop.cancelTransaction()
        },
        () => end('faulty'),
      )
  })
}
