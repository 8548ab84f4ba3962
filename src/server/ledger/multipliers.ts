import { asc } from 'drizzle-orm'
import type { LagosDate } from '../../domain/base/calendar.ts'
import { type Multiplier, MULTIPLIER_SEEDS } from '../../domain/record/multipliers.ts'
import type { Db } from '../db/connect.ts'
import { joinLookups } from '../db/joined-lookups.ts'
import { multipliers } from '../tables/forecast-ledger.ts'

/** Enters the multipliers of a new database. Later ones stay. */
export async function addFirstMultipliers(db: Db, now: number): Promise<void> {
  const rows = MULTIPLIER_SEEDS.map((seed) => ({ ...seed, at: new Date(now) }))
  await db.insert(multipliers).values(rows).onConflictDoNothing()
}

/** All multipliers ever entered, for `scoreOf` and `recordOf`. */
export const loadMultipliers = async (db: Db): Promise<Multiplier[]> => multipliersOf(await select(db))

/** The same for many concurrent requests: they share a query. */
export function createMultipliersReader(db: Db): () => Promise<readonly Multiplier[]> {
  const query = select(db).prepare('multipliers')
  const read = joinLookups(async (requests: readonly null[]) => {
    const all = multipliersOf(await query.execute())
    return requests.map(() => all)
  })
  return () => read(null)
}

const select = (db: Db) =>
  db.select().from(multipliers).orderBy(asc(multipliers.validFrom), asc(multipliers.at))

const multipliersOf = (rows: readonly (typeof multipliers.$inferSelect)[]): Multiplier[] =>
  rows.map(({ operator, bet, validFrom, times }) => ({
    operator,
    bet,
    validFrom: validFrom as LagosDate,
    times,
  }))
