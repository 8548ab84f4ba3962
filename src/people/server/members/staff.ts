import { and, eq, isNull } from 'drizzle-orm'
import { requireRight } from '../admins.ts'
import type { Actor } from '../../../platform/server/audit/context.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { Refusal } from '../../../platform/server/http/refusal.ts'
import { users } from '../../../platform/server/tables/accounts.ts'

/**
 * Begins a write about one user, whose row stays locked until the transaction ends. Only owners may change staff.
 * @throws Refusal forbidden, not-found for an unknown or deleted user
 */
export async function beginHelp(tx: Db, actor: Actor, userId: string): Promise<typeof users.$inferSelect> {
  await requireRight(tx, actor, 'help-people')
  const user = await lockUser(tx, userId)
  if (user.role === 'admin' && userId !== actor.userId) await requireRight(tx, actor, 'manage-staff')
  return user
}

/**
 * Reads a user and locks the row until the transaction ends.
 * @throws Refusal not-found for an unknown or deleted user
 */
export async function lockUser(tx: Db, userId: string): Promise<typeof users.$inferSelect> {
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for('update')
  if (!user) throw new Refusal('not-found', USER_NOT_FOUND)
  return user
}

export const USER_NOT_FOUND = 'This user does not exist or was deleted.'
