import {
  type DisputeState,
  isReversed,
  type Judgement,
  type PaymentState,
  type RefundState,
} from './payments.ts'

/** The refunds and disputes of a payment. An entry overruled by staff does not count. */
export interface Returns {
  refunds: readonly { kobo: number; state: RefundState; overruled: boolean; askedByStaff: boolean }[]
  disputes: readonly { state: DisputeState; overruled: boolean }[]
}

export const NO_RETURNS: Returns = { refunds: [], disputes: [] }

export type ReturnCause = 'refunded' | 'dispute-lost'

/** The kobo of processed refunds. */
export function refundedKobo({ refunds }: Pick<Returns, 'refunds'>): number {
  return refunds
    .filter(({ state, overruled }) => state === 'processed' && !overruled)
    .reduce((sum, { kobo }) => sum + kobo, 0)
}

/**
 * The reason why all of a payment's money counts as returned; null while it does not. Paystack's status `reversed` is not
 * enough: it also means that a dispute was opened or that a part is on its way back.
 * @param paidKobo the charged amount
 */
export function returnCause(paidKobo: number, returns: Returns): ReturnCause | null {
  if (returns.disputes.some(({ state, overruled }) => state === 'lost' && !overruled)) return 'dispute-lost'
  return refundedKobo(returns) >= paidKobo ? 'refunded' : null
}

/** The next step of a payment after it was verified at Paystack. */
export type Step =
  /** Grant or restore the plan. */
  | { step: 'settle' }
  | { step: 'revoke'; cause: ReturnCause }
  | { step: 'review'; faults: string[] }
  /** No usable money has arrived. With `ended`, this attempt is not offered to the payer again. */
  | { step: 'keep-unpaid'; ended: boolean }
  /** The plan is granted, but Paystack does not have the money. */
  | { step: 'not-paid' }
  | { step: 'none' }

/** The next step of a payment in `state`, from Paystack's latest answer and from its refunds and disputes. */
export function nextStep(state: PaymentState, judgement: Judgement, cause: ReturnCause | null): Step {
  const isGranted = state === 'settled'
  if (cause !== null) return state === 'reversed' ? { step: 'none' } : { step: 'revoke', cause }
  switch (judgement.verdict) {
    case 'paid':
      return isGranted ? { step: 'none' } : { step: 'settle' }
    case 'mismatch':
      if (isGranted) return { step: 'not-paid' }
      return state === 'review' ? { step: 'none' } : { step: 'review', faults: judgement.faults }
    case 'reversed':
      return state === 'open' ? { step: 'keep-unpaid', ended: true } : { step: 'none' }
    case 'failed':
    case 'waiting':
      if (isGranted) return { step: 'not-paid' }
      return state === 'open'
        ? { step: 'keep-unpaid', ended: judgement.verdict === 'failed' }
        : { step: 'none' }
  }
}

/**
 * Whether staff must check a payment that Paystack reports as reversed although its money has not gone back. For a plan
 * that continues, an open dispute, a partial refund and a refund requested by staff explain it: each has its own alarm or
 * needs none.
 * @param state the state after {@link nextStep} was applied
 */
export function isUnexplainedReversal(
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
 * Whether our state of a payment matches Paystack's transaction. If not, the daily comparison updates the payment.
 */
export function matchesPaystack(
  state: PaymentState,
  judgement: Judgement,
  cause: ReturnCause | null,
): boolean {
  if (judgement.verdict === 'paid') return state === 'settled' && cause === null
  if (judgement.verdict === 'mismatch') return state === 'review' && cause === null
  if (judgement.verdict === 'reversed') return state === 'reversed' && cause !== null
  return state === 'open' || state === 'lapsed'
}
