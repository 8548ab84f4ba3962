import type PaystackPop from '@paystack/inline-js'

/**
 * How the checkout's window ended: it said that it was paid, it was closed, a bank transfer is on its way, it reported a
 * fault, or it never appeared. None of these is proof of anything: what was paid only the server knows.
 */
export type CheckoutOutcome = 'claimed' | 'cancelled' | 'sent' | 'faulty' | 'not-loaded'

/** Milliseconds that the checkout may take to appear; when its host is down or blocked, the library never says so. */
const LOAD_TIMEOUT_MS = 20_000

/** The one instance: with two, a payment in one would be reported to the other too, and none can be removed. */
let instance: PaystackPop | undefined
let attempts = 0
/** Whether the window's page failed to load: the library loads it once only, so it would stay dead for every next try. */
let isDead = false

/** Fetched on the first pay click. The window opens where the payment was opened: in a demo at the stand-in. */
async function loadPaystack(authorizationUrl: string): Promise<PaystackPop> {
  if (instance) return instance
  globalThis.paystackStandIn = new URL('/', authorizationUrl).href
  const { default: Pop } = await import('@paystack/inline-js')
  return (instance ??= new Pop())
}

/** Milliseconds after which the library has certainly hidden a window that it closes (its animation takes 300). */
const HIDE_ANIMATION_MS = 500
/** When the window before is closed for good: the library tells its page only then, and would close a new one with it. */
let closed = Promise.resolve()

/** Loads the window's page anew, and waits for it. */
async function reloadFrame({ checkoutIframe: frame }: PaystackPop): Promise<void> {
  isDead = false
  const loaded = new Promise((resolve) => {
    frame.addEventListener('load', resolve, { once: true })
    setTimeout(resolve, LOAD_TIMEOUT_MS)
  })
  frame.setAttribute('src', frame.src)
  await loaded
}

/**
 * While the window is open, a step back closes it, as people expect of what covers their screen, and the page stays.
 * @returns takes the step out of the history again, if it is still there
 */
function closeOnBack(close: () => void): () => void {
  // The page scrolls to what the end of the window tells; the step back would scroll away from it.
  history.scrollRestoration = 'manual'
  history.pushState({ ...history.state, isCheckout: true }, '')
  const arrive = () => {
    history.scrollRestoration = 'auto'
    close()
  }
  addEventListener('popstate', arrive, { once: true })
  return () => {
    if ((history.state as { isCheckout?: true } | null)?.isCheckout) history.back()
  }
}

/**
 * Opens the checkout's window over the page, and ends when it has gone.
 * @param payment as `initializeTransaction` opened it
 * @param left aborted when the page behind the window is left, which closes it
 */
export async function openCheckout(
  payment: { accessCode: string; authorizationUrl: string },
  left: AbortSignal,
): Promise<CheckoutOutcome> {
  const pop = await loadPaystack(payment.authorizationUrl).catch(() => null)
  if (!pop) return 'not-loaded'
  await closed
  if (isDead) await reloadFrame(pop)
  if (left.aborted) return 'cancelled'
  // What a broken host sends is not to be read over the page; the library shows that it is loading.
  const { style } = pop.checkoutIframe
  style.opacity = '0'
  return new Promise((resolve) => {
    let ended = false
    const end = (how: CheckoutOutcome) => {
      if (ended) return
      ended = true
      clearTimeout(watchdog)
      left.removeEventListener('abort', cancel)
      forgetStep()
      closed = new Promise((over) => void setTimeout(over, HIDE_ANIMATION_MS))
      resolve(how)
    }
    const close = (how: CheckoutOutcome) => {
      end(how)
      pop.cancelTransaction()
    }
    const cancel = () => {
      if (!ended) close('cancelled')
    }
    const forgetStep = closeOnBack(cancel)
    left.addEventListener('abort', cancel)
    const watchdog = setTimeout(() => {
      isDead = true
      close('not-loaded')
    }, LOAD_TIMEOUT_MS)
    pop
      .checkout({
        accessCode: payment.accessCode,
        // With values equal to those of an earlier try the library would call that one's callbacks.
        attempt: ++attempts,
        onLoad: () => {
          clearTimeout(watchdog)
          style.opacity = ''
        },
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
