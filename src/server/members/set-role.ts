import { eq } from 'drizzle-orm'
import type { Role } from '../../domain/plans.ts'
import { endSessions } from '../accounts/account-queries.ts'
import { users } from '../accounts/tables.ts'
import { recordAudit } from '../audit/record.ts'
import type { Call } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { enterAsAdmin, lockMember } from './staff.ts'

/**
 * Promotes or demotes somebody; a demotion ends their sessions. A role that they have already changes nothing.
 * @throws Refusal not-found, not-oneself for one's own demotion, forbidden
 */
export async function setRole(
  { services: { db }, person, now, actor }: Call<'admin'>,
  userId: string,
  role: Role,
  reason: string | null,
): Promise<void> {
  await db.transaction(async (tx) => {
    await enterAsAdmin(tx, person.uid)
    const member = await lockMember(tx, userId)
    if (member.role === role) return
    if (userId === person.uid) throw new Refusal('not-oneself')
    await tx
      .update(users)
      .set({ role, updatedAt: new Date(now) })
      .where(eq(users.id, userId))
    const sessionsEnded = role === 'admin' ? 0 : await endSessions(tx, userId)
    await recordAudit(tx, now, actor, {
      action: role === 'admin' ? 'user.promote' : 'user.demote',
      subject: `user:${userId}`,
      details: { old: { role: member.role }, new: { role }, reason, sessionsEnded },
    })
  })
}
