import { and, eq, gt, isNull } from 'drizzle-orm'
import { formatDate } from '../../../domain/base/calendar.ts'
import {
  type GrantLength,
  type GrantPeriod,
  isLongGrant,
  previewPeriod,
} from '../../../domain/billing/grants.ts'
import { lastDay, type PaidPlan, type Period, PLANS } from '../../../domain/billing/plans.ts'
import { mailOwners } from '../../accounts/admins.ts'
import { users } from '../../tables/accounts.ts'
import { change, type Context } from '../../audit/context.ts'
import { recordAudit } from '../../audit/record.ts'
import type { Db } from '../../db/connect.ts'
import { Refusal } from '../../http/refusal.ts'
import { addGrant, ledgerOf, lockLedger, rebuildPeriods } from '../ledger/grant.ts'
import { grants, periods, reversals } from '../../tables/ledger.ts'

interface StaffGrant {
  userId: string
  plan: PaidPlan
  length: GrantLength
}

/**
 * Adds free time to a user's plan on behalf of staff, with a reason.
 * @throws Refusal not-found if the user does not exist
 */
export async function addStaffGrant(
  context: Context,
  { userId, plan, length, reason }: StaffGrant & { reason: string },
): Promise<GrantPeriod> {
  return change(context, async (inside) => {
    const { tx, now, actor } = inside
    const { email } = await requireUser(tx, userId)
    const period = await addGrant(tx, now, { userId, plan, length, kind: 'gift', reason })
    await recordAudit(inside, 'grant.give', `user:${userId}`, {
      plan,
      length,
      reason,
      startsAt: new Date(period.startsAt),
      endsAt: new Date(period.endsAt),
    })
    if (isLongGrant(length)) {
      const until = formatDate(lastDay(period.endsAt))
      const did = `granted ${PLANS[plan].name} to ${email} until the end of ${until}`
      await mailOwners(tx, now, actor.userId, { did, reason })
    }
    return period
  })
}

/**
 * The period that {@link addStaffGrant} would add at `now`.
 * @throws Refusal not-found if the user does not exist
 */
export async function previewGrant(
  db: Db,
  now: number,
  { userId, plan, length }: StaffGrant,
): Promise<Period> {
  await requireUser(db, userId)
  const ledger = await ledgerOf(db, userId)
  return previewPeriod(ledger.grants, ledger.reversals, { plan, length }, now)
}

async function requireUser(db: Db, userId: string): Promise<{ email: string }> {
  const isActive = and(eq(users.id, userId), isNull(users.deletedAt))
  const [person] = await db.select({ email: users.email }).from(users).where(isActive)
  if (!person) throw new Refusal('not-found', 'There is no such user.')
  return person
}

/**
 * Revokes what is left of the time that staff granted. Used time stays used; later grants of the plan move forward.
 * @throws Refusal not-found for a grant that staff did not make, conflict when nothing of it is left
 */
export function revokeGift(
  context: Context,
  { userId, grantId, reason }: { userId: string; grantId: number; reason: string },
): Promise<void> {
  return change(context, async (inside) => {
    const { tx, now } = inside
    await lockLedger(tx, userId)
    const isGift = and(eq(grants.id, grantId), eq(grants.userId, userId), eq(grants.kind, 'gift'))
    const [gift] = await tx.select({ plan: grants.plan }).from(grants).where(isGift)
    if (!gift) throw new Refusal('not-found', 'There is no such grant.')
    const isLeft = and(eq(periods.grantId, grantId), gt(periods.endsAt, new Date(now)))
    const left = await tx.select({ grantId: periods.grantId }).from(periods).where(isLeft)
    const revoked =
      left.length === 0
        ? left
        : await tx
            .insert(reversals)
            .values({ grantId, at: new Date(now), reason })
            .onConflictDoNothing({ target: reversals.grantId })
            .returning({ grantId: reversals.grantId })
    if (revoked.length === 0) throw new Refusal('conflict', 'Nothing of this grant is left.')
    await rebuildPeriods(tx, userId)
    await recordAudit(inside, 'grant.revoke', `user:${userId}`, { plan: gift.plan, grantId, reason })
  })
}
