import { and, desc, eq, ne, notExists, notInArray, sql } from 'drizzle-orm'
import { LOGIN_LIMITS } from '../../domain/login-limits.ts'
import type { Db } from '../db/connect.ts'
import { sessions, users } from '../tables/accounts.ts'
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

/** Ends the oldest sessions of a user above {@link LOGIN_LIMITS.sessions}, in one statement that is prepared once. */
export function createOldestSessionsEnd(db: Db) {
  const others = and(
    eq(sessions.userId, sql.placeholder('userId')),
    ne(sessions.id, sql.placeholder('newSessionId')),
  )
  const newestIds = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(others)
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
    .limit(LOGIN_LIMITS.sessions - 1)
  const needsCode = db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, sql.placeholder('userId')), users.twoFactorEnabled))
  const old = and(others, notInArray(sessions.id, newestIds))
  const always = db.delete(sessions).where(old).prepare('end_oldest_sessions')
  const withoutSecondFactor = db
    .delete(sessions)
    .where(and(old, notExists(needsCode)))
    .prepare('end_oldest_sessions_without_second_factor')

  return {
    /** @param newSessionId stays even when the clock was set back and other sessions look younger */
    always: (userId: string, newSessionId: string) => always.execute({ userId, newSessionId }),
    /** Ends none when logins to the account need the code of a second factor. */
    withoutSecondFactor: (userId: string, newSessionId: string) =>
      withoutSecondFactor.execute({ userId, newSessionId }),
  }
}

/** Ends the session that a browser had before a new login: one browser has one session. */
export async function endBrowserSession(db: Db, { sessionId }: { sessionId: string | null }): Promise<void> {
  if (sessionId !== null) await db.delete(sessions).where(eq(sessions.id, sessionId))
}
