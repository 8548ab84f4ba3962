import { eq } from 'drizzle-orm'
import { lockAdmins } from '../accounts/delete-account.ts'
import { resetSecondFactor } from '../accounts/second-factor.ts'
import { users } from '../tables/accounts.ts'
import type { Actor } from '../audit/record.ts'
import type { Db } from '../db/connect.ts'
import type { Call } from '../api/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { requireAdmin, lockUser } from './staff.ts'

/**
 * Removes the second factor of another person, who lost the app and the recovery codes.
 * @throws Refusal not-found, not-oneself, conflict where there is no second factor, forbidden
 */
export async function resetUserFactor(
  { services: { db }, person, now, actor }: Call<'admin'>,
  userId: string,
  reason: string | null,
): Promise<void> {
  await db.transaction(async (tx) => {
    await requireAdmin(tx, person.uid)
    const member = await lockUser(tx, userId)
    if (userId === person.uid) throw new Refusal('not-oneself')
    if (!(await resetSecondFactor(tx, now, actor, member, reason)))
      throw new Refusal('conflict', 'This user has no second factor.')
  })
}

/**
 * Removes a second factor without an admin, for a person with access to the server: a sole admin has no colleague.
 * @returns whether there was one
 * @throws Refusal not-found
 */
export function resetFactorByCommand(db: Db, now: number, actor: Actor, email: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockAdmins(tx)
    const [found] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email.toLowerCase()))
    if (!found) throw new Refusal('not-found', `There is no account with the e-mail ${email}.`)
    const member = await lockUser(tx, found.id)
    return resetSecondFactor(tx, now, actor, member, 'npm run promote -- --reset-second-factor')
  })
}
