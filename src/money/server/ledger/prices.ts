import { asc, isNull } from 'drizzle-orm'
import { lagosDate } from '../../../platform/rules/base/calendar.ts'
import type { Plan } from '../../../platform/rules/access/plans.ts'
import { koboOf, type Prices, pricesOn } from '../../rules/prices.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { keepKnown, type Known } from '../../../platform/server/db/known.ts'
import { prices } from '../tables/money.ts'

/** All prices that staff entered and did not withdraw, oldest first. */
export const datedPrices = (db: Db) =>
  db
    .select({ id: prices.id, plan: prices.plan, kobo: prices.kobo, holdsFrom: prices.holdsFrom })
    .from(prices)
    .where(isNull(prices.cancelledAt))
    .orderBy(asc(prices.holdsFrom), asc(prices.id))

/** The prices at `now` (milliseconds), for payments. */
export const pricesAt = async (db: Db, now: number): Promise<Prices> =>
  pricesOn(lagosDate(now), await datedPrices(db))

export interface KnownPrices extends Known<Prices> {
  /** What a plan costs at `now` (milliseconds), in kobo. */
  kobo: (plan: Plan, now: number) => number
}

/** Keeps the prices for pages. A new price holds from tomorrow at the earliest. */
export async function startPrices(db: Db): Promise<KnownPrices> {
  const dated = await keepKnown(() => datedPrices(db))
  const at = (now: number) => pricesOn(lagosDate(now), dated.at(now))
  return { read: () => dated.read(), at, kobo: (plan, now) => koboOf(at(now), plan) }
}
