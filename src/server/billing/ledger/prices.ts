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
  at(now: number): Prices
  /** Reads them again, after staff changed them. Without a database the old ones remain until the next try. */
  read(): Promise<void>
}

/** Keeps the dated prices. Old ones are shown while they are read again, so that no page waits for a busy database. */
export async function startPrices(db: Db): Promise<KnownPrices> {
  let known = await datedPrices(db)
  let readAt = 0
  const read = () =>
    datedPrices(db).then(
      (read) => void (known = read),
      () => {},
    )
  return {
    read,
    at(now) {
      if (Math.abs(now - readAt) > KEPT_MS) {
        readAt = now
        void read()
      }
      return pricesOn(lagosDate(now), known)
    },
  }
}
