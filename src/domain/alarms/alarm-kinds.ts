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
  ledger: 'The ledger does not add up.',
} as const
export type MoneyAlarmKind = keyof typeof MONEY_ALARMS
export const MONEY_ALARM_KINDS = Object.keys(MONEY_ALARMS) as [MoneyAlarmKind, ...MoneyAlarmKind[]]

/** The alarm about a late draw. Staff acknowledge it; it closes when the draw is entered, and not by hand. */
export const LATE_DRAW = 'draw-late'

/** The meaning of every alarm. */
export const ALARMS = { ...MONEY_ALARMS, [LATE_DRAW]: 'A scheduled draw has no result.' } as const
export type AlarmKind = keyof typeof ALARMS
export const ALARM_KINDS = Object.keys(ALARMS) as [AlarmKind, ...AlarmKind[]]

/** False for late draws, and for the kinds of a newer release. */
export const isMoneyAlarm = <Alarm extends { kind: string }>(
  alarm: Alarm,
): alarm is Alarm & { kind: MoneyAlarmKind } => MONEY_ALARM_KINDS.some((kind) => kind === alarm.kind)
