import { and, eq } from 'drizzle-orm'
import type { Db } from '../../platform/server/db/connect.ts'
import { accounts, sessions } from '../../platform/server/tables/accounts.ts'
import { hasSecondFactor } from './queries.ts'
import { endChallenges } from './challenges.ts'
import { endOldestSessions } from './sessions.ts'

/** The identity library's path of a login by password. */
export const LOGIN_PATH = '/sign-in/email'

/** A login by one factor: a password or Google. */
export interface FirstFactorLogin {
  sessionId: string
  userId: string
  /** Google, or the password's hash that the login was compared with. */
  method: 'google' | { passwordHash: string }
}

/**
 * Completes a login by one factor, and ends the oldest sessions. A password change or an unlinking of Google ends the sessions
 * and challenges that it finds, but misses a login that runs at the same time. The row lock waits for that transaction. A
 * correct password without the code must not end sessions of an account with a second factor.
 * @returns false if the login method is gone: the session, or the challenge that replaced it, has ended
 */
export async function completeLogin(
  db: Db,
  { sessionId, userId, method }: FirstFactorLogin,
): Promise<boolean> {
  const same =
    method === 'google'
      ? eq(accounts.providerId, 'google')
      : and(eq(accounts.providerId, 'credential'), eq(accounts.password, method.passwordHash))
  const found = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), same))
    .for('share')
  if (found.length === 0) {
    await db.delete(sessions).where(eq(sessions.id, sessionId))
    await endChallenges(db, userId)
    return false
  }
  if (!(await hasSecondFactor(db, userId))) await endOldestSessions(db, userId, sessionId)
  return true
}
