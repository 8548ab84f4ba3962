import { isNull } from 'drizzle-orm'
import { type LagosDate, lagosDate } from '../../../domain/base/calendar.ts'
import { type DatedPrice, type Prices, pricesOn } from '../../../domain/billing/prices.ts'
import type { Db } from '../../db/connect.ts'
import { keepKnown, type Known } from '../../db/known.ts'
import { prices } from '../../tables/money.ts'

/** The prices that staff entered. */
async function datedPrices(db: Db): Promise<DatedPrice[]> {
  const rows = await db.select().from(prices).where(isNull(prices.cancelledAt))
  return rows.map(({ plan, kobo, holdsFrom }) => ({ plan, kobo, holdsFrom: holdsFrom as LagosDate }))
}

/** The prices at `now` (milliseconds), for payments. */
export const pricesAt = async (db: Db, now: number): Promise<Prices> =>
  pricesOn(lagosDate(now), await datedPrices(db))

export type KnownPrices = Known<Prices>

/** Keeps the prices for pages. A new price holds from tomorrow at the earliest. */
export async function startPrices(db: Db): Promise<KnownPrices> {
  const dated = await keepKnown(() => datedPrices(db))
  return { read: () => dated.read(), at: (now) => pricesOn(lagosDate(now), dated.at(now)) }
}
