import {
  addDays,
  type LagosDate,
  lagosDate,
  DAY,
  endOfDay,
  instantAt,
  weekdayOf,
} from '../../../platform/rules/base/calendar.ts'
import type { PaymentMode } from '../../rules/payments.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { itemAt } from '../../../platform/rules/base/lists.ts'
import { users } from '../../../platform/server/tables/accounts.ts'
import { and, asc, count, eq, gte, isNull, lt, lte, max, sql } from 'drizzle-orm'
import { comparisons, disputes, payments, refunds } from '../tables/payments.ts'
import { payouts, voucherBatches, vouchers } from '../tables/money.ts'
import {
  isIncome,
  isLost,
  isReturned,
  lostKobo,
  paidTime,
  payoutsSoFar,
  returnedSince,
} from '../payments/income.ts'

/** Lagos dates, both included. */
export interface MoneyPeriod {
  from: LagosDate
  to: LagosDate
}

const dayOf = (column: ReturnType<typeof sql>) =>
  sql<LagosDate>`to_char(${column} at time zone 'Africa/Lagos', 'YYYY-MM-DD')`
const within = (column: ReturnType<typeof sql>, { from, to }: MoneyPeriod) =>
  and(
    gte(column, new Date(instantAt(from, 0)).toISOString()),
    lt(column, new Date(endOfDay(to)).toISOString()),
  )

/** Null for a deleted account. */
const ownerEmail = sql<string | null>`case when ${users.deletedAt} is null then ${users.email} end`

/** The payments whose money arrived in a period, oldest first. */
export const incomeRows = (db: Db, mode: PaymentMode, period: MoneyPeriod) =>
  db
    .select({
      day: dayOf(paidTime),
      reference: payments.reference,
      plan: payments.plan,
      channel: payments.channel,
      state: payments.state,
      kobo: sql<number>`${payments.paidKobo}::float8`,
      feeKobo: sql<number | null>`${payments.feeKobo}::float8`,
      payoutId: payments.payoutId,
      email: ownerEmail,
    })
    .from(payments)
    .innerJoin(users, eq(users.id, payments.userId))
    .where(and(isIncome(mode), within(paidTime, period)))
    .orderBy(paidTime, payments.reference)

/** Refunds and lost disputes of a period, oldest first. */
export async function returnRows(db: Db, mode: PaymentMode, period: MoneyPeriod) {
  const [refunded, lost] = await Promise.all([
    db
      .select({
        at: refunds.updatedAt,
        reference: payments.reference,
        plan: payments.plan,
        kobo: refunds.kobo,
        reason: refunds.reason,
      })
      .from(refunds)
      .innerJoin(payments, eq(payments.reference, refunds.reference))
      .where(and(isIncome(mode), isReturned, within(sql`${refunds.updatedAt}`, period))),
    db
      .select({ at: disputes.updatedAt, reference: payments.reference, plan: payments.plan, kobo: lostKobo })
      .from(disputes)
      .innerJoin(payments, eq(payments.reference, disputes.reference))
      .where(and(isIncome(mode), isLost, within(sql`${disputes.updatedAt}`, period))),
  ])
  const rows = [
    ...refunded.map((row) => ({ ...row, why: 'refund' as const, reason: row.reason ?? 'at Paystack' })),
    ...lost.map((row) => ({ ...row, why: 'dispute' as const, reason: 'lost dispute' })),
  ]
  return rows
    .map((row) => ({ ...row, at: row.at.getTime() }))
    .sort((a, b) => a.at - b.at || a.reference.localeCompare(b.reference))
}

/** What Paystack paid out on the days of a period, oldest first. */
export const payoutRows = (db: Db, mode: PaymentMode, { from, to }: MoneyPeriod) =>
  db
    .select({
      id: payouts.id,
      day: payouts.day,
      status: payouts.status,
      processedKobo: payouts.processedKobo,
      feesKobo: payouts.feesKobo,
      deductedKobo: payouts.deductedKobo,
      paidOutKobo: payouts.paidOutKobo,
    })
    .from(payouts)
    .where(and(eq(payouts.mode, mode), gte(payouts.day, from), lte(payouts.day, to)))
    .orderBy(asc(payouts.day), asc(payouts.id))

/** Vouchers that were used in a period, oldest first: kiosks sold them for cash. */
export const voucherRows = (db: Db, period: MoneyPeriod) =>
  db
    .select({
      day: dayOf(sql`${vouchers.usedAt}`),
      batch: vouchers.batchId,
      number: vouchers.number,
      plan: voucherBatches.plan,
      kobo: voucherBatches.kobo,
      email: ownerEmail,
    })
    .from(vouchers)
    .innerJoin(voucherBatches, eq(voucherBatches.id, vouchers.batchId))
    .innerJoin(users, eq(users.id, vouchers.usedBy))
    .where(within(sql`${vouchers.usedAt}`, period))
    .orderBy(asc(vouchers.usedAt), asc(vouchers.batchId), asc(vouchers.number))

/**
 * What Paystack will pay out next: all that came in and is in no payout, less fees and less what went back and was not
 * deducted yet. Before the first known payout everything counts as paid out.
 */
async function expectedPayout(db: Db, now: number, mode: PaymentMode) {
  const { first, deducted } = await payoutsSoFar(db, mode)
  const since = first ? instantAt(first, 0) - DAY : 0
  const waiting = await db
    .select({
      kobo: sql<number>`coalesce(sum(${payments.paidKobo} - coalesce(${payments.feeKobo}, 0)), 0)::float8`,
    })
    .from(payments)
    .where(and(isIncome(mode), isNull(payments.payoutId), gte(paidTime, new Date(since).toISOString())))
  const returned = await returnedSince(db, mode, since)
  const kobo = itemAt(waiting, 0).kobo - Math.max(0, returned - deducted)
  return { kobo, day: kobo > 0 ? nextWorkingDay(lagosDate(now)) : null }
}

function nextWorkingDay(today: LagosDate): LagosDate {
  const next = addDays(today, 1)
  const day = weekdayOf(next)
  return day === 'saturday' || day === 'sunday' ? nextWorkingDay(next) : next
}

/** Everything that the screen shows of a period. */
export async function moneyOf(db: Db, now: number, mode: PaymentMode, period: MoneyPeriod) {
  const columns = {
    day: dayOf(paidTime),
    plan: payments.plan,
    channel: payments.channel,
    payments: sql<number>`count(*)::int`,
    kobo: sql<number>`sum(${payments.paidKobo})::float8`,
    feeKobo: sql<number>`coalesce(sum(${payments.feeKobo}), 0)::float8`,
  }
  const [income, returns, paidOut, used, expected, openDisputes, finished] = await Promise.all([
    db
      .select(columns)
      .from(payments)
      .where(and(isIncome(mode), within(paidTime, period)))
      .groupBy(sql`1`, payments.plan, payments.channel)
      .orderBy(sql`1`),
    returnRows(db, mode, period),
    payoutRows(db, mode, period),
    voucherRows(db, period),
    expectedPayout(db, now, mode),
    db
      .select({ count: count() })
      .from(disputes)
      .innerJoin(payments, eq(payments.reference, disputes.reference))
      .where(and(isIncome(mode), eq(disputes.state, 'open'))),
    db.select({ at: max(comparisons.finishedAt) }).from(comparisons),
  ])
  return {
    ...period,
    today: lagosDate(now),
    income,
    returns,
    payouts: paidOut,
    vouchers: { used: used.length, kobo: used.reduce((sum, { kobo }) => sum + kobo, 0) },
    expected,
    openDisputes: itemAt(openDisputes, 0).count,
    comparedAt: itemAt(finished, 0).at?.getTime() ?? null,
  }
}
