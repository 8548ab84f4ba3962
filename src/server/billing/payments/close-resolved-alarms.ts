import { eq, isNull } from 'drizzle-orm'
import { isMoneyAlarm } from '../../../domain/alarms/alarm-kinds.ts'
import { type AlarmFacts, solvedReason } from '../../../domain/alarms/alarms.ts'
import { NO_RETURNS } from '../../../domain/billing/payment-steps.ts'
import type { Db } from '../../db/connect.ts'
import { isAnyOf } from '../../db/columns.ts'
import { ledgerFaults } from './check-ledger.ts'
import { closeResolvedAlarm } from '../../alarms/close-alarm.ts'
import { returnsOf } from './returns.ts'
import { alarms } from '../../tables/alarms.ts'
import { disputes, payments, refunds } from '../../tables/payments.ts'

type Alarm = typeof alarms.$inferSelect

/**
 * Closes every alarm about money whose cause is gone, and records the reason. Runs each minute.
 * @param now milliseconds
 */
export async function closeResolvedAlarms(db: Db, now: number): Promise<void> {
  const raised = await db.select().from(alarms).where(isNull(alarms.closedAt)).orderBy(alarms.id)
  const open = raised.filter(isMoneyAlarm)
  const known = await factsAbout(db, open)
  for (const alarm of open) {
    if (solvedReason(alarm.kind, known.get(alarm.id)!) === null) continue
    await db.transaction(async (tx) => {
      // The lock keeps the payment's facts from changing until the commit.
      await tx.select().from(payments).where(eq(payments.reference, alarm.reference)).for('update')
      const reason = solvedReason(alarm.kind, (await factsAbout(tx, [alarm])).get(alarm.id)!)
      if (reason !== null) await closeResolvedAlarm(tx, now, alarm.kind, alarm.reference, reason)
    })
  }
}

/** The facts about alarms, by alarm id. */
async function factsAbout(db: Db, open: readonly Alarm[]): Promise<Map<number, AlarmFacts>> {
  if (open.length === 0) return new Map()
  const references = open.map(({ reference }) => reference)
  const allReferences = [...references, ...open.flatMap(otherReferencesOf)]
  const paymentRows = await db.select().from(payments).where(isAnyOf(payments.reference, allReferences))
  const refundRows = await db
    .select()
    .from(refunds)
    .where(isAnyOf(refunds.reference, references))
    .orderBy(refunds.id)
  const disputeRows = await db.select().from(disputes).where(isAnyOf(disputes.reference, references))
  const returns = await returnsOf(db, references)
  const faults = open.some(({ kind }) => kind === 'ledger') ? await ledgerFaults(db) : []
  const byReference = new Map(paymentRows.map((payment) => [payment.reference, payment]))
  return new Map(
    open.map((alarm) => {
      const { id, reference, details } = alarm
      const payment = byReference.get(reference)
      const hasReference = (row: { reference: string }) => row.reference === reference
      const transaction = details.seen as { status?: string } | null | undefined
      return [
        id,
        {
          payment: payment ? { ...payment, paidKobo: payment.paidKobo ?? payment.kobo } : null,
          refunds: refundRows.filter(hasReference),
          disputes: disputeRows.filter(hasReference).map(({ state }) => state),
          returns: returns.get(reference) ?? NO_RETURNS,
          others: otherReferencesOf(alarm).flatMap((other) => byReference.get(other)?.state ?? []),
          hasLedgerFault: faults.some(hasReference),
          statusWhenRaised: transaction?.status ?? null,
          isUnlisted: details.unlisted === true,
        },
      ]
    }),
  )
}

/** References of the other payments in an alarm's details. */
const otherReferencesOf = ({ details }: Alarm) => (details.others as string[] | undefined) ?? []
