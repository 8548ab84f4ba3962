import { and, desc, eq, like, lt, lte, ne, notInArray, or } from 'drizzle-orm'
import { LOGIN_LIMITS } from '../../domain/accounts/limits.ts'
import type { Db } from '../db/connect.ts'
import { accounts, sessions, users, verifications, attacks, rateLimits } from '../tables/accounts.ts'
import type { Services } from '../api/services.ts'
import { readSignedCookie } from '../base/auth-secrets.ts'
import { cookieName } from '../../domain/base/cookies.ts'
import { hasSecondFactor } from './queries.ts'
import Bowser from 'bowser'
import { sessionEnded, SESSIONS } from '../../domain/accounts/identity.ts'
import type { Person } from '../api/visits.ts'
import { change, type Context } from '../audit/context.ts'
import { recordAudit } from '../audit/record.ts'
import { Refusal } from '../http/refusal.ts'
import { DAY } from '../../domain/base/calendar.ts'
import { STAFF_LIMITS } from '../../domain/admin/staff.ts'

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
  const newest = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(others)
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
    .limit(LOGIN_LIMITS.sessions - 1)
  await db.delete(sessions).where(and(others, notInArray(sessions.id, newest)))
}

/** Ends the session that a browser had before a new login: one browser has one session. */
export async function endBrowserSession(db: Db, { sessionId }: { sessionId: string | null }): Promise<void> {
  if (sessionId !== null) await db.delete(sessions).where(eq(sessions.id, sessionId))
}

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

type Owner = Pick<Person, 'uid' | 'role' | 'emailVerified'> & { session?: Person['session'] }

/** A user's open sessions, the last used first. */
export async function ownSessions(db: Db, { uid, role, emailVerified, session }: Owner, now: number) {
  const rows = await db
    .select()
    .from(sessions)
    .where(eq(sessions.userId, uid))
    .orderBy(desc(sessions.seenAt), desc(sessions.id))
  const isOpen = ({ createdAt, seenAt }: (typeof rows)[number]) =>
    !sessionEnded({ role, emailVerified, createdAt: createdAt.getTime(), seenAt: seenAt.getTime() }, now)
  return rows.filter(isOpen).map(({ id, userAgent, ipAddress, createdAt, seenAt }) => ({
    id,
    device: deviceName(userAgent),
    address: ipAddress ?? '',
    createdAt: createdAt.getTime(),
    seenAt: seenAt.getTime(),
    current: id === session?.id,
  }))
}

/** Browser and system: `Chrome on Android`. */
function deviceName(userAgent: string | null): string {
  if (!userAgent) return 'Unknown device'
  const { browser, os } = Bowser.parse(userAgent)
  const name = [browser.name, os.name].filter(Boolean).join(' on ')
  return name === '' ? 'Unknown device' : name
}

/**
 * Ends one session of a user.
 * @throws Refusal not-found for another user's session, or for one that has ended
 */
export async function endOwnSession(context: Context, userId: string, sessionId: string): Promise<void> {
  await change(context, async (inside) => {
    const { tx } = inside
    const { rowCount } = await tx
      .delete(sessions)
      .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
    if (rowCount === 0) throw new Refusal('not-found')
    await recordAudit(inside, 'account.session-ended', `user:${userId}`, {})
  })
}

/**
 * Ends all sessions of a user but one.
 * @param keptId the id of the session that stays
 * @returns the number of sessions that ended
 */
export function endOtherSessions(context: Context, userId: string, keptId: string | null): Promise<number> {
  return change(context, async (inside) => {
    const { tx } = inside
    const ended = await endSessions(tx, userId, keptId)
    await recordAudit(inside, 'account.sessions-ended', `user:${userId}`, { ended })
    return ended
  })
}

/**
 * Deletes expired rate limits and sessions, password attacks older than {@link STAFF_LIMITS.attacksKeptDays}, and tokens a day
 * after their expiry. During that day a link is called expired, later it is called invalid.
 */
export async function deleteExpired(db: Db, now: number): Promise<void> {
  const { idle, longest } = SESSIONS.player
  await db.delete(rateLimits).where(lt(rateLimits.expire, now))
  await db.delete(verifications).where(lt(verifications.expiresAt, new Date(now - DAY)))
  await db.delete(attacks).where(lt(attacks.hour, new Date(now - STAFF_LIMITS.attacksKeptDays * DAY)))
  await db
    .delete(sessions)
    .where(or(lte(sessions.seenAt, new Date(now - idle)), lte(sessions.createdAt, new Date(now - longest))))
}
