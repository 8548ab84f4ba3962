import type PaystackPop from '@paystack/inline-js'
import { MESSAGES } from '../../platform/rules/base/messages.ts'
import { CHECKOUT_LIMITS } from '../rules/limits.ts'
import { initError, NOT_OPENED, PAYMENT_MESSAGES } from '../rules/payments.ts'
import type { PaidPlan } from '../../platform/rules/access/plans.ts'
import type { Me } from '../../platform/web/access/me.ts'
import { type AnswerOf, fetchWithin } from '../../platform/web/api/call.ts'

/**
 * How the checkout's window closed: it reported success, the payer closed it, the payer sent a bank transfer, the
 * window reported an error, or it never loaded. None of these proves a payment: only the server knows.
 */
export type CheckoutOutcome = 'claimed' | 'cancelled' | 'sent' | 'faulty' | 'not-loaded'

/** Paystack's window in this tab. */
const frame: { pop?: PaystackPop; attempts: number; hasFailed: boolean; hidden: Promise<void> } = {
  /** Whether the window's page failed to load. The library loads it only once, so it must be reloaded before a retry. */
  hasFailed: false,
  attempts: 0,
  /**
   * Resolves when the previous window is hidden. The library notifies its page only then, which would also close a new
   * window.
   */
  hidden: Promise.resolve(),
}

/** Loads the library on the first click. The window opens at the host that opened the payment: in a demo, the stand-in. */
async function loadPaystack(authorizationUrl: string): Promise<PaystackPop> {
  if (frame.pop) return frame.pop
  globalThis.paystackStandIn = new URL('/', authorizationUrl).href
  const { default: Pop } = await import('@paystack/inline-js')
  // A second one would receive the first one's events, and neither can be removed.
  return (frame.pop ??= new Pop())
}

/** Milliseconds after which the library has hidden a closed window. Its animation takes 300. */
const HIDE_ANIMATION_MS = 500

/** Reloads the window's page, and waits for it. */
async function reloadFrame({ checkoutIframe: element }: PaystackPop): Promise<void> {
  frame.hasFailed = false
  const loaded = new Promise((resolve) => {
    element.addEventListener('load', resolve, { once: true })
    setTimeout(resolve, CHECKOUT_LIMITS.loadMs)
  })
  element.setAttribute('src', element.src)
  await loaded
}

/**
 * Makes the back button close the window instead of leaving the page.
 * @returns a function that removes the extra history entry, if it is still there
 */
function closeOnBack(close: () => void): () => void {
  // The page scrolls to the result of the payment; restoring the scroll position would undo that.
  history.scrollRestoration = 'manual'
  history.pushState({ ...history.state, isCheckout: true }, '')
  const onBack = () => {
    history.scrollRestoration = 'auto'
    close()
  }
  addEventListener('popstate', onBack, { once: true })
  return () => {
    if ((history.state as { isCheckout?: true } | null)?.isCheckout) history.back()
  }
}

/**
 * Opens the checkout's window over the page, and resolves when it closes.
 * @param payment the payment that `initializeTransaction` opened
 * @param left aborts when the user leaves the page; the window then closes
 */
export async function openCheckout(
  payment: { accessCode: string; authorizationUrl: string },
  left: AbortSignal,
): Promise<CheckoutOutcome> {
  const pop = await loadPaystack(payment.authorizationUrl).catch(() => null)
  if (!pop) return 'not-loaded'
  await frame.hidden
  if (frame.hasFailed) await reloadFrame(pop)
  if (left.aborted) return 'cancelled'
  // Hides what a broken host may send; the library shows its own loading state.
  const { style } = pop.checkoutIframe
  style.opacity = '0'
  return new Promise((resolve) => {
    let isFinished = false
    const finish = (outcome: CheckoutOutcome) => {
      if (isFinished) return
      isFinished = true
      clearTimeout(loadTimer)
      left.removeEventListener('abort', cancel)
      removeEntry()
      frame.hidden = new Promise((over) => void setTimeout(over, HIDE_ANIMATION_MS))
      resolve(outcome)
    }
    const close = (outcome: CheckoutOutcome) => {
      finish(outcome)
      pop.cancelTransaction()
    }
    const cancel = () => {
      if (!isFinished) close('cancelled')
    }
    const removeEntry = closeOnBack(cancel)
    left.addEventListener('abort', cancel)
    const loadTimer = setTimeout(() => {
      frame.hasFailed = true
      close('not-loaded')
    }, CHECKOUT_LIMITS.loadMs)
    pop
      .checkout({
        accessCode: payment.accessCode,
        // If the values equal an earlier attempt's, the library calls the callbacks of that attempt.
        attempt: ++frame.attempts,
        onLoad: () => {
          clearTimeout(loadTimer)
          style.opacity = ''
        },
        onSuccess: () => finish('claimed'),
        // The library reports a sent transfer as a cancel first.
        onCancel: () => void setTimeout(() => finish('cancelled')),
        onBankTransferConfirmationPending: () => finish('sent'),
        onError: () => close('faulty'),
      })
      .then(
        () => {
          if (isFinished) pop.cancelTransaction()
        },
        () => finish('faulty'),
      )
  })
}

export interface OpenedPayment {
  reference: string
  accessCode: string
  /** Paystack's own page for this payment, in case its window does not open. */
  authorizationUrl: string
}

/** A payment that could not be opened. `message` is for the log, `sentence` for the payer. */
export class NotOpenedError extends Error {
  declare readonly sentence: string

  constructor(message: string, sentence: string) {
    super(message)
    this.name = 'NotOpenedError'
    this.sentence = sentence
    // oxlint-disable-next-line no-console -- the specification requires this log line
    console.error(message)
  }
}

/**
 * Asks the server to open a payment for a plan. The server sets the price and the reference.
 * @param kobo the price that the page shows, if it has loaded
 * @throws NotOpenedError 'Server error: {status} - {text}', 'Transaction init failed', or without a network
 */
export async function initializeTransaction(
  plan: PaidPlan,
  kobo: number | undefined,
  { uid, email }: Pick<Me, 'uid' | 'email'>,
): Promise<OpenedPayment> {
  const response = await ask({ email, amount: kobo, plan, userId: uid })
  if (!response.ok) {
    const text = await response.text().catch(() => '')
    const isOurs = response.headers.get('content-type')?.startsWith('text/plain')
    throw new NotOpenedError(initError(response.status, text), (isOurs && text) || NOT_OPENED)
  }
  const answer = (await response.json().catch(() => null)) as Partial<
    AnswerOf<'POST /api/initializeTransaction'>
  > | null
  if (!answer?.data?.access_code) throw new NotOpenedError(PAYMENT_MESSAGES.noAccessCode, NOT_OPENED)
  const { reference, access_code: accessCode, authorization_url: authorizationUrl } = answer.data
  return { reference, accessCode, authorizationUrl }
}

async function ask(body: object): Promise<Response> {
  try {
    return await fetchWithin(CHECKOUT_LIMITS.answerMs, '/api/initializeTransaction', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
    })
  } catch {
    throw new NotOpenedError(MESSAGES.noNetwork, MESSAGES.noNetwork)
  }
}
