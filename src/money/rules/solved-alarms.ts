import type { MoneyAlarmKind } from '../../platform/rules/alarms/alarms.ts'
import { isUnexplainedReversal, type Returns } from './payment-steps.ts'
import { type DisputeState, isReversed, type PaymentState, type RefundState } from './payments.ts'

/** The stored facts about the payment of an alarm. */
export interface AlarmFacts {
  /** `paidKobo` is the price if Paystack has not reported an amount. Null if the payment is not ours. */
  payment: { state: PaymentState; providerStatus: string | null; paidKobo: number } | null
  /** Oldest first. */
  refunds: readonly { kobo: number; state: RefundState }[]
  disputes: readonly DisputeState[]
  /** The same refunds and disputes with the decisions of staff. */
  returns: Returns
  /** States of the other payments of the alarm. */
  others: readonly PaymentState[]
  hasLedgerFault: boolean
  /** Paystack's status of the payment when the alarm was raised, if recorded. */
  statusWhenRaised: string | null
  /** Whether the alarm is about a refund that Paystack confirmed and no longer lists. */
  isUnlisted: boolean
}

const refundedKobo = ({ refunds }: AlarmFacts) =>
  refunds.reduce((sum, { kobo, state }) => (state === 'processed' ? sum + kobo : sum), 0)

function isReturned(facts: AlarmFacts): boolean {
  if (facts.payment?.state !== 'reversed') return false
  return facts.disputes.includes('lost') || refundedKobo(facts) >= facts.payment.paidKobo
}

const RETURNED = 'The money has gone back in full.'
const GRANTED = 'The player has the plan now.'

/** Why an alarm about money of each kind is solved; null while it is not, or where only staff can decide. */
const SOLVED: Record<MoneyAlarmKind, (facts: AlarmFacts) => string | null> = {
  mismatch: (facts) => (facts.payment?.state === 'settled' ? GRANTED : isReturned(facts) ? RETURNED : null),
  'paid-not-granted': (facts) => {
    if (facts.payment?.state === 'settled') return GRANTED
    if (facts.payment?.state === 'review') return 'The payment is held for review, which has its own alarm.'
    return isReturned(facts) ? RETURNED : null
  },
  'granted-not-paid': ({ payment, statusWhenRaised }) => {
    if (payment?.state === 'reversed') return 'The plan has been revoked.'
    const hasArrived = payment?.providerStatus === 'success' && statusWhenRaised !== 'success'
    return hasArrived ? 'Paystack has the money now.' : null
  },
  'unknown-payment': () => null,
  'payer-gone': (facts) => (isReturned(facts) ? RETURNED : null),
  'paid-twice': (facts) => {
    const isAlone = facts.others.length > 0 && facts.others.every((state) => state !== 'settled')
    const isGone = facts.payment !== null && facts.payment.state !== 'settled'
    return isAlone || isGone ? 'One payment is left; the other has gone back.' : null
  },
  'partial-refund': (facts) => {
    if (isReturned(facts)) return RETURNED
    const hasFailed = facts.refunds.length > 0 && refundedKobo(facts) === 0
    return hasFailed ? 'No money has gone back after all.' : null
  },
  'refund-failed': (facts) => {
    // The comparison that finds the refund in Paystack's list closes it.
    if (facts.isUnlisted) return null
    if (isReturned(facts)) return RETURNED
    const newest = facts.refunds[facts.refunds.length - 1]
    return newest?.state === 'pending' || newest?.state === 'processed' ? 'A refund has been sent.' : null
  },
  // The comparison that finds no difference closes it.
  'payout-differs': () => null,
  dispute: ({ disputes }) => {
    if (disputes.length === 0 || disputes.includes('open')) return null
    return disputes.includes('lost') ? 'The dispute was lost.' : 'The dispute was won.'
  },
  'reversed-unclear': (facts) => {
    if (!facts.payment) return null
    const { state, providerStatus, paidKobo } = facts.payment
    if (!isReversed(providerStatus)) return 'Paystack no longer reports the payment as reversed.'
    if (isUnexplainedReversal(state, providerStatus, paidKobo, facts.returns)) return null
    return isReturned(facts) ? RETURNED : 'The reason is known now.'
  },
  'reversed-but-paid': ({ payment }) => {
    if (payment?.state === 'settled') return 'The plan was restored.'
    return isReversed(payment?.providerStatus) ? 'Paystack reports that the money went back.' : null
  },
  unreadable: () => null,
  // The comparison that finishes closes it.
  'comparison-late': () => null,
  'disk-full': () => null,
  // Staff know what was saved in that time.
  'history-lost': () => null,
  'log-forked': () => null,
  // The sweep closes it when the step works again.
  'step-failing': () => null,
  // The sweep closes it.
  'push-failing': () => null,
  // The next stamp closes it.
  'stamps-failing': () => null,
  ledger: ({ hasLedgerFault }) => (hasLedgerFault ? null : 'The ledger adds up again.'),
}

/** The reason, as a sentence, why an open alarm no longer needs staff; null while it does. */
export const solvedReason = (kind: MoneyAlarmKind, facts: AlarmFacts): string | null => SOLVED[kind](facts)
