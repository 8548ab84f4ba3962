import { endSessions } from '../accounts/end-sessions.ts'
import { change, type Context } from '../audit/context.ts'
import { recordAudit } from '../audit/record.ts'
import { beginHelp } from './staff.ts'

/**
 * Ends every session of a user.
 * @returns the number of sessions that ended
 * @throws Refusal not-found, forbidden
 */
export function endUserSessions(context: Context, userId: string, reason: string | null): Promise<number> {
  return change(context, async (inside) => {
    const { tx, actor } = inside
    await beginHelp(tx, actor, userId)
    const ended = await endSessions(tx, userId)
    const details = { ended, reason }
    await recordAudit(inside, 'user.end-sessions', `user:${userId}`, details)
    return ended
  })
}
