import { type AnswerOf, call, CallError, get } from '../api/call.ts'
import type { CheckoutOutcome } from './checkout.ts'
import type { OpenedPayment } from './initialize.ts'
import type { PaidPlan } from '../../domain/plans.ts'

export type OwnPayment = AnswerOf<'GET /api/payments/:reference'>
export const PLAN = '/api/plan'

/** Where a purchase stands, as both screens that sell show it. */
export type Purchase =
  | { step: 'idle' }
  | { step: 'opening'; plan: PaidPlan }
  /** The window has gone, and the server has not seen the money yet; it is asked until it has. */
  | Waiting
  /** Paid as far as anybody can tell, but it could not be settled. */
  | { step: 'unsettled'; reference: string; plan: PaidPlan | null }
  /** `isReturned`: the page was loaded again since, and shows it until it is closed. */
  | { step: 'settled'; payment: OwnPayment; isReturned?: true }
  | { step: 'cancelled' }
  | { step: 'not-loaded'; url: string }
  /** It did not begin or did not go through; why. */
  | { step: 'refused'; text: string }

interface Waiting {
  step: 'waiting'
  reference: string
  plan: PaidPlan | null
  /** The checkout said that it was paid, and the server has said nothing to the contrary. */
  isClaimed?: true
  /** The server could not be asked for want of a network. */
  isOffline?: boolean
}

/** The payment that has just bought a plan; null for a plan that was not. */
export function boughtWith(purchase: Purchase, plan: PaidPlan): OwnPayment | null {
  return purchase.step === 'settled' && purchase.payment.plan === plan ? purchase.payment : null
}

const NOT_THROUGH = 'The payment did not go through. You have not been charged. Please try again.'
const FAULTY = 'The checkout reported a problem. As far as we can see, nothing was paid. Please try again.'

/** Has the server settle a payment if its money is there. */
export async function confirmPayment(reference: string): Promise<OwnPayment> {
  const response = await call('POST', `/api/payments/${reference}/confirmPayment`)
  return (await response.json()) as OwnPayment
}

/** Where a purchase stands by what the server says of its payment. */
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
      return { step: 'refused', text: NOT_THROUGH }
  }
}

/**
 * Where a purchase stands when the checkout's window has gone. Whatever the window said, the server is asked: a payment
 * may have arrived although it was closed, and may not although it said so.
 */
export async function afterCheckout(
  ending: CheckoutOutcome,
  { reference, authorizationUrl }: OpenedPayment,
  plan: PaidPlan,
): Promise<Purchase> {
  const waiting = { step: 'waiting', reference, plan } as const
  if (ending === 'claimed') return { ...waiting, isClaimed: true }
  if (ending === 'sent') return waiting
  if (await mayArrive(reference)) return waiting
  if (ending === 'not-loaded') return { step: 'not-loaded', url: authorizationUrl }
  return ending === 'cancelled' ? { step: 'cancelled' } : { step: 'refused', text: FAULTY }
}

/** Whether a payment has arrived or is on its way; no, as far as one can tell, where that cannot be asked. */
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
