import { isNull } from 'drizzle-orm'
import { type LagosDate, lagosDate } from '../../../domain/base/calendar.ts'
import { type DatedPrice, type Prices, pricesOn } from '../../../domain/billing/prices.ts'
import type { Db } from '../../db/connect.ts'
import { prices } from '../../tables/money.ts'

/** The prices that staff entered. */
export async function datedPrices(db: Db): Promise<DatedPrice[]> {
  const rows = await db.select().from(prices).where(isNull(prices.cancelledAt))
  return rows.map(({ plan, kobo, holdsFrom }) => ({ plan, kobo, holdsFrom: holdsFrom as LagosDate }))
}

/** The prices at `now` (milliseconds), for payments. */
export const pricesAt = async (db: Db, now: number): Promise<Prices> =>
  pricesOn(lagosDate(now), await datedPrices(db))

/** Milliseconds. Every page shows prices, and a new price holds from tomorrow at the earliest. */
const KEPT_MS = 10_000

export interface KnownPrices {
  /** The prices at `now` (milliseconds), as pages show them. */
  at(now: number): Promise<Prices>
  /** Reads them again for the next page, after staff changed them. */
  forget(): void
}

/** Keeps the dated prices for some seconds. */
export function createPrices(db: Db): KnownPrices {
  let known: { at: number; dated: Promise<DatedPrice[]> } | null = null
  const forget = () => (known = null)
  return {
    forget,
    async at(now) {
      if (!known || Math.abs(now - known.at) > KEPT_MS) {
        known = { at: now, dated: datedPrices(db) }
        known.dated.catch(forget)
      }
      return pricesOn(lagosDate(now), await known.dated)
    },
  }
}
