import { z } from 'zod'
import { addDays, type LagosDate, lagosDate } from '../../../platform/rules/base/calendar.ts'
import { growth, growthCsv, growthMonth } from './growth.ts'
import { endpoint, type Routes } from '../../../platform/server/api/endpoint.ts'
import type { Services } from '../../../platform/server/api/services.ts'
import { attachment } from '../../../platform/server/http/reply.ts'
import { refusedField } from '../../../platform/server/http/refusal.ts'
import { lagosDay, paidPlan } from '../payments/shapes.ts'
import { BILLING_LIMITS } from '../../rules/limits.ts'
import { MONEY_FILES } from '../../rules/payments.ts'
import { type MoneyPeriod, moneyOf } from './money-queries.ts'
import { moneyCsv } from './money-files.ts'

const day = z.custom<LagosDate>()
const query = z.strictObject({ from: lagosDay.optional(), to: lagosDay.optional() })

/** The asked period; this month by default. @throws Refusal invalid-input if it is turned around or too long */
function periodOf({ from, to }: z.output<typeof query>, now: number): MoneyPeriod {
  const last = to ?? lagosDate(now)
  const first = from ?? (`${last.slice(0, 8)}01` as LagosDate)
  const sentence =
    first > last
      ? 'The period ends before it begins.'
      : first < addDays(last, -BILLING_LIMITS.moneyDays)
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
