import { and, eq, isNull } from 'drizzle-orm'
import type { GrantPeriod, Length } from '../../domain/grants.ts'
import type { PaidPlan } from '../../domain/plans.ts'
import { users } from '../accounts/tables.ts'
import { type Actor, recordAudit } from '../audit/record.ts'
import type { Db } from '../db/connect.ts'
import { Refusal } from '../http/refusal.ts'
import { giveTime } from './give-time.ts'

/**
 * Staff gives somebody time, or more of it, with a reason and without a price.
 * @throws Refusal not-found when there is no such person
 */
export async function giveGrant(
  db: Db,
  now: number,
  actor: Actor,
  { userId, plan, length, reason }: { userId: string; plan: PaidPlan; length: Length; reason: string },
): Promise<GrantPeriod> {
  return db.transaction(async (tx) => {
    const living = and(eq(users.id, userId), isNull(users.deletedAt))
    const [person] = await tx.select({ id: users.id }).from(users).where(living)
    if (!person) throw new Refusal('not-found', 'There is no such person.')
    const period = await giveTime(tx, now, { userId, plan, length, kind: 'gift', reason })
    await recordAudit(tx, now, actor, {
      action: 'grant.give',
      subject: `user:${userId}`,
      details: { plan, length, reason, startsAt: new Date(period.startsAt), endsAt: new Date(period.endsAt) },
    })
    return period
  })
}
