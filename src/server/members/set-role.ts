import { eq } from 'drizzle-orm'
import type { Role } from '../../domain/plans.ts'
import { endSessions, loginMethods } from '../accounts/queries.ts'
import { lockAdmins } from '../accounts/delete-account.ts'
import { users } from '../tables/accounts.ts'
import { type Actor, recordAudit } from '../audit/record.ts'
import type { Db } from '../db/connect.ts'
import type { Call } from '../api/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { requireAdmin, lockUser } from './staff.ts'

/**
 * Promotes or demotes somebody; a demotion ends their sessions. A role that they have already changes nothing.
 * @throws Refusal not-found, not-oneself for one's own demotion, forbidden, unproven
 */
export async function setRole(
  { services: { db }, person, now, actor }: Call<'admin'>,
  userId: string,
  role: Role,
  reason: string | null,
): Promise<void> {
  await db.transaction(async (tx) => {
    await requireAdmin(tx, person.uid)
    const member = await lockUser(tx, userId)
    if (member.role === role) return
    if (userId === person.uid) throw new Refusal('not-oneself')
    await writeRole(tx, now, actor, member, role, reason)
  })
}

/**
 * Makes an account an admin without an admin's word, for whoever holds the server.
 * @returns whether that is new
 * @throws Refusal not-found, unproven
 */
export function promoteByCommand(db: Db, now: number, actor: Actor, email: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockAdmins(tx)
    const [found] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email.toLowerCase()))
    if (!found) throw new Refusal('not-found', `There is no account with the e-mail ${email}.`)
    const member = await lockUser(tx, found.id)
    if (member.role === 'admin') return false
    await writeRole(tx, now, actor, member, 'admin', 'npm run promote')
    return true
  })
}

/** @throws Refusal unproven */
async function writeRole(
  tx: Db,
  now: number,
  actor: Actor,
  member: typeof users.$inferSelect,
  role: Role,
  reason: string | null,
): Promise<void> {
  if (role === 'admin') await refuseUnproven(tx, member)
  await tx
    .update(users)
    .set({ role, updatedAt: new Date(now) })
    .where(eq(users.id, member.id))
  const sessionsEnded = role === 'admin' ? 0 : await endSessions(tx, member.id)
  await recordAudit(tx, now, actor, {
    action: role === 'admin' ? 'user.promote' : 'user.demote',
    subject: `user:${member.id}`,
    details: { old: { role: member.role }, new: { role }, reason, sessionsEnded },
  })
}

/**
 * Whoever signed up with a mailbox that nobody has proven may not be its owner: the owner's click on the link would open
 * the staff's area to a stranger's password. A record without a way in is claimed by the mailbox alone.
 */
async function refuseUnproven(tx: Db, { id, emailVerified }: typeof users.$inferSelect): Promise<void> {
  if (!emailVerified && (await loginMethods(tx, id)).length > 0) throw new Refusal('unproven')
}
