import { and, eq, like } from 'drizzle-orm'
import type { Db } from '../../platform/server/db/connect.ts'
import { users, verifications } from '../../platform/server/tables/accounts.ts'
import type { Services } from '../../platform/server/api/services.ts'
import { readSignedCookie } from '../../platform/server/base/auth-secrets.ts'
import { cookieName } from '../../platform/rules/base/cookies.ts'

/** The prefix of the identity library's challenges: logins that wait for the code of a second factor. */
export const CHALLENGE = '2fa-'

/** The cookie that names a browser's challenge. */
export const CHALLENGE_COOKIE = 'two_factor'

/**
 * The account whose login waits for a code in this browser; null when none does.
 * @param cookies the Cookie header
 */
export async function challengedUser(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  cookies: string,
): Promise<{ id: string; email: string } | null> {
  const name = cookieName(settings.appUrl, CHALLENGE_COOKIE)
  const identifier = readSignedCookie(cookies, settings, name)
  if (!identifier) return null
  const [user] = await db
    .select({ id: users.id, email: users.email })
    .from(verifications)
    .innerJoin(users, eq(users.id, verifications.value))
    .where(eq(verifications.identifier, identifier))
  return user ?? null
}

/** Ends every login to an account that waits for a code. */
export async function endChallenges(db: Db, userId: string): Promise<void> {
  await db
    .delete(verifications)
    .where(and(eq(verifications.value, userId), like(verifications.identifier, `${CHALLENGE}%`)))
}
