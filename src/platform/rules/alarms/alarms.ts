import { lagosDate, lagosMinutes } from '../base/calendar.ts'

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
  'paid-not-granted': 'Paystack has the money, but the player has no plan for it.',
  'granted-not-paid': 'The player has a plan for this payment, but Paystack does not have the money.',
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
    'The record of forecasts differs from its copy. No forecast can be published. docs/ledger.md says what to do.',
  'stamps-failing':
    'An outside clock has failed to date the record of forecasts five times in a row. Forecasts are published all the same; ask the server’s owner.',
  'step-failing':
    'Some repeated work of the server fails. The server tries it again each minute; the control room names it.',
  'push-failing':
    'Many notifications fail: push services refuse them or do not answer. Players may not hear of results.',
  ledger: 'The ledger of plans does not add up.',
} as const
export type MoneyAlarmKind = keyof typeof MONEY_ALARMS
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
  'log-forked': 'The record of forecasts differs from its copy',
  'stamps-failing': 'An outside clock does not answer',
  'step-failing': 'Repeated work of the server fails',
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
