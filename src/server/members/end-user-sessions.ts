import { endSessions } from '../accounts/end-sessions.ts'
import type { Actor } from '../audit/context.ts'
import { recordAudit } from '../audit/record.ts'
import type { Db } from '../db/connect.ts'
import { lockUser, requireAdmin } from './staff.ts'

/**
 * Ends every session of a user.
 * @returns the number of sessions that ended
 * @throws Refusal not-found, forbidden
 */
export function endUserSessions(
  db: Db,
  now: number,
  actor: Actor,
  userId: string,
  reason: string | null,
): Promise<number> {
  return db.transaction(async (tx) => {
    await requireAdmin(tx, actor)
    await lockUser(tx, userId)
    const ended = await endSessions(tx, userId)
    const details = { ended, reason }
    await recordAudit({ tx, now, actor }, { action: 'user.end-sessions', subject: `user:${userId}`, details })
    return ended
  })
}
