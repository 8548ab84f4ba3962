import { and, eq } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { accounts, sessions } from '../tables/accounts.ts'
import { endChallenges } from './challenge.ts'

/** A login by one factor: a password or Google. */
export interface FirstFactorLogin {
  sessionId: string
  userId: string
  /** Google, or the password's hash that the login was compared with. */
  method: 'google' | { passwordHash: string | undefined }
}

/**
 * Whether the login method still exists after the login. A password change or an unlinking of Google ends the sessions
 * and challenges that it finds, but misses a login that runs at the same time. The row lock waits for that transaction.
 */
export async function loginMethodExists(db: Db, { userId, method }: FirstFactorLogin): Promise<boolean> {
  const same =
    method === 'google'
      ? eq(accounts.providerId, 'google')
      : and(eq(accounts.providerId, 'credential'), eq(accounts.password, method.passwordHash ?? ''))
  const found = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), same))
    .for('share')
  return found.length > 0
}

/** Ends the session of a login, or the challenge that replaced it. */
export async function undoLogin(db: Db, { sessionId, userId }: FirstFactorLogin): Promise<void> {
  await db.delete(sessions).where(eq(sessions.id, sessionId))
  await endChallenges(db, userId)
}
