import { itemAt } from '../../../platform/rules/base/lists.ts'
import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import {
  HOUR,
  type LagosDate,
  lagosDate,
  lagosMinutes,
  weekdayOf,
} from '../../../platform/rules/base/calendar.ts'
import { matchesPaystack, NO_RETURNS, returnCause } from '../../rules/payment-steps.ts'
import { BILLING_LIMITS } from '../../rules/limits.ts'
import { judge } from '../../rules/payments.ts'
import { isAnyOf } from '../../../platform/server/db/columns.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { addJob } from '../../../platform/server/queue/add-job.ts'
import type { Services } from '../../../platform/server/api/services.ts'
import { closeResolvedAlarm } from '../../../platform/server/alarms/alarms.ts'
import { raisePaymentAlarm } from './payment-alarm.ts'
import { compareDisputes, compareRefunds } from './compare-returns.ts'
import { comparePayouts } from './compare-payouts.ts'
import { returnsOf } from './returns.ts'
import { comparisons, payments } from '../tables/payments.ts'
import { closingRestore, openAfterComparison } from '../restores.ts'
import type { Transaction } from '../paystack/answers.ts'
import type { Payment } from './settle-payment.ts'
import { countForeign } from './foreign-payments.ts'
import { createComparison, type Comparison } from './comparison.ts'

/** On Sundays it looks as far back for late payments: Paystack does not document how long a checkout can be paid. */
const windowOf = (day: LagosDate) =>
  weekdayOf(day) === 'sunday' ? BILLING_LIMITS.comparedReturnsMs : BILLING_LIMITS.comparedMs
/** The reference of the alarm about overdue comparisons. */
const ALARM_REFERENCE = 'comparison'

/**
 * Starts today's comparison at night, or at any hour if comparisons are overdue; one server starts it. Raises an alarm if
 * comparisons are overdue and the newest one does not finish. The next finished comparison closes the alarm.
 */
export async function sweepComparison(db: Db, now: number): Promise<void> {
  const overdueSince = await findOverdueSince(db, now)
  if (lagosMinutes(now) < BILLING_LIMITS.comparisonFromMinutes && overdueSince === null) return
  const day = lagosDate(now)
  await db.transaction(async (tx) => {
    const [started] = await tx
      .insert(comparisons)
      .values({ day, startedAt: new Date(now) })
      .onConflictDoNothing()
      .returning({ day: comparisons.day })
    if (started) await addJob(tx, 'compare-payments', { id: day })
    // The lock serializes this with the end of the comparison, which closes the alarm.
    const found = await tx.select().from(comparisons).where(eq(comparisons.day, day)).for('update')
    const today = itemAt(found, 0)
    const isRunning = today.finishedAt === null
    if (overdueSince !== null && isRunning && now - today.startedAt.getTime() > BILLING_LIMITS.comparisonMs)
      await raisePaymentAlarm({ tx, now }, 'comparison-late', ALARM_REFERENCE, { since: overdueSince })
  })
}

/** Orders the comparison after a restore, until it has finished. */
export async function sweepRestore(db: Db): Promise<void> {
  if (await closingRestore(db)) await addJob(db, 'compare-after-restore', { id: 'closed' })
}

/** The end of the last comparison, or the start of the first, if it is overdue; otherwise null. */
async function findOverdueSince(db: Db, now: number): Promise<Date | null> {
  const [known] = await db
    .select({
      started: sql<Date | null>`min(${comparisons.startedAt})`.mapWith(comparisons.startedAt),
      finished: sql<Date | null>`max(${comparisons.finishedAt})`.mapWith(comparisons.startedAt),
    })
    .from(comparisons)
  const since = known?.finished ?? known?.started ?? null
  return since !== null && now - since.getTime() > BILLING_LIMITS.comparisonDueMs ? since : null
}

/**
 * Compares Paystack's transactions, refunds and disputes with ours, in both directions. Refreshes each payment that
 * differs, and raises an alarm if it still differs. Runs as a job.
 * @param day Lagos date
 * @throws Error if a part could not be compared; the job is retried
 */
export async function comparePayments(services: Services, day: string): Promise<void> {
  const { db, clock } = services
  const now = await clock.now(db)
  const { listed, raised } = await compareSince(services, now, now - windowOf(day as LagosDate))
  await db.transaction(async (tx) => {
    const finishedAt = await clock.now(tx)
    await tx
      .update(comparisons)
      .set({ finishedAt: new Date(finishedAt), listed, raised })
      .where(eq(comparisons.day, day))
    const reason = `The comparison of ${day} has finished.`
    await closeResolvedAlarm({ tx, now: finishedAt }, 'comparison-late', ALARM_REFERENCE, reason)
  })
}

/**
 * The comparison after a restore, over every payment since the backup. Its end opens payments. Runs as a job.
 * @throws Error if a part could not be compared; the job is retried
 */
export async function compareAfterRestore(services: Services): Promise<void> {
  const { db, clock } = services
  const restore = await closingRestore(db)
  if (!restore) return
  const now = await clock.now(db)
  await compareSince(services, now, restore.backupAt - BILLING_LIMITS.comparedMs)
  await db.transaction(async (tx) => openAfterComparison(tx, await clock.now(tx)))
}

/**
 * Compares everything once.
 * @param from the first transactions, in milliseconds; refunds and disputes go back further
 * @returns how many transactions Paystack listed, and how many alarms were raised
 * @throws Error if a part could not be compared
 */
async function compareSince(services: Services, now: number, from: number) {
  const comparison = createComparison(services, now)
  let listed = 0
  await comparison.attempt('transactions', async () => {
    listed = await compareTransactions(comparison, from)
  })
  const returnsFrom = Math.min(from, now - BILLING_LIMITS.comparedReturnsMs)
  await comparison.attempt('refunds', () => compareRefunds(comparison, returnsFrom))
  await comparison.attempt('disputes', () => compareDisputes(comparison, returnsFrom))
  await comparison.attempt('payouts', () => comparePayouts(comparison, from))
  await comparison.closeReadable()
  const [failure] = comparison.failures()
  if (failure) throw new Error(`The comparison of ${lagosDate(now)} is incomplete`, { cause: failure })
  return { listed, raised: comparison.raised() }
}

/** @returns how many transactions Paystack listed */
async function compareTransactions(comparison: Comparison, from: number): Promise<number> {
  const { db, paystack, now } = comparison
  const listed = new Set<string>()
  const samples = await sampleReferences(db)
  for (const status of ['success', 'reversed'] as const) {
    for await (const { rows, unreadable } of paystack.transactions(status, from, now)) {
      await comparison.report('transaction', rows, unreadable)
      const real = rows.filter(({ reference }) => !samples.has(reference))
      for (const { reference } of real) listed.add(reference)
      for (const row of await differingTransactions(db, real))
        await comparison.refresh(row.reference, {}, (payment) => alertDifference(comparison, row, payment))
    }
  }
  // The refresh raises the alarm if Paystack does not have the money.
  for (const reference of await paidReferences(comparison, from))
    if (!listed.has(reference)) await comparison.refresh(reference)
  return listed.size
}

/** The references of sample payments: the stand-in for Paystack lists them, but no money moved. */
async function sampleReferences(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ reference: payments.reference })
    .from(payments)
    .where(eq(payments.source, 'sample'))
  return new Set(rows.map(({ reference }) => reference))
}

/** The transactions whose payment is missing here or has a state that does not match. */
async function differingTransactions(db: Db, rows: readonly Transaction[]): Promise<Transaction[]> {
  const references = rows.map(({ reference }) => reference)
  const known = await db.select().from(payments).where(isAnyOf(payments.reference, references))
  const returns = await returnsOf(db, references)
  return rows.filter((row) => {
    const payment = known.find(({ reference }) => reference === row.reference)
    if (!payment) return true
    const cause = returnCause(payment.paidKobo ?? payment.kobo, returns.get(row.reference) ?? NO_RETURNS)
    return !matchesPaystack(payment.state, judge(payment, row), cause)
  })
}

/** Raises an alarm for a difference that the refresh left, unless the refresh raised one itself. */
async function alertDifference(
  comparison: Comparison,
  { reference, status, isForeign: foreign }: Transaction,
  payment: Payment | null,
): Promise<void> {
  const { db: tx, now } = comparison
  if (!payment && foreign) return countForeign({ tx, now }, reference)
  if (!payment) return comparison.raise('unknown-payment', reference, { status })
  if (payment.providerStatus !== 'success') return
  if (payment.state === 'open' || payment.state === 'lapsed')
    return comparison.raise('paid-not-granted', reference, {})
  if (payment.state === 'reversed') return comparison.raise('reversed-but-paid', reference, {})
}

/** References of payments that are paid here. The last hour is left out: Paystack's list may lag. */
async function paidReferences({ db, paystack, now }: Comparison, from: number): Promise<string[]> {
  const isPaid = and(
    inArray(payments.state, ['settled', 'review']),
    eq(payments.mode, paystack.mode),
    eq(payments.source, 'checkout'),
    gt(payments.createdAt, new Date(from + HOUR)),
    lt(sql`coalesce(${payments.settledAt}, ${payments.createdAt})`, new Date(now - HOUR)),
  )
  const paid = await db.select({ reference: payments.reference }).from(payments).where(isPaid)
  return paid.map(({ reference }) => reference)
}
