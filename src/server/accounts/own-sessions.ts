import Bowser from 'bowser'
import { and, desc, eq } from 'drizzle-orm'
import { sessionEnded } from '../../domain/accounts/identity.ts'
import type { Person } from '../api/visits.ts'
import { change, type Context } from '../audit/context.ts'
import { recordAudit } from '../audit/record.ts'
import type { Db } from '../db/connect.ts'
import { Refusal } from '../http/refusal.ts'
import { sessions } from '../tables/accounts.ts'
import { endSessions } from './end-sessions.ts'

type Owner = Pick<Person, 'uid' | 'role' | 'emailVerified'> & { session?: Person['session'] }

/** A user's open sessions, the last used first. */
export async function ownSessions(db: Db, { uid, role, emailVerified, session }: Owner, now: number) {
  const rows = await db
    .select()
    .from(sessions)
    .where(eq(sessions.userId, uid))
    .orderBy(desc(sessions.seenAt), desc(sessions.id))
  const isOpen = ({ createdAt, seenAt }: (typeof rows)[number]) =>
    !sessionEnded({ role, emailVerified, createdAt: createdAt.getTime(), seenAt: seenAt.getTime() }, now)
  return rows.filter(isOpen).map(({ id, userAgent, ipAddress, createdAt, seenAt }) => ({
    id,
    device: deviceName(userAgent),
    address: ipAddress ?? '',
    createdAt: createdAt.getTime(),
    seenAt: seenAt.getTime(),
    current: id === session?.id,
  }))
}

/** Browser and system: `Chrome on Android`. */
function deviceName(userAgent: string | null): string {
  if (!userAgent) return 'Unknown device'
  const { browser, os } = Bowser.parse(userAgent)
  const name = [browser.name, os.name].filter(Boolean).join(' on ')
  return name === '' ? 'Unknown device' : name
}

/**
 * Ends one session of a user.
 * @throws Refusal not-found for another user's session, or for one that has ended
 */
export async function endOwnSession(context: Context, userId: string, sessionId: string): Promise<void> {
  await change(context, async (inside) => {
    const { tx } = inside
    const { rowCount } = await tx
      .delete(sessions)
      .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
    if (rowCount === 0) throw new Refusal('not-found')
    await recordAudit(inside, 'account.session-ended', `user:${userId}`, {})
  })
}

/**
 * Ends all sessions of a user but one.
 * @param keptId the id of the session that stays
 * @returns the number of sessions that ended
 */
export function endOtherSessions(context: Context, userId: string, keptId: string | null): Promise<number> {
  return change(context, async (inside) => {
    const { tx } = inside
    const ended = await endSessions(tx, userId, keptId)
    await recordAudit(inside, 'account.sessions-ended', `user:${userId}`, { ended })
    return ended
  })
}
