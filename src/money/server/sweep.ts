import { and, eq, lte, sql } from 'drizzle-orm'
import { BILLING_LIMITS } from '../rules/limits.ts'
import { nextCheck, dueReminder, REMINDER_DAYS, type ReminderDays } from '../rules/payments.ts'
import { each } from '../../platform/server/base/each.ts'
import { addJob } from '../../platform/server/queue/add-job.ts'
import type { Db } from '../../platform/server/db/connect.ts'
import { recordPaymentEvent } from './payments/payment-events.ts'
import { paymentEvents, payments } from './tables/payments.ts'
import { DAY, HOUR } from '../../platform/rules/base/calendar.ts'
import { daysLeft, type PaidPlan } from '../../platform/rules/access/plans.ts'
import { nextPriceText } from '../rules/prices.ts'
import { pricesAt } from './ledger/prices.ts'
import { mailNotes, mailUser } from './payments/mails.ts'
import { users } from '../../platform/server/tables/accounts.ts'
import { periods, reminders, reversals } from './tables/ledger.ts'

interface Ending extends Record<string, unknown> {
  userId: string
  plan: PaidPlan
  endsAt: Date
  /** Days before the end of the last reminder that was sent. */
  sent: number | null
}

/** Mails users whose plan ends in 7, 3, 1 or 0 days, once for each. */
export async function sweepReminders(db: Db, now: number): Promise<void> {
  const ending = await endingPlans(db, now)
  const due = ending.flatMap(({ userId, plan, endsAt, sent }) => {
    const days = dueReminder(endsAt.getTime(), now)
    return days === null || (sent !== null && sent <= days) ? [] : [{ userId, plan, endsAt, days }]
  })
  await each(due.map((reminder) => () => db.transaction((tx) => sendReminder(tx, now, reminder))))
}

/** Plans that end soon or have just ended, without those of players on a break. Revoked grants are left out: their mail is sent at once. */
async function endingPlans(db: Db, now: number): Promise<Ending[]> {
  const [first, last] = [new Date(now - DAY), new Date(now + REMINDER_DAYS[0] * DAY)]
  const { rows } = await db.execute<Ending>(sql`
    select ending.user_id as "userId", ending.plan, ending.ends_at as "endsAt",
      (select min(${reminders.days}) from ${reminders} where ${reminders.userId} = ending.user_id
        and ${reminders.plan} = ending.plan and ${reminders.endsAt} = ending.ends_at) as sent
    from (
      select distinct on (${periods.userId}, ${periods.plan}) * from ${periods}
      where ${periods.endsAt} > ${first}
      order by ${periods.userId}, ${periods.plan}, ${periods.endsAt} desc
    ) as ending
    where ending.ends_at <= ${last}
      and not exists (select from ${users} where ${users.id} = ending.user_id and ${users.breakUntil} > ${new Date(now)})
      and not exists (select from ${reversals} where ${reversals.grantId} = ending.grant_id)`)
  return rows.map((row) => ({ ...row, endsAt: new Date(row.endsAt) }))
}

interface NewReminder {
  userId: string
  plan: PaidPlan
  endsAt: Date
  days: ReminderDays
}

async function sendReminder(tx: Db, now: number, { userId, plan, endsAt, days }: NewReminder): Promise<void> {
  const [isNew] = await tx
    .insert(reminders)
    .values({ userId, plan, endsAt, days, sentAt: new Date(now) })
    .onConflictDoNothing()
    .returning({ days: reminders.days })
  if (!isNew) return
  const price = (await pricesAt(tx, now))[plan]
  const costs = { kobo: price.kobo, next: nextPriceText(price) }
  // A reminder that comes late, as that of a gift of four days, says the days that are left.
  const left = { endsAt: endsAt.getTime(), days: daysLeft(endsAt.getTime(), now) }
  const data = { plan, ...left, ...costs, ...(await mailNotes(tx)) }
  await mailUser({ tx, now }, userId, 'plan-ends', data)
}

/** What the history of a payment says of {@link mailUnpaid}. */
const UNPAID_MAIL = 'mailed: nothing received'

/**
 * Mails the payer of a payment that has been open for an hour, once. People on a break, who paid or tried again since, or who had
 * such a mail within a day, get none. After a stop of some hours none is sent late.
 */
export async function mailUnpaid(db: Db, now: number): Promise<void> {
  const since = (hours: number) => new Date(now - hours * HOUR).toISOString()
  const { rows } = await db.execute<{ reference: string }>(sql`
    select ${payments.reference} from ${payments} where ${payments.state} = 'open' and ${payments.source} = 'checkout'
      and ${payments.accessCode} is not null
      and ${payments.createdAt} > ${since(3)} and ${payments.createdAt} <= ${since(1)}
      and not exists (select from ${payments} as later where later.user_id = ${payments.userId}
        and (later.created_at > ${payments.createdAt} or later.settled_at >= ${payments.createdAt}))
      and not exists (select from ${paymentEvents} join ${payments} as mailed on mailed.reference = ${paymentEvents.reference}
        where mailed.user_id = ${payments.userId} and ${paymentEvents.what} = ${UNPAID_MAIL} and ${paymentEvents.at} > ${since(24)})
      and not exists (select from ${users} where ${users.id} = ${payments.userId} and ${users.breakUntil} > ${since(0)})`)
  const send = (reference: string) =>
    db.transaction(async (tx) => {
      const isOpen = and(eq(payments.reference, reference), eq(payments.state, 'open'))
      const [payment] = await tx.select().from(payments).where(isOpen).for('update')
      if (!payment) return
      const isMailed = and(eq(paymentEvents.reference, reference), eq(paymentEvents.what, UNPAID_MAIL))
      if ((await tx.$count(paymentEvents, isMailed)) > 0) return
      await recordPaymentEvent({ tx, now, reference, source: 'reconciler' }, UNPAID_MAIL)
      const { plan, kobo, createdAt, userId } = payment
      await mailUser({ tx, now }, userId, 'nothing-received', {
        plan,
        kobo,
        reference,
        at: createdAt.getTime(),
      })
    })
  await each(
    rows.map(
      ({ reference }) =>
        () =>
          send(reference),
    ),
  )
}

/** Queues a check of every payment that is due. Skips rows that another server has locked. */
export async function sweepPayments(db: Db, now: number): Promise<void> {
  await db.transaction(async (tx) => {
    const due = await tx
      .select()
      .from(payments)
      .where(lte(payments.nextCheckAt, new Date(now)))
      .orderBy(payments.nextCheckAt)
      .limit(BILLING_LIMITS.sweptPayments)
      .for('update', { skipLocked: true })
    for (const { reference, state, accessCode, createdAt } of due) {
      // The server stopped while it opened this payment. Without an access code it cannot be paid, so one check suffices.
      const neverOpened = state === 'open' && accessCode === null
      const next = state === 'open' && !neverOpened ? nextCheck(createdAt.getTime(), now) : null
      await tx
        .update(payments)
        .set({
          nextCheckAt: next === null ? null : new Date(next),
          ...(neverOpened && { state: 'lapsed', current: false }),
        })
        .where(and(eq(payments.reference, reference), sql`${payments.nextCheckAt} is not null`))
      await addJob(tx, 'follow-payment', { id: reference })
    }
  })
}
