import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { Refusal } from '../http/refusal.ts'
import { users } from '../tables/accounts.ts'

/**
 * Locks the rows of all admins until the transaction ends, so that two admins cannot leave at the same time. Admins
 * without a verified email have no rights yet and are left out.
 * @returns their user ids
 */
export async function lockAdmins(tx: Db): Promise<string[]> {
  const admins = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), eq(users.emailVerified, true), isNull(users.deletedAt)))
    .orderBy(users.id)
    .for('update')
  return admins.map(({ id }) => id)
}

/** @throws Refusal last-admin when the user is the only admin */
export async function refuseLastAdmin(tx: Db, userId: string): Promise<void> {
  const admins = await lockAdmins(tx)
  if (admins.length === 1 && admins[0] === userId) throw new Refusal('last-admin')
}
