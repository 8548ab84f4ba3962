import { and, eq, like } from 'drizzle-orm'
import { parseSigned } from 'hono/utils/cookie'
import type { Db } from '../db/connect.ts'
import type { Call } from '../api/endpoint.ts'
import { cookieName } from '../http/cookies.ts'
import { users, verifications } from '../tables/accounts.ts'

/** How the identity library's identifiers of challenges begin: logins that wait for the code of a second factor. */
export const CHALLENGE = '2fa-'

/** The cookie that names a browser's challenge. */
export const CHALLENGE_COOKIE = 'two_factor'

/** The account whose login waits in this browser for a code; null where there is none. */
export async function challengedUser({
  request,
  services: { db, settings },
}: Pick<Call, 'request' | 'services'>): Promise<{ id: string; email: string } | null> {
  const name = cookieName(settings.appUrl, CHALLENGE_COOKIE)
  const { [name]: identifier } = await parseSigned(
    request.headers.get('cookie') ?? '',
    settings.authSecret,
    name,
  )
  if (!identifier) return null
  const [user] = await db
    .select({ id: users.id, email: users.email })
    .from(verifications)
    .innerJoin(users, eq(users.id, verifications.value))
    .where(eq(verifications.identifier, identifier))
  return user ?? null
}

/** Ends every login to an account that waits for its code. */
export async function endChallenges(db: Db, userId: string): Promise<void> {
  await db
    .delete(verifications)
    .where(and(eq(verifications.value, userId), like(verifications.identifier, `${CHALLENGE}%`)))
}
