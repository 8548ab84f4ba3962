import { and, desc, eq, ne, notInArray } from 'drizzle-orm'
import { LOGIN_LIMITS } from '../../platform/rules/access/limits.ts'
import type { Db } from '../../platform/server/db/connect.ts'
import { sessions } from '../../platform/server/tables/accounts.ts'
import Bowser from 'bowser'
import { sessionEnded } from '../../platform/rules/access/identity.ts'
import type { Person } from '../../platform/server/api/visits.ts'
import { change, type Context } from '../../platform/server/audit/context.ts'
import { recordAudit } from '../../platform/server/audit/record.ts'
import { Refusal } from '../../platform/server/http/refusal.ts'
import { endChallenges } from './challenges.ts'

/**
 * Ends the sessions of a user, all or all but one, and every login that waits for a code.
 * @returns the number of sessions that ended
 */
export async function endSessions(db: Db, userId: string, keptId: string | null = null): Promise<number> {
  await endChallenges(db, userId)
  const { rowCount } = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), keptId === null ? undefined : ne(sessions.id, keptId)))
  return rowCount ?? 0
}

/**
 * Ends the oldest sessions of a user above {@link LOGIN_LIMITS.sessions}.
 * @param newSessionId stays even when the clock was set back and other sessions look younger
 */
export async function endOldestSessions(db: Db, userId: string, newSessionId: string): Promise<void> {
  const others = and(eq(sessions.userId, userId), ne(sessions.id, newSessionId))
  const newest = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(others)
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
    .limit(LOGIN_LIMITS.sessions - 1)
  await db.delete(sessions).where(and(others, notInArray(sessions.id, newest)))
}

/** Ends the session that a browser had before a new login: one browser has one session. */
export async function endBrowserSession(db: Db, { sessionId }: { sessionId: string | null }): Promise<void> {
  if (sessionId !== null) await db.delete(sessions).where(eq(sessions.id, sessionId))
}

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
  await change(context, async (unit) => {
    const { tx } = unit
    const { rowCount } = await tx
      .delete(sessions)
      .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
    if (rowCount === 0) throw new Refusal('not-found')
    await recordAudit(unit, 'account.session-ended', `user:${userId}`, {})
  })
}

/**
 * Ends all sessions of a user but one.
 * @param keptId the id of the session that stays
 * @returns the number of sessions that ended
 */
export function endOtherSessions(context: Context, userId: string, keptId: string | null): Promise<number> {
  return change(context, async (unit) => {
    const { tx } = unit
    const ended = await endSessions(tx, userId, keptId)
    await recordAudit(unit, 'account.sessions-ended', `user:${userId}`, { ended })
    return ended
  })
}
