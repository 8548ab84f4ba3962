import { and, count, desc, eq, ne, notInArray } from 'drizzle-orm'
import { LOGIN_LIMITS } from '../../domain/login-limits.ts'
import type { Db } from '../db/connect.ts'
import { sessions } from '../tables/accounts.ts'
import { endChallenges } from './challenge.ts'

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
  const [{ otherSessions } = { otherSessions: 0 }] = await db
    .select({ otherSessions: count() })
    .from(sessions)
    .where(others)
  if (otherSessions < LOGIN_LIMITS.sessions) return
  const newestIds = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(others)
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
    .limit(LOGIN_LIMITS.sessions - 1)
  await db.delete(sessions).where(and(others, notInArray(sessions.id, newestIds)))
}

/** Ends the session that a browser had before a new login: one browser has one session. */
export async function endBrowserSession(db: Db, { sessionId }: { sessionId: string | null }): Promise<void> {
  if (sessionId !== null) await db.delete(sessions).where(eq(sessions.id, sessionId))
}
