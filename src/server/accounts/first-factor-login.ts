import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { accounts, sessions } from '../tables/accounts.ts'
import { endChallenges } from './challenge.ts'

/** The identity library's path of a login by password. */
export const LOGIN_PATH = '/sign-in/email'

/** A login by one factor: a password or Google. */
export interface FirstFactorLogin {
  sessionId: string
  userId: string
  /** Google, or the password's hash that the login was compared with. */
  method: 'google' | { passwordHash: string }
  /** Whether the method was found after the session was stored, and the session is still that of the login. */
  isValid: boolean
}

/**
 * Whether the login method still exists after the login, by statements that are prepared once. A password change or an
 * unlinking of Google ends the sessions and challenges that it finds, but misses a login that runs at the same time. The row
 * lock waits for that transaction.
 */
export function createLoginMethodCheck(db: Db): (login: FirstFactorLogin) => Promise<boolean> {
  const find = (same: SQL | undefined, name: string) =>
    db
      .select({ id: accounts.id })
      .from(accounts)
      .where(and(eq(accounts.userId, sql.placeholder('userId')), same))
      .for('share')
      .prepare(name)
  const google = find(eq(accounts.providerId, 'google'), 'login_by_google_exists')
  const hash = eq(accounts.password, sql.placeholder('hash'))
  const password = find(and(eq(accounts.providerId, 'credential'), hash), 'login_by_password_exists')
  return async ({ userId, method }) => {
    const found =
      method === 'google'
        ? await google.execute({ userId })
        : await password.execute({ userId, hash: method.passwordHash })
    return found.length > 0
  }
}

/** Ends the session of a login, or the challenge that replaced it. */
export async function undoLogin(db: Db, { sessionId, userId }: FirstFactorLogin): Promise<void> {
  await db.delete(sessions).where(eq(sessions.id, sessionId))
  await endChallenges(db, userId)
}
