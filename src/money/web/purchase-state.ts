import { CHECKOUT_LIMITS } from '../rules/limits.ts'
import { type AnswerOf, call, CallError, get } from '../../platform/web/api/call.ts'
import type { CheckoutOutcome, OpenedPayment } from './checkout.ts'
import type { Problem } from '../../platform/rules/base/messages.ts'
import type { PaidPlan } from '../../platform/rules/access/plans.ts'

export type OwnPayment = AnswerOf<'GET /api/payments/:reference'>
export const PLAN = '/api/plan'

/** The state of a purchase, shown on both screens that sell. */
export type Purchase =
  | { step: 'idle' }
  | { step: 'opening'; plan: PaidPlan }
  /** The window is closed, and the server has not seen the money yet. The page polls it. */
  | Waiting
  /** The checkout reported success, but the payment could not be settled. */
  | { step: 'unsettled'; reference: string; plan: PaidPlan | null }
  | { step: 'settled'; payment: OwnPayment }
  | { step: 'cancelled' }
  | { step: 'not-loaded'; url: string }
  /** The payment did not start or did not go through; `text` says why. */
  | { step: 'refused'; text: string }

interface Waiting {
  step: 'waiting'
  reference: string
  plan: PaidPlan | null
  /** The checkout reported success, and the server has not contradicted it. */
  isClaimed?: true
  /** The server could not be reached: no network. */
  isOffline?: boolean
}

/** The settled payment if it was for this plan, otherwise null. */
export const settledPayment = (purchase: Purchase, plan: PaidPlan): OwnPayment | null =>
  purchase.step === 'settled' && purchase.payment.plan === plan ? purchase.payment : null

const PAYMENT_FAILED = 'The payment did not go through. You have not been charged. Please try again.'
const CHECKOUT_FAILED =
  'The checkout reported a problem. As far as we can see, nothing was paid. Please try again.'

/** Asks the server to settle a payment if its money has arrived. */
export async function confirmPayment(reference: string): Promise<OwnPayment> {
  const response = await call('POST', `/api/payments/${reference}/confirm`)
  return (await response.json()) as OwnPayment
}

/** Maps a payment to the state of its purchase. */
export function purchaseOf(payment: OwnPayment): Purchase {
  const { outcome, reference, plan } = payment
  switch (outcome) {
    case 'active':
      return { step: 'settled', payment }
    case 'review':
      return { step: 'unsettled', reference, plan }
    case 'pending':
      return { step: 'waiting', reference, plan }
    case 'refunded':
      return { step: 'refused', text: 'This payment was refunded.' }
    default:
      return { step: 'refused', text: PAYMENT_FAILED }
  }
}

/**
 * The state of a purchase when Paystack's own page has sent the payer back.
 * @param result the payment, or why it could not be read; undefined until the server has answered
 * @param cancelled the payments that money may be on its way for, if the payer cancelled there
 */
export function returnedPurchase(
  reference: string,
  result: OwnPayment | Error | undefined,
  cancelled?: readonly OwnPayment[],
): Purchase {
  if (result instanceof Error && isNotOurs(result)) return { step: 'refused', text: result.problem.title }
  const known = result && !(result instanceof Error) ? purchaseOf(result) : null
  if (known && (known.step !== 'waiting' || !cancelled)) return known
  if (!cancelled) return { step: 'waiting', reference, plan: null }
  const [pending] = cancelled
  return pending ? purchaseOf(pending) : { step: 'cancelled' }
}

interface Polling {
  purchase: Purchase
  /** Failed polls in a row. Polls without a network do not count. */
  failures: number
}

/**
 * The state of a waiting or unsettled purchase after a poll.
 * @param result the payment, or why it could not be read
 */
export function afterPoll({ purchase, failures }: Polling, result: OwnPayment | Error): Polling {
  if (!(result instanceof Error)) return { purchase: purchaseOf(result), failures: 0 }
  if (isNotOurs(result)) return { purchase: { step: 'refused', text: result.problem.title }, failures }
  const isOffline = result instanceof CallError && result.status === 0
  const failed = isOffline ? failures : failures + 1
  if (purchase.step !== 'waiting') return { purchase, failures: failed }
  const { reference, plan } = purchase
  const isUnsettled = purchase.isClaimed && failed >= CHECKOUT_LIMITS.failures
  return {
    purchase: isUnsettled ? { step: 'unsettled', reference, plan } : { ...purchase, isOffline },
    failures: failed,
  }
}

/** Whether a reference, which may come from a forged address, is not a payment of this user. */
function isNotOurs(error: Error): error is CallError & { problem: Problem } {
  return (
    error instanceof CallError && (error.status === 403 || error.status === 404) && error.problem !== null
  )
}

/**
 * The state of a purchase after the checkout's window has closed. The server decides, not the window: a payment may have
 * arrived although the window was closed, or be missing although it reported success.
 */
export async function afterCheckout(
  outcome: CheckoutOutcome,
  opened: OpenedPayment,
  plan: PaidPlan,
): Promise<Purchase> {
  const isSent = outcome === 'claimed' || outcome === 'sent'
  return closedCheckout(outcome, opened, plan, isSent || (await mayArrive(opened.reference)))
}

/** @param isPolled whether the server is polled for the payment, because its money may arrive */
export function closedCheckout(
  outcome: CheckoutOutcome,
  { reference, authorizationUrl }: OpenedPayment,
  plan: PaidPlan,
  isPolled: boolean,
): Purchase {
  if (isPolled)
    return { step: 'waiting', reference, plan, ...(outcome === 'claimed' && { isClaimed: true as const }) }
  if (outcome === 'not-loaded') return { step: 'not-loaded', url: authorizationUrl }
  return outcome === 'cancelled' ? { step: 'cancelled' } : { step: 'refused', text: CHECKOUT_FAILED }
}

/** Whether a payment has arrived or is pending; false if the server cannot be reached. */
async function mayArrive(reference: string): Promise<boolean> {
  try {
    const { outcome } = await confirmPayment(reference)
    if (outcome === 'active' || outcome === 'review') return true
    const { pending } = await get<'GET /api/plan'>(PLAN)
    return pending.some((payment) => payment.reference === reference)
  } catch (error) {
    if (error instanceof CallError) return false
    throw error
  }
}

/** The API address of the payments that the screen's query selects. */
export function historyAddress(search: URLSearchParams): string {
  const after = search.get('after')
  return after ? `/api/payments?after=${encodeURIComponent(after)}` : '/api/payments'
}

export const receiptAddress = (reference: string) => `/api/payments/${encodeURIComponent(reference)}`

/** The parameter of a payer who says, without script, that nothing was paid. */
export const DISMISSED = 'dismissed'
