import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import { DAY, HOUR, type LagosDate, lagosDate, lagosMinutes, weekdayOf } from '../../../domain/calendar.ts'
import { agrees, NO_RETURNS, returnCause } from '../../../domain/payment-steps.ts'
import { judge } from '../../../domain/payments.ts'
import { isAnyOf } from '../../db/columns.ts'
import type { Db } from '../../db/connect.ts'
import { addJob } from '../../queue/add-job.ts'
import type { Services } from '../../api/services.ts'
import { closeResolvedAlarm } from '../alarms/close-alarm.ts'
import { compareDisputes, compareRefunds } from './compare-returns.ts'
import { type Comparison, createComparison } from './comparison.ts'
import { returnsOf } from './returns.ts'
import { comparisons, payments } from '../../tables/payments.ts'
import { raiseAlarm } from '../alarms/raise-alarm.ts'
import type { Transaction } from '../paystack/answers.ts'
import { requirePaystack } from '../paystack/require-paystack.ts'
import type { Payment } from './settle-payment.ts'

/** How far back a day's comparison looks: the longest that an open payment is followed, and a day to spare. */
const WINDOW_MS = 8 * DAY
/** How far back it looks for money that went back: payers can dispute a payment for about four months. */
const RETURNS_WINDOW_MS = 180 * DAY
/** On Sundays it looks for money that came as late as that, too: how long a checkout can be paid is not documented. */
const windowOf = (day: LagosDate) => (weekdayOf(day) === 'sunday' ? RETURNS_WINDOW_MS : WINDOW_MS)
/** Minutes after midnight in Lagos from which on a day's comparison is due: the quietest hours. */
const DUE_FROM_MINUTES = 3 * 60
/** A comparison is overdue when none has finished for so long: one may fail, the next must not. */
const OVERDUE_MS = 36 * HOUR
/** How long the newest comparison may run before staff are alerted that they are overdue, in milliseconds. */
const FINISH_TIMEOUT_MS = HOUR
/** The reference under which the alarm about overdue comparisons is kept. */
const ALARM_REFERENCE = 'comparison'

/**
 * Starts today's comparison at night, once on one of the servers, or at any time when comparisons are overdue. Alerts
 * staff when they are overdue and the newest one does not finish; the next one that finishes closes the alarm.
 */
export async function sweepComparison({ db }: Pick<Services, 'db'>, now: number): Promise<void> {
  const overdueSince = await findOverdueSince(db, now)
  if (lagosMinutes(now) < DUE_FROM_MINUTES && overdueSince === null) return
  const day = lagosDate(now)
  await db.transaction(async (tx) => {
    const [started] = await tx
      .insert(comparisons)
      .values({ day, startedAt: new Date(now) })
      .onConflictDoNothing()
      .returning({ day: comparisons.day })
    if (started) await addJob(tx, 'compare-payments', { id: day })
    // The lock orders this against the end of the comparison, which closes the alarm.
    const [today] = await tx.select().from(comparisons).where(eq(comparisons.day, day)).for('update')
    const isRunning = today!.finishedAt === null
    if (overdueSince !== null && isRunning && now - today!.startedAt.getTime() > FINISH_TIMEOUT_MS)
      await raiseAlarm(tx, now, 'comparison-late', ALARM_REFERENCE, { since: overdueSince })
  })
}

/** Since when no comparison has finished, if that is too long ago; the start of the first one counts before any has. */
async function findOverdueSince(db: Db, now: number): Promise<Date | null> {
  const [known] = await db
    .select({
      started: sql<Date | null>`min(${comparisons.startedAt})`.mapWith(comparisons.startedAt),
      finished: sql<Date | null>`max(${comparisons.finishedAt})`.mapWith(comparisons.startedAt),
    })
    .from(comparisons)
  const since = known?.finished ?? known?.started ?? null
  return since !== null && now - since.getTime() > OVERDUE_MS ? since : null
}

/**
 * Compares Paystack's transactions, refunds and disputes with what is known here, in both directions. What differs is
 * brought up to date; what still differs then is an alarm. Run by a job.
 * @throws Error when a part could not be compared; the job is run again later
 */
export async function comparePayments(services: Services, day: string): Promise<void> {
  const { db, clock } = services
  const now = await clock.now(db)
  const comparison = createComparison(services, now)
  let listed = 0
  await comparison.attempt('transactions', async () => {
    const [from, to] = [now - windowOf(day as LagosDate), now]
    listed = await compareTransactions(services, comparison, from, to)
  })
  await comparison.attempt('refunds', () =>
    compareRefunds(services, comparison, now - RETURNS_WINDOW_MS, now),
  )
  await comparison.attempt('disputes', () =>
    compareDisputes(services, comparison, now - RETURNS_WINDOW_MS, now),
  )
  await comparison.closeReadable()
  const [failure] = comparison.failures()
  if (failure) throw new Error(`The comparison of ${day} is incomplete`, { cause: failure })
  await db.transaction(async (tx) => {
    const finishedAt = await clock.now(tx)
    await tx
      .update(comparisons)
      .set({ finishedAt: new Date(finishedAt), listed, raised: comparison.raised() })
      .where(eq(comparisons.day, day))
    await closeResolvedAlarm(
      tx,
      finishedAt,
      'comparison-late',
      ALARM_REFERENCE,
      `The comparison of ${day} has finished.`,
    )
  })
}

/** @returns how many transactions Paystack listed */
async function compareTransactions(
  services: Services,
  comparison: Comparison,
  from: number,
  to: number,
): Promise<number> {
  const listed = new Set<string>()
  for (const status of ['success', 'reversed'] as const) {
    for await (const { rows, unreadable } of requirePaystack(services).transactions(status, from, to)) {
      await comparison.report('transaction', rows, unreadable)
      for (const { reference } of rows) listed.add(reference)
      for (const row of await differing(services.db, rows))
        await comparison.refresh(row.reference, {}, (payment) => alertToDifference(comparison, row, payment))
    }
  }
  // Following it looks at it again and raises the alarm where Paystack does not have the money.
  for (const reference of await notListed(services, listed, from, to)) await comparison.refresh(reference)
  return listed.size
}

/** The transactions whose payment is not here, or in another state than they call for. */
async function differing(db: Db, rows: readonly Transaction[]): Promise<Transaction[]> {
  const references = rows.map(({ reference }) => reference)
  const known = await db.select().from(payments).where(isAnyOf(payments.reference, references))
  const returns = await returnsOf(db, references)
  return rows.filter((row) => {
    const payment = known.find(({ reference }) => reference === row.reference)
    if (!payment) return true
    const cause = returnCause(payment.paidKobo ?? payment.kobo, returns.get(row.reference) ?? NO_RETURNS)
    return !agrees(payment.state, judge(payment, row), cause)
  })
}

/** What is still different after the payment was brought up to date, as far as that has not raised an alarm itself. */
async function alertToDifference(
  comparison: Comparison,
  { reference, status }: Transaction,
  payment: Payment | null,
): Promise<void> {
  if (!payment) return comparison.raise('unknown-payment', reference, { status })
  if (payment.providerStatus !== 'success') return
  if (payment.state === 'open' || payment.state === 'lapsed')
    return comparison.raise('paid-not-granted', reference, {})
  if (payment.state === 'reversed') return comparison.raise('reversed-but-paid', reference, {})
}

/** Payments that count as paid here, opened within the stretch of time, that Paystack did not list. */
async function notListed(
  { db, paystack }: Services,
  listed: ReadonlySet<string>,
  from: number,
  to: number,
): Promise<string[]> {
  const paid = await db
    .select({ reference: payments.reference })
    .from(payments)
    .where(
      and(
        inArray(payments.state, ['settled', 'review']),
        eq(payments.mode, paystack!.mode),
        gt(payments.createdAt, new Date(from + HOUR)),
        lt(sql`coalesce(${payments.settledAt}, ${payments.createdAt})`, new Date(to - HOUR)),
      ),
    )
  return paid.map(({ reference }) => reference).filter((reference) => !listed.has(reference))
}
