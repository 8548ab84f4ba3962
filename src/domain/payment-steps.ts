import {
  type DisputeState,
  isReversed,
  type Judgement,
  type PaymentState,
  type RefundState,
} from './payments.ts'

/** What is known about a payment's money going back. An entry that staff overruled no longer counts. */
export interface Returns {
  refunds: readonly { kobo: number; state: RefundState; overruled: boolean; askedByStaff: boolean }[]
  disputes: readonly { state: DisputeState; overruled: boolean }[]
}

export const NO_RETURNS: Returns = { refunds: [], disputes: [] }

export type ReturnCause = 'refunded' | 'dispute-lost'

/** Kobo that went back by processed refunds. */
export function refundedKobo({ refunds }: Pick<Returns, 'refunds'>): number {
  return refunds
    .filter(({ state, overruled }) => state === 'processed' && !overruled)
    .reduce((sum, { kobo }) => sum + kobo, 0)
}

/**
 * Why all of a payment's money counts as returned; null while it does not. Paystack's word `reversed` is not enough: it
 * also means that a dispute was opened, or that a part is on its way back.
 * @param paidKobo what was charged
 */
export function returnCause(paidKobo: number, returns: Returns): ReturnCause | null {
  if (returns.disputes.some(({ state, overruled }) => state === 'lost' && !overruled)) return 'dispute-lost'
  return refundedKobo(returns) >= paidKobo ? 'refunded' : null
}

/** What to do about a payment after Paystack was asked. */
export type Step =
  /** Give the plan, for the first time or again. */
  | { step: 'settle' }
  | { step: 'take-back'; cause: ReturnCause }
  | { step: 'review'; faults: string[] }
  /** Nothing usable has come. With `ended` this try will not be offered to the payer again. */
  | { step: 'wait'; ended: boolean }
  /** The plan was given, but Paystack does not have the money. */
  | { step: 'not-paid' }
  | { step: 'none' }

/** Decides what follows for a payment in `state` from Paystack's latest answer and from its refunds and disputes. */
export function nextStep(state: PaymentState, judgement: Judgement, cause: ReturnCause | null): Step {
  const isGranted = state === 'settled'
  if (cause !== null) return state === 'reversed' ? { step: 'none' } : { step: 'take-back', cause }
  switch (judgement.verdict) {
    case 'paid':
      return isGranted ? { step: 'none' } : { step: 'settle' }
    case 'mismatch':
      if (isGranted) return { step: 'not-paid' }
      return state === 'review' ? { step: 'none' } : { step: 'review', faults: judgement.faults }
    case 'reversed':
      return state === 'open' ? { step: 'wait', ended: true } : { step: 'none' }
    case 'failed':
    case 'waiting':
      if (isGranted) return { step: 'not-paid' }
      return state === 'open' ? { step: 'wait', ended: judgement.verdict === 'failed' } : { step: 'none' }
  }
}

/**
 * Whether staff must look at a payment because Paystack calls it reversed although its money has not gone back. For a
 * plan that runs on, an open dispute, a partial refund and a refund that staff asked for explain it: each has an alarm of
 * its own or needs none.
 * @param state after {@link nextStep} was carried out
 */
export function isUnexplained(
  state: PaymentState,
  status: string | null,
  paidKobo: number,
  returns: Returns,
): boolean {
  if (!isReversed(status) || returnCause(paidKobo, returns) !== null) return false
  if (state !== 'settled') return true
  const isDisputed = returns.disputes.some((dispute) => dispute.state === 'open')
  const isAskedFor = returns.refunds.some(
    (refund) => refund.askedByStaff && (refund.state === 'asked' || refund.state === 'pending'),
  )
  return !isDisputed && !isAskedFor && refundedKobo(returns) === 0
}

/**
 * Whether our state of a payment is the one that Paystack's transaction calls for. Where it is not, the daily comparison
 * brings the payment up to date.
 */
export function agrees(state: PaymentState, judgement: Judgement, cause: ReturnCause | null): boolean {
  if (judgement.verdict === 'paid') return state === 'settled' && cause === null
  if (judgement.verdict === 'mismatch') return state === 'review' && cause === null
  if (judgement.verdict === 'reversed') return state === 'reversed' && cause !== null
  return state === 'open' || state === 'lapsed'
}
