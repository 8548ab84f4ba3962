import { and, asc, eq, gt, isNull } from 'drizzle-orm'
import { formatDate, type LagosDate, lagosDate } from '../../../domain/base/calendar.ts'
import { formatNaira } from '../../../domain/base/words.ts'
import type { DatedPrice } from '../../../domain/billing/prices.ts'
import { PLANS } from '../../../domain/billing/plans.ts'
import { mailOwners } from '../../accounts/admins.ts'
import { change, type Context } from '../../audit/context.ts'
import { recordAudit } from '../../audit/record.ts'
import type { Db } from '../../db/connect.ts'
import { Refusal } from '../../http/refusal.ts'
import { prices } from '../../tables/money.ts'

/** All prices that staff entered and did not withdraw, oldest first. */
export const enteredPrices = (db: Db) =>
  db.select().from(prices).where(isNull(prices.cancelledAt)).orderBy(asc(prices.holdsFrom), asc(prices.id))

/**
 * Enters the price of a plan from a date on. Payments that were opened before keep theirs.
 * @throws Refusal invalid-input for a date before tomorrow, conflict if another price holds from that date
 */
export function enterPrice(
  context: Context,
  { plan, kobo, holdsFrom, reason }: DatedPrice & { reason: string },
): Promise<void> {
  return change(context, async (inside) => {
    const { tx, now, actor } = inside
    if (holdsFrom <= lagosDate(now)) {
      const sentence = 'A price holds from tomorrow at the earliest, so that players see it before.'
      throw new Refusal('invalid-input', sentence, { fields: { holdsFrom: sentence } })
    }
    const entered = { enteredAt: new Date(now), enteredBy: actor.userId! }
    const [row] = await tx
      .insert(prices)
      .values({ plan, kobo, holdsFrom, reason, ...entered })
      .onConflictDoNothing()
      .returning({ id: prices.id })
    const from = formatDate(holdsFrom)
    if (!row)
      throw new Refusal(
        'conflict',
        `A price of ${PLANS[plan].name} from ${from} is entered already. Withdraw it first.`,
      )
    await recordAudit(inside, 'price.enter', `price:${row.id}`, { plan, kobo, holdsFrom, reason })
    const did = `set the price of ${PLANS[plan].name} to ${formatNaira(kobo)} from ${from}`
    await mailOwners(tx, now, actor.userId, { did, reason })
  })
}

/**
 * Withdraws a price that does not hold yet.
 * @throws Refusal conflict if it holds or was withdrawn
 */
export function withdrawPrice(context: Context, id: number, reason: string): Promise<void> {
  return change(context, async (inside) => {
    const { tx, now, actor } = inside
    const isComing = and(eq(prices.id, id), isNull(prices.cancelledAt), gt(prices.holdsFrom, lagosDate(now)))
    const [row] = await tx
      .update(prices)
      .set({ cancelledAt: new Date(now) })
      .where(isComing)
      .returning()
    if (!row) throw new Refusal('conflict', 'This price holds already, or was withdrawn.')
    const { plan, kobo, holdsFrom } = row
    await recordAudit(inside, 'price.withdraw', `price:${id}`, { plan, kobo, holdsFrom, reason })
    const from = formatDate(holdsFrom as LagosDate)
    const did = `withdrew the price of ${PLANS[plan].name} of ${formatNaira(kobo)} from ${from}`
    await mailOwners(tx, now, actor.userId, { did, reason })
  })
}
