import { z } from 'zod'
import type { LagosDate } from '../../../domain/base/calendar.ts'
import { PRICE_LIMITS } from '../../../domain/billing/prices.ts'
import { endpoint, type Routes, write } from '../../api/endpoint.ts'
import { lagosDay, paidPlan, reason, wholeNumber } from '../payments/shapes.ts'
import { enteredPrices, enterPrice, withdrawPrice } from './change-prices.ts'

export const priceRoutes = {
  'GET /api/admin/prices': endpoint({
    summary: 'The prices that staff entered, by the date from which they hold',
    access: 'move-money',
    answer: z.strictObject({
      prices: z.array(
        z.strictObject({ id: z.int(), plan: paidPlan, kobo: z.int(), holdsFrom: z.custom<LagosDate>() }),
      ),
    }),
    async handle({ services: { db } }) {
      const rows = await enteredPrices(db)
      return {
        prices: rows.map(({ id, plan, kobo, holdsFrom }) => ({
          id,
          plan,
          kobo,
          holdsFrom: holdsFrom as LagosDate,
        })),
      }
    },
  }),

  'POST /api/admin/prices': write({
    summary: 'Enter the price of a plan from a Lagos date on; players see it in advance',
    access: 'move-money',
    needsProof: true,
    body: z.strictObject({
      plan: paidPlan,
      kobo: z
        .int('Enter an amount in naira.')
        .min(PRICE_LIMITS.lowest, 'A price is at least ₦50.')
        .max(PRICE_LIMITS.highest, 'A price is at most ₦1,000,000.'),
      holdsFrom: lagosDay,
      reason,
    }),
    status: 201,
    async handle({ context, services, body }) {
      await enterPrice(context, body)
      await services.prices.read()
    },
  }),

  'POST /api/admin/prices/:id/withdraw': write({
    summary: 'Withdraw a price that does not hold yet',
    access: 'move-money',
    needsProof: true,
    params: z.strictObject({ id: wholeNumber }),
    body: z.strictObject({ reason }),
    async handle({ context, services, params, body }) {
      await withdrawPrice(context, params.id, body.reason)
      await services.prices.read()
    },
  }),
} satisfies Routes
