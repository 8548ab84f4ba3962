import { resetSecondFactor } from '../accounts/second-factor.ts'
import type { Actor } from '../audit/context.ts'
import type { Db } from '../db/connect.ts'
import { Refusal } from '../http/refusal.ts'
import { lockUser, requireAdmin } from './staff.ts'

/**
 * Removes the second factor of a user who lost the app and the recovery codes.
 * @returns false when the user has no second factor
 * @throws Refusal not-found, not-oneself, forbidden
 */
export function resetUserFactor(
  db: Db,
  now: number,
  actor: Actor,
  userId: string,
  reason: string | null,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await requireAdmin(tx, actor)
    const user = await lockUser(tx, userId)
    if (userId === actor.userId) throw new Refusal('not-oneself')
    return resetSecondFactor(tx, now, actor, user, reason)
  })
}
