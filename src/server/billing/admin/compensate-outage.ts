import { and, eq, gt, lt, notInArray, sql } from 'drizzle-orm'
import { endOfDay, instantAt, lagosDate, type LagosDate } from '../../../domain/base/calendar.ts'
import type { PaidPlan } from '../../../domain/billing/plans.ts'
import { type Actor, byProgram } from '../../audit/context.ts'
import { recordAudit } from '../../audit/record.ts'
import type { Db } from '../../db/connect.ts'
import { Refusal } from '../../http/refusal.ts'
import { addJob } from '../../queue/add-job.ts'
import type { Services } from '../../api/services.ts'
import { addGrant } from '../ledger/grant.ts'
import { mailUser } from '../payments/mails.ts'
import { users } from '../../tables/accounts.ts'
import { compensations, grants, periods } from '../../tables/ledger.ts'

interface CompensationOrder {
  plan: PaidPlan
  /** The Lagos date of the outage. */
  date: LagosDate
  days: number
  reason: string
}

/** Users granted in one transaction. */
const USERS_PER_TRANSACTION = 50

/**
 * Orders extra days for every user whose plan ran on a day. One order per plan and day; a job adds the grants.
 * @returns the number of users
 * @throws Refusal conflict if it was already ordered, invalid-input for a future day
 */
export async function orderCompensation(
  db: Db,
  now: number,
  actor: Actor & { userId: string },
  order: CompensationOrder,
): Promise<number> {
  if (order.date > lagosDate(now))
    throw new Refusal('invalid-input', undefined, { fields: { date: 'This day is in the future.' } })
  return db.transaction(async (tx) => {
    const [inserted] = await tx
      .insert(compensations)
      .values({ ...order, givenAt: new Date(now), givenBy: actor.userId })
      .onConflictDoNothing()
      .returning({ id: compensations.id })
    if (!inserted) throw new Refusal('conflict', `Days for ${order.date} were already added.`)
    const people = await tx.$count(affectedUsers(tx, order).as('affected'))
    await recordAudit({ tx, now, actor }, 'days.give-back', `days-given-back:${inserted.id}`, {
      ...order,
      people,
    })
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

/** Adds the ordered grants, some users per transaction. Runs as a job. Idempotent: each user gets the days once. */
export async function grantCompensation(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  id: number,
): Promise<void> {
  const [order] = await db.select().from(compensations).where(eq(compensations.id, id))
  if (!order) return
  const { plan, days, reason } = order
  const date = order.date as LagosDate
  for (;;) {
    const served = db.select({ userId: grants.userId }).from(grants).where(eq(grants.compensationId, id))
    const waiting = affectedUsers(db, { plan, date }).as('waiting')
    const next = await db
      .select({ userId: waiting.userId })
      .from(waiting)
      .where(notInArray(waiting.userId, served))
      .orderBy(sql`1`)
      .limit(USERS_PER_TRANSACTION)
    if (next.length === 0) return
    await db.transaction(async (tx) => {
      const now = await clock.now(tx)
      for (const { userId } of next) {
        const grant = {
          userId,
          plan,
          length: { days },
          kind: 'given-back',
          reason,
          compensationId: id,
        } as const
        const { endsAt } = await addGrant(tx, now, grant)
        const subject = `user:${userId}`
        await recordAudit(byProgram(tx, now), 'grant.give', subject, { plan, days, reason, givenBackId: id })
        await mailUser(tx, now, userId, 'days-given-back', { plan, days, reason, endsAt })
      }
    })
  }
}
