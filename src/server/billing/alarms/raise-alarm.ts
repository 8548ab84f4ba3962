import { sql } from 'drizzle-orm'
import type { AlarmKind } from '../../../domain/payments.ts'
import type { Db } from '../../db/connect.ts'
import { addJob } from '../../queue/add-job.ts'
import { alarms } from '../../tables/payments.ts'

/**
 * Raises an alarm and queues the mail to staff. Does nothing if an alarm of this kind and reference is open.
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
  const raised = await tx
    .insert(alarms)
    .values({ kind, reference, details, raisedAt: new Date(now) })
    .onConflictDoNothing({ target: [alarms.kind, alarms.reference], where: sql`${alarms.closedAt} is null` })
    .returning({ id: alarms.id })
  if (raised.length === 0) return false
  await addJob(tx, 'mail-alarms', { id: 'open' })
  return true
}
