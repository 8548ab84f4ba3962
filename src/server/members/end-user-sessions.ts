import { endSessions } from '../accounts/account-queries.ts'
import { recordAudit } from '../audit/record.ts'
import type { Call } from '../api/endpoint.ts'
import { enterAsAdmin, lockMember } from './staff.ts'

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
    await enterAsAdmin(tx, person.uid)
    await lockMember(tx, userId)
    const ended = await endSessions(tx, userId)
    const details = { ended, reason }
    await recordAudit(tx, now, actor, { action: 'user.end-sessions', subject: `user:${userId}`, details })
    return ended
  })
}
