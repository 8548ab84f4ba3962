import { and, eq, gte, lt, sql } from 'drizzle-orm'
import { dailyLimit, limitText, type Power, untilNextDay } from '../../rules/access/powers.ts'
import { endOfDay, instantAt, lagosDate } from '../../rules/base/calendar.ts'
import { itemAt } from '../../rules/base/lists.ts'
import type { Db } from '../db/connect.ts'
import { Refusal } from '../http/refusal.ts'
import { users } from '../tables/accounts.ts'
import { powerUses } from '../tables/power-uses.ts'
import type { Person } from './visits.ts'

interface Use {
  power: Power
  amount: number
  requestId: string
}

/** The sum of a person's uses of a power on the Lagos day of an instant. */
export async function usedOn(tx: Db, now: number, by: string, power: Power): Promise<number> {
  const today = lagosDate(now)
  const isToday = and(
    gte(powerUses.at, new Date(instantAt(today, 0))),
    lt(powerUses.at, new Date(endOfDay(today))),
  )
  const sums = await tx
    .select({ sum: sql<number>`coalesce(sum(${powerUses.amount}), 0)::int` })
    .from(powerUses)
    .where(and(eq(powerUses.by, by), eq(powerUses.power, power), isToday))
  return itemAt(sums, 0).sum
}

/**
 * Does work that uses a power. The use is stored before the work, so that neither concurrent requests nor a crash pass the
 * limit, and deleted when the work refuses.
 * @throws Refusal too-many beyond the limit of the day
 */
export async function withPower<Value>(
  db: Db,
  now: number,
  person: Person,
  { power, amount, requestId }: Use,
  work: () => Promise<Value> | Value,
): Promise<Value> {
  const id = await db.transaction(async (tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, person.uid)).for('no key update')
    const [used, limit] = [await usedOn(tx, now, person.uid, power), dailyLimit(power, person)]
    if (used + amount > limit)
      throw new Refusal('too-many', limitText(power, limit, used, amount), {
        headers: { 'retry-after': String(Math.ceil(untilNextDay(now) / 1000)) },
      })
    const use = { at: new Date(now), by: person.uid, power, amount, requestId }
    return itemAt(await tx.insert(powerUses).values(use).returning({ id: powerUses.id }), 0).id
  })
  try {
    return await work()
  } catch (error) {
    await db.delete(powerUses).where(eq(powerUses.id, id))
    throw error
  }
}
