import { and, eq, isNull } from 'drizzle-orm'
import { type GrantPeriod, type Length, preview } from '../../../domain/grants.ts'
import type { PaidPlan, Period } from '../../../domain/plans.ts'
import { users } from '../../tables/accounts.ts'
import { type Actor, recordAudit } from '../../audit/record.ts'
import type { Db } from '../../db/connect.ts'
import { Refusal } from '../../http/refusal.ts'
import { addGrant, ledgerOf } from '../ledger/grant.ts'

interface Gift {
  userId: string
  plan: PaidPlan
  length: Length
}

/**
 * Adds time to a person's plan for staff, with a reason and without a price.
 * @throws Refusal not-found when there is no such person
 */
export async function addStaffGrant(
  db: Db,
  now: number,
  actor: Actor,
  { userId, plan, length, reason }: Gift & { reason: string },
): Promise<GrantPeriod> {
  return db.transaction(async (tx) => {
    await findPerson(tx, userId)
    const period = await addGrant(tx, now, { userId, plan, length, kind: 'gift', reason })
    await recordAudit(tx, now, actor, {
      action: 'grant.give',
      subject: `user:${userId}`,
      details: { plan, length, reason, startsAt: new Date(period.startsAt), endsAt: new Date(period.endsAt) },
    })
    return period
  })
}

/**
 * The period that {@link addStaffGrant} would add at `now`.
 * @throws Refusal not-found when there is no such person
 */
export async function previewGrant(db: Db, now: number, { userId, plan, length }: Gift): Promise<Period> {
  await findPerson(db, userId)
  const ledger = await ledgerOf(db, userId)
  return preview(ledger.grants, ledger.reversals, { plan, length }, now)
}

async function findPerson(db: Db, userId: string): Promise<void> {
  const living = and(eq(users.id, userId), isNull(users.deletedAt))
  const [person] = await db.select({ id: users.id }).from(users).where(living)
  if (!person) throw new Refusal('not-found', 'There is no such person.')
}
