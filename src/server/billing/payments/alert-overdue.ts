import { and, eq, inArray, isNull, lt } from 'drizzle-orm'
import { HOUR, MINUTE } from '../../../domain/base/calendar.ts'
import type { Db } from '../../db/connect.ts'
import { payments, refunds, webhookDeliveries } from '../../tables/payments.ts'
import { raiseAlarm } from '../../alarms/raise-alarm.ts'

/** Milliseconds from Paystack's webhook until the payment must be settled. */
const SETTLE_DEADLINE_MS = 10 * MINUTE
/** Milliseconds until a requested refund must be sent. */
const REFUND_DEADLINE_MS = HOUR

/** Raises alarms for overdue settlements and refunds. Their jobs keep retrying. */
export async function alertOverdue(db: Db, now: number): Promise<void> {
  for (const { reference, since } of await unsettledPayments(db, now))
    await raiseAlarm(db, now, 'paid-not-granted', reference, { since, from: 'webhook' })
  for (const { reference, since } of await unsentRefunds(db, now))
    await raiseAlarm(db, now, 'refund-failed', reference, { since, because: 'It could not be sent yet.' })
}

function unsettledPayments(db: Db, now: number) {
  return db
    .select({ reference: payments.reference, since: webhookDeliveries.receivedAt })
    .from(webhookDeliveries)
    .innerJoin(payments, eq(payments.reference, webhookDeliveries.reference))
    .where(
      and(
        isNull(webhookDeliveries.processedAt),
        lt(webhookDeliveries.receivedAt, new Date(now - SETTLE_DEADLINE_MS)),
        eq(webhookDeliveries.event, 'charge.success'),
        inArray(payments.state, ['open', 'lapsed']),
      ),
    )
}

function unsentRefunds(db: Db, now: number) {
  return db
    .select({ reference: refunds.reference, since: refunds.askedAt })
    .from(refunds)
    .where(and(eq(refunds.state, 'asked'), lt(refunds.askedAt, new Date(now - REFUND_DEADLINE_MS))))
}
