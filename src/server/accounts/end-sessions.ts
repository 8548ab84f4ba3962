import { and, desc, eq, exists, ne, notExists, notInArray, sql } from 'drizzle-orm'
import { LOGIN_LIMITS } from '../../domain/accounts/limits.ts'
import type { Db } from '../db/connect.ts'
import { accounts, sessions, users } from '../tables/accounts.ts'
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

/** Ends the oldest sessions of a user above {@link LOGIN_LIMITS.sessions}, in statements that are prepared once. */
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

  const method = db.$with('method').as(
    db
      .select({ id: accounts.id })
      .from(accounts)
      .where(
        and(
          eq(accounts.userId, sql.placeholder('userId')),
          eq(accounts.providerId, 'credential'),
          eq(accounts.password, sql.placeholder('hash')),
        ),
      )
      .for('share'),
  )
  const ended = db
    .$with('ended')
    .as(db.delete(sessions).where(and(old, notExists(needsCode), exists(db.select().from(method)))))
  const afterPassword = db.with(method, ended).select().from(method).prepare('end_sessions_after_password')

  return {
    /**
     * The same as `withoutSecondFactor` after a login by password, and whether the account still has the password's hash. Its
     * row is locked first, as by a password change, and a login with an older password ends nothing.
     */
    async afterPassword(userId: string, newSessionId: string, hash: string): Promise<boolean> {
      return (await afterPassword.execute({ userId, newSessionId, hash })).length > 0
    },
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
