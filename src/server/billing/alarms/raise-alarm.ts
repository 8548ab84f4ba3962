import { sql } from 'drizzle-orm'
import type { AlarmKind } from '../../../domain/payments.ts'
import type { Db } from '../../db/connect.ts'
import { addJob } from '../../queue/add-job.ts'
import { alarms } from '../../tables/payments.ts'

/**
 * Raises an alarm for staff, and has them mailed. An open alarm of that kind and reference is left as it is.
 * @param reference of the payment as Paystack says it, or what else tells one alarm from another
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
