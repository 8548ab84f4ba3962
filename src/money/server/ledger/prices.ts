import { asc, isNull } from 'drizzle-orm'
import { lagosDate } from '../../../platform/rules/base/calendar.ts'
import { type Prices, pricesOn } from '../../rules/prices.ts'
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

export type KnownPrices = Known<Prices>

/** Keeps the prices for pages. A new price holds from tomorrow at the earliest. */
export async function startPrices(db: Db): Promise<KnownPrices> {
  const dated = await keepKnown(() => datedPrices(db))
  return { read: () => dated.read(), at: (now) => pricesOn(lagosDate(now), dated.at(now)) }
}
