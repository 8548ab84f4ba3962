import { eq } from 'drizzle-orm'
import { hasRight, NO_RIGHT, type Right, type StaffMember } from '../../platform/rules/access/staff-roles.ts'
import { type Actor, PROGRAM } from '../../platform/server/audit/context.ts'
import type { Db } from '../../platform/server/db/connect.ts'
import { Refusal } from '../../platform/server/http/refusal.ts'
import { queueMail } from '../../platform/server/mail/queue-mail.ts'
import { accountsWith, users } from '../../platform/server/tables/accounts.ts'
import { itemAt } from '../../platform/rules/base/lists.ts'

/**
 * Locks the rows of all admins until the transaction ends, so that two owners cannot leave at the same time.
 * @returns the admins that have rights
 */
function lockAdmins(tx: Db): Promise<(StaffMember & { id: string })[]> {
  const { id, role, staffRoles } = users
  return tx
    .select({ id, role, staffRoles })
    .from(users)
    .where(accountsWith('staff'))
    .orderBy(users.id)
    .for('update')
}

/**
 * Begins a write about users. It locks the rows of all admins, so these writes run one after the other, and refuses an
 * actor who lost the right meanwhile: when two owners demote each other, one remains. Programs may write.
 * @throws Refusal forbidden
 */
export async function requireRight(tx: Db, actor: Actor, right: Right): Promise<void> {
  const admins = await lockAdmins(tx)
  if (actor === PROGRAM) return
  const self = admins.find(({ id }) => id === actor.userId)
  if (!self) throw new Refusal('forbidden')
  if (!hasRight(self, right)) throw new Refusal('forbidden', NO_RIGHT)
}

/** @throws Refusal last-admin when the user is the only owner */
export async function refuseLastAdmin(tx: Db, userId: string): Promise<void> {
  const admins = await lockAdmins(tx)
  const owners = admins.filter((admin) => hasRight(admin, 'manage-staff'))
  if (owners.length === 1 && itemAt(owners, 0).id === userId) throw new Refusal('last-admin')
}

/**
 * Tells every owner by mail what a member of staff did, in the transaction of the change.
 * @param did a sentence without its subject: `made ngozi@example.com an admin (Results)`
 */
export async function mailOwners(
  tx: Db,
  now: number,
  by: string | null,
  { did, reason }: { did: string; reason: string | null },
): Promise<void> {
  const columns = { id: users.id, email: users.email, username: users.username }
  const owners = await tx.select(columns).from(users).where(accountsWith('manage-staff'))
  const [actor] = by === null ? [] : await tx.select(columns).from(users).where(eq(users.id, by))
  const data = { by: actor ? actor.username || actor.email : null, did, reason, at: now }
  for (const { id, email } of owners)
    await queueMail(tx, now, { to: email, userId: id, template: 'owners-news', data })
}
