import { present } from '../../../platform/rules/base/lists.ts'
import { and, asc, eq } from 'drizzle-orm'
import { formatDate } from '../../../platform/rules/base/calendar.ts'
import { type Multiplier, MULTIPLIER_SEEDS } from '../../../draws/rules/bets.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { multipliers } from '../tables/forecast-ledger.ts'
import { change, type Context } from '../../../platform/server/audit/context.ts'
import { recordAudit } from '../../../platform/server/audit/record.ts'
import { appendChange } from '../../../platform/server/changes/append.ts'
import { Refusal } from '../../../platform/server/http/refusal.ts'

/** Enters the multipliers of a new database. Later ones stay. */
export async function addFirstMultipliers(db: Db, now: number): Promise<void> {
  const rows = MULTIPLIER_SEEDS.map((seed) => ({ ...seed, at: new Date(now) }))
  await db.insert(multipliers).values(rows).onConflictDoNothing()
}

/** All multipliers ever entered, for `scoreOf` and `recordOf`. */
export async function loadMultipliers(db: Db): Promise<Multiplier[]> {
  const { operator, bet, validFrom, times, at } = multipliers
  const rows = await db
    .select({ operator, bet, validFrom, times })
    .from(multipliers)
    .orderBy(asc(validFrom), asc(at))
  return rows as Multiplier[]
}

/**
 * Adds what an operator pays for a bet from a day on. Earlier rows stay, so the records of earlier draws do not change.
 * Adding the same row again changes nothing.
 *
 * @throws Refusal conflict for a day that already has another multiplier
 */
export async function addMultiplier(context: Context, row: Multiplier): Promise<void> {
  await change(context, async (unit) => {
    const { tx, now, actor } = unit
    const [added] = await tx
      .insert(multipliers)
      .values({ ...row, at: new Date(now), by: actor.userId })
      .onConflictDoNothing()
      .returning()
    if (!added) return refuseOther(tx, row)
    await recordAudit(unit, 'prediction.multiplier', `multiplier:${row.operator} ${row.bet}`, { new: row })
    await appendChange({ tx, now }, 'ledger', [`multiplier ${row.bet}`])
  })
}

/** @throws Refusal conflict when the row of the day has another value */
async function refuseOther(tx: Db, { operator, bet, validFrom, times }: Multiplier): Promise<void> {
  const isRow = and(
    eq(multipliers.operator, operator),
    eq(multipliers.bet, bet),
    eq(multipliers.validFrom, validFrom),
  )
  const [known] = await tx.select().from(multipliers).where(isRow)
  if (present(known).times !== times)
    throw new Refusal('conflict', `There is already another multiplier from ${formatDate(validFrom)} on.`)
}
