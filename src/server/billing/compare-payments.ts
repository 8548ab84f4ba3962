import { and, eq, inArray, lt, gt, sql } from 'drizzle-orm'
import { DAY, HOUR, type LagosDate, lagosDate, lagosMinutes, weekdayOf } from '../../domain/calendar.ts'
import type { Db } from '../db/connect.ts'
import { followDisputes } from './follow-disputes.ts'
import { followRefunds } from './follow-refunds.ts'
import { refundState, type RefundState } from '../../domain/payments.ts'
import { isAnyOf } from '../db/columns.ts'
import { addJob } from '../jobs/add-job.ts'
import type { Services } from '../services.ts'
import { comparisons, disputes, payments, refunds } from './payment-tables.ts'
import { raiseAlarm } from './payment-story.ts'
import { paystackOf } from './paystack-of.ts'
import { settlePayment } from './settle-payment.ts'

/** How far back a day's comparison looks: the longest that an open payment is followed, and a day to spare. */
const WINDOW = 8 * DAY
/** How far back it looks for money that went back: payers can dispute a payment for about four months. */
const LATE = 180 * DAY
/** On Sundays it looks for money that came as late as that, too: nobody knows how long a checkout can be paid. */
const windowOf = (day: LagosDate) => (weekdayOf(day) === 'sunday' ? LATE : WINDOW)
/** Minutes after midnight in Lagos from which on a day's comparison is due: the quietest hours. */
const DUE_FROM = 3 * 60

/** Starts the comparison of today, once on one of the servers. */
export async function sweepComparison({ db }: Pick<Services, 'db'>, now: number): Promise<void> {
  if (lagosMinutes(now) < DUE_FROM) return
  const day = lagosDate(now)
  await db.transaction(async (tx) => {
    const [started] = await tx
      .insert(comparisons)
      .values({ day, startedAt: new Date(now) })
      .onConflictDoNothing()
      .returning({ day: comparisons.day })
    if (started) await addJob(tx, 'compare-payments', { id: day })
  })
}

/**
 * Compares Paystack's successful transactions with the ledger, both ways: what was paid must be granted, what was granted
 * must be paid. Whatever differs is settled where it can be; what cannot be is an alarm. Run by a job.
 */
export async function comparePayments(services: Services, day: string): Promise<void> {
  const { db, clock } = services
  const now = await clock.now(db)
  const [from, to] = [now - windowOf(day as LagosDate), now]
  const listed = new Set<string>()
  let raised = 0
  for await (const page of paystackOf(services).successful(from, to)) {
    const references = page.map(({ reference }) => reference)
    for (const reference of references) listed.add(reference)
    for (const reference of await notGranted(db, references))
      raised += await grantOrRaise(services, now, reference)
  }
  for (const reference of await notListed(services, listed, from, now)) {
    // Settling looks at it again and raises the alarm itself where Paystack does not have the money.
    await settlePayment(services, reference, 'reconciler')
  }
  await followReturned(services, now)
  await followOpenDisputes(services)
  await db
    .update(comparisons)
    .set({ finishedAt: new Date(now), listed: listed.size, raised })
    .where(eq(comparisons.day, day))
}

/** Of some references those that no payment of ours has turned into time, or kept for review. */
async function notGranted(db: Db, references: string[]): Promise<string[]> {
  const done = await db
    .select({ reference: payments.reference })
    .from(payments)
    .where(
      and(
        isAnyOf(payments.reference, references),
        inArray(payments.state, ['settled', 'review', 'reversed']),
      ),
    )
  const known = new Set(done.map(({ reference }) => reference))
  return references.filter((reference) => !known.has(reference))
}

async function grantOrRaise(services: Services, now: number, reference: string): Promise<number> {
  const payment = await settlePayment(services, reference, 'reconciler')
  if (payment && payment.state !== 'open' && payment.state !== 'lapsed') return 0
  const kind = payment ? 'paid-not-granted' : 'unknown-payment'
  return Number(await raiseAlarm(services.db, now, kind, reference, { from: 'comparison' }))
}

/** Payments that count as paid here, opened within the window, that Paystack did not list. */
async function notListed(
  { db, paystack }: Services,
  listed: ReadonlySet<string>,
  from: number,
  now: number,
): Promise<string[]> {
  const settled = await db
    .select({ reference: payments.reference })
    .from(payments)
    .where(
      and(
        eq(payments.state, 'settled'),
        eq(payments.mode, paystack!.mode),
        gt(payments.createdAt, new Date(from + HOUR)),
        lt(sql`coalesce(${payments.settledAt}, ${payments.createdAt})`, new Date(now - HOUR)),
      ),
    )
  return settled.map(({ reference }) => reference).filter((reference) => !listed.has(reference))
}

/** What went back since long ago: money returns months after it came, and its webhook may be lost like any other. */
async function followReturned(services: Services, now: number): Promise<void> {
  const paystack = paystackOf(services)
  for await (const page of paystack.refundsSince(now - LATE, now)) {
    for (const { id, status, reference } of page) {
      if (reference === null || (await isNoted(services.db, id, refundState(status)))) continue
      const payment = await settlePayment(services, reference, 'reconciler')
      if (payment) await followRefunds(services, payment, 'reconciler')
    }
  }
  for await (const page of paystack.disputesSince(now - LATE, now)) {
    for (const { reference, ...dispute } of page) {
      const [payment] = reference === null ? [] : await byReference(services.db, reference)
      if (payment) await followDisputes(services, payment, [dispute], 'reconciler')
    }
  }
}

/** A dispute may be decided when the list no longer reaches back to its beginning: the lost money shows all the same. */
async function followOpenDisputes(services: Services): Promise<void> {
  const open = await services.db
    .selectDistinct({ reference: disputes.reference })
    .from(disputes)
    .innerJoin(payments, eq(payments.reference, disputes.reference))
    .where(and(eq(disputes.state, 'open'), eq(payments.state, 'settled')))
  for (const { reference } of open) await settlePayment(services, reference, 'reconciler')
}

const byReference = (db: Db, reference: string) =>
  db.select().from(payments).where(eq(payments.reference, reference))

async function isNoted(db: Db, id: string, state: RefundState): Promise<boolean> {
  const noted = and(eq(refunds.providerId, id), eq(refunds.state, state))
  return (await db.select({ id: refunds.id }).from(refunds).where(noted)).length > 0
}
