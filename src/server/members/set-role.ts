import { eq } from 'drizzle-orm'
import type { Role } from '../../domain/billing/plans.ts'
import { endSessions } from '../accounts/end-sessions.ts'
import { loginMethods } from '../accounts/queries.ts'
import { change, type Context } from '../audit/context.ts'
import { recordAudit } from '../audit/record.ts'
import type { Db } from '../db/connect.ts'
import { Refusal } from '../http/refusal.ts'
import { users } from '../tables/accounts.ts'
import { lockUser, requireAdmin } from './staff.ts'

/**
 * Promotes or demotes a user. A demotion ends the user's sessions.
 * @returns false when the user has this role already
 * @throws Refusal not-found, not-oneself for the actor's own demotion, forbidden, unproven
 */
export function setRole(
  context: Context,
  userId: string,
  role: Role,
  reason: string | null,
): Promise<boolean> {
  return change(context, async (inside) => {
    const { tx, now, actor } = inside
    await requireAdmin(tx, actor)
    const user = await lockUser(tx, userId)
    if (user.role === role) return false
    if (userId === actor.userId) throw new Refusal('not-oneself')
    if (role === 'admin') await refuseUnverified(tx, user)
    await tx
      .update(users)
      .set({ role, updatedAt: new Date(now) })
      .where(eq(users.id, userId))
    const sessionsEnded = role === 'admin' ? 0 : await endSessions(tx, userId)
    await recordAudit(inside, {
      action: role === 'admin' ? 'user.promote' : 'user.demote',
      subject: `user:${userId}`,
      details: { old: { role: user.role }, new: { role }, reason, sessionsEnded },
    })
    return true
  })
}

/**
 * A stranger may have signed up with another person's email. If that account were an admin, the owner's click on the
 * verification link would open the admin area to the stranger's password. A record without a login method is safe: only
 * the mailbox can claim it.
 */
async function refuseUnverified(tx: Db, { id, emailVerified }: typeof users.$inferSelect): Promise<void> {
  if (!emailVerified && (await loginMethods(tx, id)).length > 0) throw new Refusal('unproven')
}
