import { eq, sql } from 'drizzle-orm'
import { SESSIONS_CHANNEL } from '../../../draws/server/live/live.ts'
import { requireRight } from '../../../people/server/admins.ts'
import { lockUser } from '../../../people/server/members/staff.ts'
import { MINUTE } from '../../../platform/rules/base/calendar.ts'
import { STAFF_LIMITS } from '../../../platform/rules/access/staff.ts'
import type { Person } from '../../../platform/server/api/visits.ts'
import { change, type Context, type SignedIn } from '../../../platform/server/audit/context.ts'
import { recordAudit } from '../../../platform/server/audit/record.ts'
import { Refusal } from '../../../platform/server/http/refusal.ts'
import { sessions } from '../../../platform/server/tables/accounts.ts'

/**
 * Lets an owner see the screens of a player in one session, for {@link STAFF_LIMITS.seeingMinutes}. The open streams of the owner
 * are checked at once: a plan may have none.
 * @throws Refusal not-found, forbidden, conflict for an account of staff
 */
export function startSeeing(
  context: Context<SignedIn>,
  sessionId: string,
  userId: string,
  reason: string,
): Promise<void> {
  return change(context, async (unit) => {
    const { tx, now, actor } = unit
    await requireRight(tx, actor, 'manage-staff')
    const { role } = await lockUser(tx, userId)
    if (role === 'admin')
      throw new Refusal('conflict', 'Only the screens of players can be seen, not those of staff.')
    const seeingUntil = new Date(now + STAFF_LIMITS.seeingMinutes * MINUTE)
    await tx.update(sessions).set({ seeing: userId, seeingUntil }).where(eq(sessions.id, sessionId))
    await recordAudit(unit, 'user.see', `user:${userId}`, { until: seeingUntil.toISOString(), reason })
    await tx.execute(sql`select pg_notify(${SESSIONS_CHANNEL}, ${actor.userId})`)
  })
}

/**
 * Ends it. @returns the player's user id; null if it had ended before
 */
export async function stopSeeing(
  context: Context<SignedIn>,
  { seeing }: Person,
): Promise<{ uid: string | null }> {
  if (!seeing) return { uid: null }
  const { sessionId, by, uid } = seeing
  const actor = { ...context.actor, userId: by }
  await change({ ...context, actor }, async (unit) => {
    await unit.tx.update(sessions).set({ seeing: null, seeingUntil: null }).where(eq(sessions.id, sessionId))
    await recordAudit(unit, 'user.see-end', `user:${uid}`, {})
  })
  return { uid }
}
