import { lagosDate, lagosMinutes } from '../base/calendar.ts'
import { isUnexplainedReversal, type Returns } from '../../../money/rules/payment-steps.ts'
import { type DisputeState, isReversed, type PaymentState, type RefundState } from '../../../money/rules/payments.ts'

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
const GRANTED = 'It has been granted.'

/** Why an alarm about money of each kind is solved; null while it is not, or where only staff can decide. */
const SOLVED: Record<MoneyAlarmKind, (facts: AlarmFacts) => string | null> = {
  mismatch: (facts) => (facts.payment?.state === 'settled' ? GRANTED : isReturned(facts) ? RETURNED : null),
  'paid-not-granted': (facts) => {
    if (facts.payment?.state === 'settled') return GRANTED
    if (facts.payment?.state === 'review') return 'It is held for review, which has its own alarm.'
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
    return hasFailed ? 'Nothing has gone back after all.' : null
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
    if (!isReversed(providerStatus)) return 'Paystack no longer reports it as reversed.'
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
  ledger: ({ hasLedgerFault }) => (hasLedgerFault ? null : 'The ledger adds up again.'),
}

/** The reason, as a sentence, why an open alarm no longer needs staff; null while it does. */
export const solvedReason = (kind: MoneyAlarmKind, facts: AlarmFacts): string | null => SOLVED[kind](facts)

/** The time of the daily mail about open alarms, in minutes after midnight in Lagos. */
const DAILY_FROM_MINUTES = 8 * 60

/** Up to this number, alarms that are raised together have a mail each. More share one mail. */
const MAILS_AT_ONCE = 5

interface OpenAlarm {
  id: number
  /** The last mail to staff about it, in milliseconds; null before the first mail. */
  mailedAt: number | null
}

interface AlarmMails {
  /** New alarms: a mail for each list of ids. */
  raised: number[][]
  /** Ids for the daily mail; empty when it is not due. */
  daily: number[]
}

/**
 * The mails about open alarms that are due: at once for a new alarm, then once per Lagos day until it is closed.
 * @param open all open alarms
 * @param now milliseconds
 */
export function dueAlarmMails(open: readonly OpenAlarm[], now: number): AlarmMails {
  const fresh = open.filter(({ mailedAt }) => mailedAt === null).map(({ id }) => id)
  const known = open.flatMap(({ id, mailedAt }) => (mailedAt === null ? [] : [{ id, mailedAt }]))
  const isDaily =
    lagosMinutes(now) >= DAILY_FROM_MINUTES &&
    known.some(({ mailedAt }) => lagosDate(mailedAt) < lagosDate(now))
  return {
    raised: fresh.length > MAILS_AT_ONCE ? [fresh] : fresh.map((id) => [id]),
    daily: isDaily ? known.map(({ id }) => id) : [],
  }
}

/** Conditions that staff must check. An alarm stays open until its cause is gone or staff close it with a reason. */
const MONEY_ALARMS = {
  mismatch: 'The payment differs from the request. Nothing was granted.',
  'paid-not-granted': 'Paystack has the money, the ledger has no grant.',
  'granted-not-paid': 'The ledger has a grant, Paystack does not have the money.',
  'unknown-payment': 'Paystack has a payment that the app never opened.',
  'payer-gone': 'The payer has deleted the account. Refund the payment.',
  'paid-twice': 'The same plan was paid twice within minutes. Both count; offer a refund.',
  'partial-refund': 'A part of the money went back at Paystack. The plan is shorter by the same part.',
  'refund-failed': 'A refund did not go through.',
  'payout-differs': 'A payout of Paystack differs from what our payments say.',
  dispute: 'The payer disputes this payment. The plan continues until the decision.',
  'reversed-unclear':
    'Paystack reversed this payment, but its money has not gone back in full. The plan was not revoked.',
  'reversed-but-paid': 'The plan was revoked, but Paystack has the money. Restore the plan if that is right.',
  unreadable: 'Paystack’s data about this could not be read. The daily comparison left it out.',
  'comparison-late': 'No daily comparison with Paystack has finished for 36 hours.',
  'disk-full': 'The disk of the database was full, and nothing could be saved. Make room on it.',
  'history-lost':
    'The database continued from another server or an earlier state. Results, payments, accounts and logouts may be lost since the time below. The comparison with Paystack has started; enter lost results again.',
  'log-forked':
    'The log of forecasts differs from what was signed, or from what a witness saw. Nothing more is signed. docs/ledger.md says what to do.',
  'step-failing':
    'A step of the work of each minute fails. It is repeated; the control room has its name and time.',
  'push-failing':
    'Many notifications fail: push services refuse them or do not answer. Players may not hear of results.',
  ledger: 'The ledger does not add up.',
} as const
type MoneyAlarmKind = keyof typeof MONEY_ALARMS
export const MONEY_ALARM_KINDS = Object.keys(MONEY_ALARMS) as [MoneyAlarmKind, ...MoneyAlarmKind[]]

/** The alarm about a late draw. Staff acknowledge it; it closes when the draw is entered, and not by hand. */
export const LATE_DRAW = 'draw-late'

/** The meaning of every alarm. */
export const ALARMS = { ...MONEY_ALARMS, [LATE_DRAW]: 'A scheduled draw has no result.' } as const
export type AlarmKind = keyof typeof ALARMS
export const ALARM_KINDS = Object.keys(ALARMS) as [AlarmKind, ...AlarmKind[]]

/** The subjects of mails about alarms that are not about a payment. */
const SUBJECTS: Partial<Record<AlarmKind, string>> = {
  'disk-full': 'The disk was full',
  'history-lost': 'The database may have lost data',
  'log-forked': 'The log of forecasts differs',
  'step-failing': 'The work of each minute fails',
  'push-failing': 'Notifications fail',
}

/** The subject of a mail about alarms: their kind if they share it. */
export function alarmSubject(kinds: readonly AlarmKind[]): string {
  const [first = 'Alarm', ...others] = new Set(kinds.map((kind) => SUBJECTS[kind] ?? 'Payment alarm'))
  return others.length === 0 ? first : 'Several alarms'
}

/** False for late draws, and for the kinds of a newer release. */
export const isMoneyAlarm = <Alarm extends { kind: string }>(
  alarm: Alarm,
): alarm is Alarm & { kind: MoneyAlarmKind } => MONEY_ALARM_KINDS.some((kind) => kind === alarm.kind)
