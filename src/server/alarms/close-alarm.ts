import { and, eq, isNull } from 'drizzle-orm'
import type { AlarmKind } from '../../domain/alarms/alarm-kinds.ts'
import { byProgram, change, type Context } from '../audit/context.ts'
import { recordAudit } from '../audit/record.ts'
import type { Db } from '../db/connect.ts'
import { Refusal } from '../http/refusal.ts'
import { alarms, isAboutMoney } from '../tables/alarms.ts'

/**
 * Closes an alarm about money with a reason. It is raised again if its cause remains. A late draw has no such close.
 * @throws Refusal not-found, or conflict if it is already closed
 */
export function closeAlarm(context: Context, id: number, reason: string): Promise<void> {
  return change(context, async (inside) => {
    const { tx, now, actor } = inside
    const [closed] = await tx
      .update(alarms)
      .set({ closedAt: new Date(now), closedBy: actor.userId, closedReason: reason })
      .where(and(eq(alarms.id, id), isAboutMoney, isNull(alarms.closedAt)))
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
    await recordAudit(inside, 'alarm.close', `alarm:${id}`, { ...closed, reason })
  })
}

/** Closes an open alarm whose cause is gone, in the caller's transaction. Does nothing if none is open. */
export async function closeResolvedAlarm(
  tx: Db,
  now: number,
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
