import { and, eq, isNull } from 'drizzle-orm'
import { lockAdmins } from '../accounts/admins.ts'
import { type Actor, PROGRAM } from '../audit/context.ts'
import type { Db } from '../db/connect.ts'
import { Refusal } from '../http/refusal.ts'
import { users } from '../tables/accounts.ts'

/**
 * Begins a write about users. It locks the rows of all admins, so these writes run one after the other, and refuses an
 * actor who was demoted or deleted meanwhile: when two admins demote each other, one admin remains. Programs may write.
 * @throws Refusal forbidden
 */
export async function requireAdmin(tx: Db, actor: Actor): Promise<void> {
  const admins = await lockAdmins(tx)
  if (actor === PROGRAM) return
  if (actor.userId === null || !admins.includes(actor.userId)) throw new Refusal('forbidden')
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
