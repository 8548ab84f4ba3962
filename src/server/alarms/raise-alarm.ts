import { and, eq, sql } from 'drizzle-orm'
import type { AlarmKind } from '../../domain/alarms/alarm-kinds.ts'
import { byProgram } from '../audit/context.ts'
import { recordAudit } from '../audit/record.ts'
import type { Db } from '../db/connect.ts'
import { addJob } from '../queue/add-job.ts'
import { alarms } from '../tables/alarms.ts'
import { payments } from '../tables/payments.ts'

/**
 * Raises an alarm, records it in the audit trail and queues the mail to staff. Does nothing if an alarm of this kind and reference is open,
 * and for a sample payment, which moved no money.
 * @param reference the payment's reference at Paystack, or another key that identifies the alarm
 * @returns whether it is new
 */
export async function raiseAlarm(
  tx: Db,
  now: number,
  kind: AlarmKind,
  reference: string,
  details: Record<string, unknown>,
): Promise<boolean> {
  const sample = and(eq(payments.reference, reference), eq(payments.source, 'sample'))
  if ((await tx.$count(payments, sample)) > 0) return false
  const [raised] = await tx
    .insert(alarms)
    .values({ kind, reference, details, raisedAt: new Date(now) })
    .onConflictDoNothing({ target: [alarms.kind, alarms.reference], where: sql`${alarms.closedAt} is null` })
    .returning({ id: alarms.id })
  if (!raised) return false
  await recordAudit(byProgram(tx, now), 'alarm.raise', `alarm:${raised.id}`, { kind, reference })
  await addJob(tx, 'mail-alarms', { id: 'open' })
  return true
}

/**
 * Raises the alarm about a full disk, once there is room again to store it. Several processes raise one alarm.
 * @param minutes the time for which writes failed
 */
export async function reportFullDisk(db: Db, now: number, minutes: number): Promise<void> {
  await db.transaction((tx) => raiseAlarm(tx, now, 'disk-full', 'disk', { minutes }))
}
