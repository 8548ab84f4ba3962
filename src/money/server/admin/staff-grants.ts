import { and, eq, gt, isNull, lt, notInArray, sql } from 'drizzle-orm'
import { endOfDay, instantAt, lagosDate, type LagosDate } from '../../../platform/rules/base/calendar.ts'
import { GRANTS, type GrantLength, type GrantPeriod, previewPeriod } from '../../rules/grants.ts'
import type { PaidPlan, Period } from '../../../platform/rules/access/plans.ts'
import { requireRight } from '../../../people/server/admins.ts'
import { users } from '../../../platform/server/tables/accounts.ts'
import {
  change,
  type Change,
  type Context,
  byProgram,
  type SignedIn,
} from '../../../platform/server/audit/context.ts'
import { recordAudit } from '../../../platform/server/audit/record.ts'
import { each } from '../../../platform/server/base/each.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { Refusal } from '../../../platform/server/http/refusal.ts'
import { addGrant, ledgerOf, lockLedger, rebuildPeriods } from '../ledger/grant.ts'
import { grants, periods, reversals, compensations } from '../tables/ledger.ts'
import { addJob } from '../../../platform/server/queue/add-job.ts'
import type { Services } from '../../../platform/server/api/services.ts'
import { mailUser } from '../payments/mails.ts'

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
  return change(context, async (unit) => {
    const { tx, now } = unit
    await requireUser(tx, userId)
    const period = await addGrant(tx, now, { userId, plan, length, kind: 'gift', reason })
    await recordAudit(unit, 'grant.give', `user:${userId}`, {
      plan,
      length,
      reason,
      startsAt: new Date(period.startsAt),
      endsAt: new Date(period.endsAt),
    })
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

async function requireUser(db: Db, userId: string): Promise<void> {
  const isActive = and(eq(users.id, userId), isNull(users.deletedAt))
  const [person] = await db.select({ id: users.id }).from(users).where(isActive)
  if (!person) throw new Refusal('not-found', 'There is no such user.')
}

/**
 * Revokes what is left of time that no payment bought. Used time stays used; later grants of the plan move forward.
 * @throws Refusal not-found, forbidden without the right of {@link GRANTS}, conflict when nothing of the grant is left
 */
export function revokeGrant(
  context: Context,
  { userId, grantId, reason }: { userId: string; grantId: number; reason: string },
): Promise<void> {
  return change(context, async (unit) => {
    const { tx, actor } = unit
    const [found] = await tx
      .select({ plan: grants.plan, kind: grants.kind })
      .from(grants)
      .where(and(eq(grants.id, grantId), eq(grants.userId, userId)))
    if (!found) throw new Refusal('not-found', 'There is no such grant.')
    const { name: kind, reversal } = GRANTS[found.kind]
    if (reversal === 'refund')
      throw new Refusal('conflict', 'A payment bought this time. Refund the payment: the time ends with it.')
    await requireRight(tx, actor, reversal)
    const grant = { userId, grantId, plan: found.plan, kind, reason }
    if (!(await revokeLeft(unit, grant))) throw new Refusal('conflict', 'Nothing of this grant is left.')
  })
}

/**
 * Revokes what is left of a grant.
 * @param grant with the name of its kind
 * @returns false if nothing was left
 */
export async function revokeLeft(
  unit: Change,
  {
    userId,
    grantId,
    plan,
    kind,
    reason,
  }: { userId: string; grantId: number; plan: PaidPlan; kind: string; reason: string },
): Promise<boolean> {
  const { tx, now } = unit
  await lockLedger(tx, userId)
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
  if (revoked.length === 0) return false
  await rebuildPeriods(tx, userId)
  await recordAudit(unit, 'grant.revoke', `user:${userId}`, { plan, kind, grantId, reason })
  return true
}

interface CompensationOrder {
  plan: PaidPlan
  /** The Lagos date of the outage. */
  date: LagosDate
  days: number
  reason: string
}

/**
 * Orders extra days for every user whose plan ran on a day. One order per plan and day; a job adds the grants.
 * @returns the number of users
 * @throws Refusal conflict if it was already ordered, invalid-input for a future day
 */
export async function orderCompensation(
  context: Context<SignedIn>,
  order: CompensationOrder,
): Promise<number> {
  if (order.date > lagosDate(context.now))
    throw new Refusal('invalid-input', undefined, { fields: { date: 'This day is in the future.' } })
  return change(context, async (unit) => {
    const { tx, now, actor } = unit
    const [inserted] = await tx
      .insert(compensations)
      .values({ ...order, givenAt: new Date(now), givenBy: actor.userId })
      .onConflictDoNothing()
      .returning({ id: compensations.id })
    if (!inserted) throw new Refusal('conflict', `Days for ${order.date} were already added.`)
    const people = await tx.$count(affectedUsers(tx, order).as('affected'))
    const subject = `days-given-back:${inserted.id}`
    await recordAudit(unit, 'days.give-back', subject, { ...order, people })
    await addJob(tx, 'give-days-back', { id: String(inserted.id) })
    return people
  })
}

/** The ids of users whose plan ran at any time of a Lagos date. Sample people are left out. */
function affectedUsers(db: Db, { plan, date }: Pick<CompensationOrder, 'plan' | 'date'>) {
  return db
    .selectDistinct({ userId: periods.userId })
    .from(periods)
    .where(
      and(
        eq(periods.plan, plan),
        lt(periods.startsAt, new Date(endOfDay(date))),
        gt(periods.endsAt, new Date(instantAt(date, 0))),
        sql`not exists (select from ${users} where ${users.id} = ${periods.userId} and ${users.isSample})`,
      ),
    )
}

/** Adds the ordered grants, each in its own transaction. Runs as a job. Idempotent: each user gets the days once. */
export async function grantCompensation(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  id: number,
): Promise<void> {
  const [order] = await db.select().from(compensations).where(eq(compensations.id, id))
  if (!order) return
  const { plan, days, reason } = order
  const served = db.select({ userId: grants.userId }).from(grants).where(eq(grants.compensationId, id))
  const affected = affectedUsers(db, { plan, date: order.date as LagosDate }).as('affected')
  const waiting = await db
    .select({ userId: affected.userId })
    .from(affected)
    .where(notInArray(affected.userId, served))
  const give = (userId: string) =>
    db.transaction(async (tx) => {
      const now = await clock.now(tx)
      const grant = { userId, plan, length: { days }, kind: 'given-back', reason } as const
      const { endsAt } = await addGrant(tx, now, { ...grant, compensationId: id })
      const subject = `user:${userId}`
      await recordAudit(byProgram(tx, now), 'grant.give', subject, { plan, days, reason, givenBackId: id })
      await mailUser({ tx, now }, userId, 'days-given-back', { plan, days, reason, endsAt })
    })
  await each(
    waiting.map(
      ({ userId }) =>
        () =>
          give(userId),
    ),
  )
}
