import { z } from 'zod'
import { formatDate, type LagosDate, lagosDate } from '../../../platform/rules/base/calendar.ts'
import { type DatedPrice, PRICE_LIMITS } from '../../rules/prices.ts'
import { endpoint, type Routes, write } from '../../../platform/server/api/endpoint.ts'
import { lagosDay, paidPlan, wholeNumber } from '../payments/shapes.ts'
import { and, eq, gt, isNull } from 'drizzle-orm'
import { PLANS } from '../../../platform/rules/access/plans.ts'
import { change, type Context, type SignedIn } from '../../../platform/server/audit/context.ts'
import { recordAudit } from '../../../platform/server/audit/record.ts'
import { datedPrices } from '../ledger/prices.ts'
import { Refusal, refusedField } from '../../../platform/server/http/refusal.ts'
import { prices } from '../tables/money.ts'
import { reason } from '../../../platform/server/api/form-fields.ts'

/**
 * Enters the price of a plan from a date on. Payments that were opened before keep theirs.
 * @throws Refusal invalid-input for a date before tomorrow, conflict if another price holds from that date
 */
function enterPrice(
  context: Context<SignedIn>,
  { plan, kobo, holdsFrom, reason }: DatedPrice & { reason: string },
): Promise<void> {
  return change(context, async (unit) => {
    const { tx, now, actor } = unit
    if (holdsFrom <= lagosDate(now)) {
      const sentence = 'A price holds from tomorrow at the earliest, so that players see it before.'
      throw refusedField('holdsFrom', sentence)
    }
    const entered = { enteredAt: new Date(now), enteredBy: actor.userId }
    const [row] = await tx
      .insert(prices)
      .values({ plan, kobo, holdsFrom, reason, ...entered })
      .onConflictDoNothing()
      .returning({ id: prices.id })
    if (!row)
      throw new Refusal(
        'conflict',
        `A price of ${PLANS[plan].name} from ${formatDate(holdsFrom)} is entered already. Withdraw it first.`,
      )
    await recordAudit(unit, 'price.enter', `price:${row.id}`, { plan, kobo, holdsFrom, reason })
  })
}

/**
 * Withdraws a price that does not hold yet.
 * @throws Refusal conflict if it holds or was withdrawn
 */
function withdrawPrice(context: Context, id: number, reason: string): Promise<void> {
  return change(context, async (unit) => {
    const { tx, now } = unit
    const isComing = and(eq(prices.id, id), isNull(prices.cancelledAt), gt(prices.holdsFrom, lagosDate(now)))
    const [row] = await tx
      .update(prices)
      .set({ cancelledAt: new Date(now) })
      .where(isComing)
      .returning()
    if (!row) throw new Refusal('conflict', 'This price holds already, or was withdrawn.')
    const { plan, kobo, holdsFrom } = row
    await recordAudit(unit, 'price.withdraw', `price:${id}`, { plan, kobo, holdsFrom, reason })
  })
}

export const priceRoutes = {
  'GET /api/admin/prices': endpoint({
    summary: 'The prices that staff entered, by the date from which they hold',
    access: 'see-money',
    answer: z.strictObject({
      prices: z.array(
        z.strictObject({ id: z.int(), plan: paidPlan, kobo: z.int(), holdsFrom: z.custom<LagosDate>() }),
      ),
    }),
    handle: async ({ services: { db } }) => ({ prices: await datedPrices(db) }),
  }),

  'POST /api/admin/prices': write({
    summary: 'Enter the price of a plan from a Lagos date on; players see it in advance',
    access: 'move-money',
    effect: 'changes-prices',
    creates: 'once-by-form',
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
    handle: ({ context, body }) => enterPrice(context, body),
    committed: ({ prices }) => prices.read(),
  }),

  'POST /api/admin/prices/:id/withdraw': write({
    summary: 'Withdraw a price that does not hold yet',
    access: 'move-money',
    effect: 'changes-prices',
    params: z.strictObject({ id: wholeNumber }),
    body: z.strictObject({ reason }),
    handle: ({ context, params, body }) => withdrawPrice(context, params.id, body.reason),
    committed: ({ prices }) => prices.read(),
  }),
} satisfies Routes
