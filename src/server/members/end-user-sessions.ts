import { endSessions } from '../accounts/queries.ts'
import { recordAudit } from '../audit/record.ts'
import type { Call } from '../api/endpoint.ts'
import { requireAdmin, lockUser } from './staff.ts'

/**
 * Ends every session of somebody.
 * @returns how many ended
 * @throws Refusal not-found, forbidden
 */
export async function endUserSessions(
  { services: { db }, person, now, actor }: Call<'admin'>,
  userId: string,
  reason: string | null,
): Promise<number> {
  return db.transaction(async (tx) => {
    await requireAdmin(tx, person.uid)
    await lockUser(tx, userId)
    const ended = await endSessions(tx, userId)
    const details = { ended, reason }
    await recordAudit(tx, now, actor, { action: 'user.end-sessions', subject: `user:${userId}`, details })
    return ended
  })
}
