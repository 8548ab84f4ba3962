import { and, eq, isNull } from 'drizzle-orm'
import { formatDate } from '../../../domain/base/calendar.ts'
import {
  type GrantPeriod,
  type GrantLength,
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
import { addGrant, ledgerOf } from '../ledger/grant.ts'

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
