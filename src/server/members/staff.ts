import { and, eq, isNull } from 'drizzle-orm'
import { lockAdmins } from '../accounts/delete-account.ts'
import { users } from '../tables/accounts.ts'
import type { Db } from '../db/connect.ts'
import { Refusal } from '../http/refusal.ts'

/**
 * Begins a write of one admin that touches people. Such writes come one after the other, and whoever was demoted or
 * deleted while waiting has no say any more: so of two admins who demote each other one stays.
 * @throws Refusal forbidden
 */
export async function requireAdmin(tx: Db, uid: string): Promise<void> {
  if (!(await lockAdmins(tx)).includes(uid)) throw new Refusal('forbidden')
}

/**
 * Somebody whose row the caller holds from here on.
 * @throws Refusal not-found for nobody, and for somebody who was deleted
 */
export async function lockUser(tx: Db, userId: string): Promise<typeof users.$inferSelect> {
  const [member] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for('update')
  if (!member) throw new Refusal('not-found', 'There is no such user, or not any more.')
  return member
}
