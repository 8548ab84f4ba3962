import { z } from 'zod'
import {
  addDays,
  type LagosDate,
  lagosDate,
  DAY,
  endOfDay,
  instantAt,
  weekdayOf,
} from '../../../platform/rules/base/calendar.ts'
import { growth, growthCsv, growthMonth } from './growth.ts'
import { endpoint, type Routes } from '../../../platform/server/api/endpoint.ts'
import type { Services } from '../../../platform/server/api/services.ts'
import { attachment } from '../../../platform/server/http/reply.ts'
import { refusedField } from '../../../platform/server/http/refusal.ts'
import { lagosDay, paidPlan } from '../payments/shapes.ts'
import { channelName, MONEY_FILES, type MoneyFile, type PaymentMode } from '../../rules/payments.ts'
import { csvText } from '../../../platform/server/base/csv.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { itemAt } from '../../../platform/rules/base/lists.ts'
import { PLANS } from '../../../platform/rules/access/plans.ts'
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
interface MoneyPeriod {
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
const incomeRows = (db: Db, mode: PaymentMode, period: MoneyPeriod) =>
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
async function returnRows(db: Db, mode: PaymentMode, period: MoneyPeriod) {
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
const payoutRows = (db: Db, mode: PaymentMode, { from, to }: MoneyPeriod) =>
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
const voucherRows = (db: Db, period: MoneyPeriod) =>
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
async function moneyOf(db: Db, now: number, mode: PaymentMode, period: MoneyPeriod) {
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

/** A table: its columns of facts, then its columns of kobo, which the last line adds up. */
interface Table {
  facts: readonly string[]
  sums: readonly string[]
  rows: { facts: (string | number | null)[]; sums: number[] }[]
}

const TABLES: Record<MoneyFile, (db: Db, mode: PaymentMode, period: MoneyPeriod) => Promise<Table>> = {
  payments: async (db, mode, period) => ({
    facts: ['date', 'reference', 'payer', 'plan', 'channel', 'state', 'payout'],
    sums: ['naira', 'fee'],
    rows: (await incomeRows(db, mode, period)).map((row) => ({
      facts: [
        row.day,
        row.reference,
        row.email,
        PLANS[row.plan].name,
        row.channel && channelName(row.channel),
        row.state,
        row.payoutId,
      ],
      sums: [row.kobo, row.feeKobo ?? 0],
    })),
  }),
  refunds: async (db, mode, period) => ({
    facts: ['date', 'reference', 'plan', 'kind', 'reason'],
    sums: ['naira'],
    rows: (await returnRows(db, mode, period)).map(({ at, reference, plan, why, reason, kobo }) => ({
      facts: [lagosDate(at), reference, PLANS[plan].name, why, reason],
      sums: [kobo],
    })),
  }),
  fees: async (db, mode, period) => {
    const days = Map.groupBy(await incomeRows(db, mode, period), ({ day }) => day)
    const sumOf = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0)
    return {
      facts: ['date', 'payments'],
      sums: ['naira', 'fee'],
      rows: [...days].map(([day, rows]) => ({
        facts: [day, rows.length],
        sums: [sumOf(rows.map(({ kobo }) => kobo)), sumOf(rows.map(({ feeKobo }) => feeKobo ?? 0))],
      })),
    }
  },
  payouts: async (db, mode, period) => ({
    facts: ['date', 'payout', 'status'],
    sums: ['charged', 'fees', 'deducted', 'paid out'],
    rows: (await payoutRows(db, mode, period)).map((row) => ({
      facts: [row.day, row.id, row.status],
      sums: [row.processedKobo, row.feesKobo, row.deductedKobo, row.paidOutKobo],
    })),
  }),
  vouchers: async (db, _mode, period) => ({
    facts: ['date', 'batch', 'voucher', 'plan', 'player'],
    sums: ['naira in cash'],
    rows: (await voucherRows(db, period)).map(({ day, batch, number, plan, email, kobo }) => ({
      facts: [day, batch, number, PLANS[plan].name, email],
      sums: [kobo],
    })),
  }),
}

/** A file of a period, with a last line that adds up. */
async function moneyCsv(db: Db, mode: PaymentMode, file: MoneyFile, period: MoneyPeriod): Promise<string> {
  const { facts, sums, rows } = await TABLES[file](db, mode, period)
  const total = sums.map((_, i) => rows.reduce((sum, row) => sum + itemAt(row.sums, i), 0))
  return csvText([
    [...facts, ...sums],
    ...rows.map((row) => [...row.facts, ...row.sums.map(BigInt)]),
    ['Sum', ...facts.slice(1).map(() => null), ...total.map(BigInt)],
  ])
}

const day = z.custom<LagosDate>()
const query = z.strictObject({ from: lagosDay.optional(), to: lagosDay.optional() })

/** At most two years at once. */
const LONGEST_DAYS = 731

/** The asked period; this month by default. @throws Refusal invalid-input if it is turned around or too long */
function periodOf({ from, to }: z.output<typeof query>, now: number): MoneyPeriod {
  const last = to ?? lagosDate(now)
  const first = from ?? (`${last.slice(0, 8)}01` as LagosDate)
  const sentence =
    first > last
      ? 'The period ends before it begins.'
      : first < addDays(last, -LONGEST_DAYS)
        ? 'Choose at most two years.'
        : null
  if (sentence) throw refusedField('from', sentence)
  return { from: first, to: last }
}

const modeOf = ({ paystack }: Pick<Services, 'paystack'>) => paystack?.mode ?? 'test'

export const moneyRoutes = {
  'GET /api/admin/money': endpoint({
    summary: 'Income, refunds, fees, payouts and vouchers of Lagos dates; this month by default',
    access: 'see-money',
    query,
    answer: z.strictObject({
      from: day,
      to: day,
      today: day,
      /** By day, plan and channel: Paystack's word of the channel. Kobo that were charged, and what Paystack kept of it. */
      income: z.array(
        z.strictObject({
          day,
          plan: paidPlan,
          channel: z.string().nullable(),
          payments: z.int(),
          kobo: z.int(),
          feeKobo: z.int(),
        }),
      ),
      returns: z.array(
        z.strictObject({
          at: z.int(),
          reference: z.string(),
          plan: paidPlan,
          kobo: z.int(),
          why: z.enum(['refund', 'dispute']),
          reason: z.string(),
        }),
      ),
      payouts: z.array(
        z.strictObject({
          id: z.string(),
          day,
          status: z.string(),
          processedKobo: z.int(),
          feesKobo: z.int(),
          deductedKobo: z.int(),
          paidOutKobo: z.int(),
        }),
      ),
      /** Vouchers that were used. Their cash is not at Paystack. */
      vouchers: z.strictObject({ used: z.int(), kobo: z.int() }),
      expected: z.strictObject({ kobo: z.int(), day: day.nullable() }),
      openDisputes: z.int(),
      /** When the last comparison with Paystack finished. */
      comparedAt: z.int().nullable(),
    }),
    handle: ({ services, now, query: asked }) =>
      moneyOf(services.db, now, modeOf(services), periodOf(asked, now)),
  }),

  'GET /api/admin/growth': endpoint({
    summary: 'People who signed up, paid first, pay, renewed and left, by Lagos month of the last year',
    access: 'see-money',
    answer: z.strictObject({ months: z.array(growthMonth) }),
    handle: async ({ services: { db }, now }) => ({ months: await growth(db, now) }),
  }),

  'GET /api/admin/growth/export': endpoint({
    summary: 'The same as a CSV file',
    access: 'see-money',
    limit: 'export',
    answer: { media: 'text/csv' },
    handle: async ({ services: { db }, now }) =>
      attachment(`players-by-month-${lagosDate(now)}.csv`, growthCsv(await growth(db, now))),
  }),

  'GET /api/admin/money/:file': endpoint({
    summary:
      'Payments, refunds, fees, payouts or used vouchers of Lagos dates as a CSV file for the accountant',
    access: 'see-money',
    limit: 'export',
    params: z.strictObject({ file: z.enum(MONEY_FILES) }),
    query,
    answer: { media: 'text/csv' },
    async handle({ services, now, params, query: asked }) {
      const period = periodOf(asked, now)
      const text = await moneyCsv(services.db, modeOf(services), params.file, period)
      return attachment(`${params.file}-${period.from}-${period.to}.csv`, text)
    },
  }),
} satisfies Routes
