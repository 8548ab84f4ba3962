import { and, eq, isNull, sql } from 'drizzle-orm'
import { BREAK_DAYS, breakEnd } from '../../domain/accounts/break.ts'
import { AGE_NEEDED, usernameProblem } from '../../domain/accounts/identity.ts'
import { change, type Context } from '../audit/context.ts'
import { recordAudit } from '../audit/record.ts'
import type { Db } from '../db/connect.ts'
import { Refusal } from '../http/refusal.ts'
import { recordConsents } from './consents.ts'
import { users } from '../tables/accounts.ts'

/** @throws Refusal invalid-input at the field */
export async function changeUsername(db: Db, now: number, userId: string, typed: string): Promise<void> {
  const problem = usernameProblem(typed)
  if (problem) throw new Refusal('invalid-input', problem, { fields: { username: problem } })
  await db
    .update(users)
    .set({ username: typed.trim(), updatedAt: new Date(now) })
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
}

/**
 * Stores when a user confirmed to be 18 or older. A second confirmation changes nothing.
 * @throws Refusal invalid-input at the field
 */
export async function confirmAge(context: Context, userId: string, confirmed: boolean): Promise<void> {
  if (!confirmed) throw new Refusal('invalid-input', AGE_NEEDED, { fields: { ageConfirmed: AGE_NEEDED } })
  await change(context, async (inside) => {
    const { tx, now } = inside
    const { rowCount } = await tx
      .update(users)
      .set({ ageConfirmedAt: new Date(now) })
      .where(and(eq(users.id, userId), isNull(users.ageConfirmedAt), isNull(users.deletedAt)))
    if (rowCount === 0) return
    await recordConsents(tx, now, userId, ['terms', 'age'])
    await recordAudit(inside, 'account.age-confirmed', `user:${userId}`, {})
  })
}

/**
 * Starts a break of some days, or makes the current one longer. A shorter one changes nothing: nothing ends a break early.
 * @returns its end, in milliseconds
 * @throws Refusal invalid-input at the field
 */
export async function takeBreak({ db, now }: Context, userId: string, days: number): Promise<number> {
  if (!BREAK_DAYS.includes(days)) {
    const problem = 'Choose a break of the list.'
    throw new Refusal('invalid-input', problem, { fields: { days: problem } })
  }
  const [row] = await db
    .update(users)
    .set({ breakUntil: sql`greatest(${users.breakUntil}, ${new Date(breakEnd(now, days))})` })
    .where(eq(users.id, userId))
    .returning({ until: users.breakUntil })
  return row!.until!.getTime()
}
