import { and, eq, sql, isNull } from 'drizzle-orm'
import type { AlarmKind } from '../../rules/alarms/alarms.ts'
import { byProgram, change, type Context, type Instant } from '../audit/context.ts'
import { recordAudit } from '../audit/record.ts'
import type { Db } from '../db/connect.ts'
import { addJob } from '../queue/add-job.ts'
import { alarms, isAboutMoney, openMoneyAlarms } from '../tables/alarms.ts'
import { Refusal } from '../http/refusal.ts'

/**
 * Raises an alarm, records it in the audit trail and queues the mail to staff. Does nothing if an alarm of this kind
 * and reference is open.
 * @param reference the payment's reference at Paystack, or another key that identifies the alarm
 * @returns whether it is new
 */
export async function raiseAlarm(
  { tx, now }: Instant,
  kind: AlarmKind,
  reference: string,
  details: Record<string, unknown>,
): Promise<boolean> {
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
  await db.transaction((tx) => raiseAlarm({ tx, now }, 'disk-full', 'disk', { minutes }))
}

/**
 * Closes an alarm about money with a reason. It is raised again if its cause remains. A late draw has no such close.
 * @throws Refusal not-found, or conflict if it is already closed
 */
export function closeAlarm(context: Context, id: number, reason: string): Promise<void> {
  return change(context, async (unit) => {
    const { tx, now, actor } = unit
    const [closed] = await tx
      .update(alarms)
      .set({ closedAt: new Date(now), closedBy: actor.userId, closedReason: reason })
      .where(and(eq(alarms.id, id), openMoneyAlarms))
      .returning({ kind: alarms.kind, reference: alarms.reference })
    if (!closed) {
      const [existing] = await tx
        .select({ id: alarms.id })
        .from(alarms)
        .where(and(eq(alarms.id, id), isAboutMoney))
      throw existing
        ? new Refusal('conflict', 'This alarm is already closed.')
        : new Refusal('not-found', 'There is no such alarm.')
    }
    await recordAudit(unit, 'alarm.close', `alarm:${id}`, { ...closed, reason })
  })
}

/** Closes an open alarm whose cause is gone, in the caller's transaction. Does nothing if none is open. */
export async function closeResolvedAlarm(
  { tx, now }: Instant,
  kind: AlarmKind,
  reference: string,
  reason: string,
): Promise<void> {
  const [closed] = await tx
    .update(alarms)
    .set({ closedAt: new Date(now), closedBy: 'program', closedReason: reason })
    .where(and(eq(alarms.kind, kind), eq(alarms.reference, reference), isNull(alarms.closedAt)))
    .returning({ id: alarms.id })
  if (closed)
    await recordAudit(byProgram(tx, now), 'alarm.close', `alarm:${closed.id}`, { kind, reference, reason })
}
