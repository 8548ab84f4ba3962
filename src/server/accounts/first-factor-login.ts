import { and, eq } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { endChallenges } from './challenge.ts'
import { accounts, sessions } from '../tables/accounts.ts'

/** One login by a first factor, and the way in that it used. */
export interface FirstFactorLogin {
  sessionId: string
  userId: string
  /** Google, or the stored form of the password that was compared. */
  way: 'google' | { password: string | undefined }
}

/**
 * Whether the way in of a login still exists after the login. A change of password or an unlinked Google ends the
 * sessions and challenges that it finds in its transaction; it would miss one that was made at the same moment. The
 * row lock waits for such a transaction.
 */
export async function loginMethodExists(db: Db, { userId, way }: FirstFactorLogin): Promise<boolean> {
  const same =
    way === 'google'
      ? eq(accounts.providerId, 'google')
      : and(eq(accounts.providerId, 'credential'), eq(accounts.password, way.password ?? ''))
  const open = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), same))
    .for('share')
  return open.length > 0
}

/** Ends what a login made: its session, or the challenge in its place. */
export async function undoLogin(db: Db, { sessionId, userId }: FirstFactorLogin): Promise<void> {
  await db.delete(sessions).where(eq(sessions.id, sessionId))
  await endChallenges(db, userId)
}
