import { z } from 'zod'
import type { LagosDate } from '../../../domain/base/calendar.ts'
import { PRICE_LIMITS } from '../../../domain/billing/prices.ts'
import { requireProof } from '../../accounts/proof.ts'
import { DONE, done } from '../../api/done.ts'
import { endpoint, type Routes } from '../../api/endpoint.ts'
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

  'POST /api/admin/prices': endpoint({
    summary: 'Enter the price of a plan from a Lagos date on; players see it in advance',
    access: 'move-money',
    body: z.strictObject({
      plan: paidPlan,
      kobo: z
        .int('Enter an amount in naira.')
        .min(PRICE_LIMITS.lowest, 'A price is at least ₦50.')
        .max(PRICE_LIMITS.highest, 'A price is at most ₦1,000,000.'),
      holdsFrom: lagosDay,
      reason,
    }),
    answer: done,
    status: 201,
    async handle({ context, services, now, person, body }) {
      requireProof(person, now)
      await enterPrice(context, body)
      await services.prices.read()
      return DONE
    },
  }),

  'POST /api/admin/prices/:id/withdraw': endpoint({
    summary: 'Withdraw a price that does not hold yet',
    access: 'move-money',
    params: z.strictObject({ id: wholeNumber }),
    body: z.strictObject({ reason }),
    answer: done,
    async handle({ context, services, now, person, params, body }) {
      requireProof(person, now)
      await withdrawPrice(context, params.id, body.reason)
      await services.prices.read()
      return DONE
    },
  }),
} satisfies Routes
