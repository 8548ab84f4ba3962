import { and, eq, gt, lt, notInArray, sql } from 'drizzle-orm'
import { endOfDay, instantAt, lagosDate, type LagosDate } from '../../../domain/calendar.ts'
import type { PaidPlan } from '../../../domain/plans.ts'
import { type Actor, PROGRAM, recordAudit } from '../../audit/record.ts'
import type { Db } from '../../db/connect.ts'
import { Refusal } from '../../http/refusal.ts'
import { addJob } from '../../queue/add-job.ts'
import type { Services } from '../../api/services.ts'
import { addGrant } from '../ledger/grant.ts'
import { mailPerson } from '../payments/mails.ts'
import { compensations, grants, periods } from '../../tables/ledger.ts'

export interface CompensationOrder {
  plan: PaidPlan
  /** The Lagos day that went wrong. */
  date: LagosDate
  days: number
  reason: string
}

/** People who are given their days in one transaction. */
const PEOPLE_PER_TRANSACTION = 50

/**
 * Decides to give days back to everybody whose plan ran on a day. One action a plan and day; the days are given by a job.
 * @returns how many people get them
 * @throws Refusal conflict when it was done already, invalid-input for a day that has not come yet
 */
export async function orderCompensation(
  db: Db,
  now: number,
  actor: Actor & { userId: string },
  order: CompensationOrder,
): Promise<number> {
  if (order.date > lagosDate(now))
    throw new Refusal('invalid-input', undefined, { fields: { date: 'This day has not come yet.' } })
  return db.transaction(async (tx) => {
    const [made] = await tx
      .insert(compensations)
      .values({ ...order, givenAt: new Date(now), givenBy: actor.userId })
      .onConflictDoNothing()
      .returning({ id: compensations.id })
    if (!made) throw new Refusal('conflict', `Days were given back for ${order.date} already.`)
    const people = await tx.$count(affected(tx, order).as('affected'))
    await recordAudit(tx, now, actor, {
      action: 'days.give-back',
      subject: `days-given-back:${made.id}`,
      details: { ...order, people },
    })
    await addJob(tx, 'give-days-back', { id: String(made.id) })
    return people
  })
}

/** Everybody whose plan ran at some instant of a day, by user id. */
function affected(db: Db, { plan, date }: Pick<CompensationOrder, 'plan' | 'date'>) {
  return db
    .selectDistinct({ userId: periods.userId })
    .from(periods)
    .where(
      and(
        eq(periods.plan, plan),
        lt(periods.startsAt, new Date(endOfDay(date))),
        gt(periods.endsAt, new Date(instantAt(date, 0))),
      ),
    )
}

/** Gives the days, a few people at a time, each once however often the job is run again. */
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
    const waiting = affected(db, { plan, date }).as('waiting')
    const next = await db
      .select({ userId: waiting.userId })
      .from(waiting)
      .where(notInArray(waiting.userId, served))
      .orderBy(sql`1`)
      .limit(PEOPLE_PER_TRANSACTION)
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
        await recordAudit(tx, now, PROGRAM, {
          action: 'grant.give',
          subject,
          details: { plan, days, reason, givenBackId: id },
        })
        await mailPerson(tx, now, userId, 'days-given-back', { plan, days, reason, endsAt })
      }
    })
  }
}
