import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { parse } from 'hono/utils/cookie'
import { generateCookie } from 'hono/cookie'
import { MINUTE } from '../../domain/base/calendar.ts'
import { ACCOUNT_LIMITS, LOGIN_LIMITS } from '../../domain/accounts/limits.ts'
import { VISITOR_CHECK } from '../../domain/accounts/visitor-check.ts'
import type { Db } from '../db/connect.ts'
import { cookieName } from '../../domain/base/cookies.ts'
import type { Settings } from '../base/settings.ts'
import { users, verifications } from '../tables/accounts.ts'

/**
 * A mailed link carries a random token and nothing about its reader. Opening the link moves the token from the address to
 * a cookie before the page is rendered, so the token stays out of address bar, history and referrer.
 */
export type MailedLink = 'reset' | 'verify' | 'continue'

const TTL_MINUTES: Record<MailedLink, number> = {
  reset: LOGIN_LIMITS.resetLinkMinutes,
  verify: ACCOUNT_LIMITS.verificationLinkMinutes,
  continue: VISITOR_CHECK.linkMinutes,
}

const nameOf = ({ appUrl }: Settings, link: MailedLink) => cookieName(appUrl, `${link}-link`)

/** The token of the last link that this browser opened; null without one. @param cookies the Cookie header */
export function openedToken(cookies: string, settings: Settings, link: MailedLink): string | null {
  const name = nameOf(settings, link)
  return parse(cookies, name)[name] ?? null
}

/** The Set-Cookie header that keeps an opened token; null removes the cookie. */
export function tokenCookie(settings: Settings, link: MailedLink, token: string | null): string {
  return generateCookie(nameOf(settings, link), token ?? '', {
    httpOnly: true,
    secure: settings.appUrl.startsWith('https://'),
    sameSite: 'Lax',
    path: '/',
    maxAge: token === null ? 0 : TTL_MINUTES[link] * 60,
  })
}

/** Identifies a token in a page without revealing it: the form is refused after another link was opened. */
export const fingerprintOf = (token: string) =>
  createHash('sha256').update(token).digest('base64url').slice(0, 12)

/** The stored form of a token. @param use what the token is for; it is valid for nothing else */
export const tokenIdentifier = (use: string, token: string) =>
  createHash('sha256').update(`${use} ${token}`).digest('base64url')

/**
 * Creates a token and stores its hash.
 * @param value what the token stands for: a user id or an email
 * @param expiresAt milliseconds
 */
export async function storeToken(
  tx: Db,
  now: number,
  use: string,
  value: string,
  expiresAt: number,
): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  await tx.insert(verifications).values({
    id: randomUUID(),
    identifier: tokenIdentifier(use, token),
    value,
    expiresAt: new Date(expiresAt),
    createdAt: new Date(now),
    updatedAt: new Date(now),
  })
  return token
}

/** Creates a token that verifies a user's email. @param now milliseconds */
export const createVerificationToken = (tx: Db, now: number, userId: string): Promise<string> =>
  storeToken(tx, now, 'verify-email', userId, now + ACCOUNT_LIMITS.verificationLinkMinutes * MINUTE)

/** Verifies the email of a token's user; idempotent. @param now milliseconds */
export async function verifyByToken(
  db: Db,
  now: number,
  token: string,
): Promise<'verified' | 'expired' | 'unknown'> {
  const [link] = await db
    .select({ userId: verifications.value, expiresAt: verifications.expiresAt })
    .from(verifications)
    .where(eq(verifications.identifier, tokenIdentifier('verify-email', token)))
  if (!link) return 'unknown'
  if (link.expiresAt.getTime() <= now) return 'expired'
  await db
    .update(users)
    .set({ emailVerified: true, updatedAt: new Date(now) })
    .where(and(eq(users.id, link.userId), eq(users.emailVerified, false), isNull(users.deletedAt)))
  return 'verified'
}
