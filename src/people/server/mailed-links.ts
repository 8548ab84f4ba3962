import type { Instant } from '../../platform/server/audit/context.ts'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { and, eq, isNull, desc, gt, or, type SQL, sql } from 'drizzle-orm'
import { parse } from 'hono/utils/cookie'
import { generateCookie } from 'hono/cookie'
import { MINUTE, HOUR } from '../../platform/rules/base/calendar.ts'
import { ACCOUNT_LIMITS, LOGIN_LIMITS } from '../../platform/rules/access/limits.ts'
import { VISITOR_CHECK, type LinkPurpose } from '../../platform/rules/access/visitor-check.ts'
import type { Db } from '../../platform/server/db/connect.ts'
import { cookieName } from '../../platform/rules/base/cookies.ts'
import type { Settings } from '../../platform/server/base/settings.ts'
import { users, verifications, accounts } from '../../platform/server/tables/accounts.ts'
import { recordAudit } from '../../platform/server/audit/record.ts'
import { Refusal } from '../../platform/server/http/refusal.ts'
import { queueMail } from '../../platform/server/mail/queue-mail.ts'
import { mailOwners } from './admins.ts'
import { type Attempt, withoutCookies, forward, minimumResponseTime } from './forward.ts'
import { endSessions } from './sessions.ts'
import { isEmail } from '../../platform/rules/access/identity.ts'
import { PATHS } from '../../platform/rules/site/paths.ts'
import { RATE_LIMITS } from '../../platform/rules/access/rate-limits.ts'
import { networkOf } from '../../platform/server/http/client-address.ts'
import { userByEmail } from './queries.ts'
import { countTry } from './attacks.ts'
import { checkVisitor } from './check-visitor.ts'

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
const tokenIdentifier = (use: string, token: string) =>
  createHash('sha256').update(`${use} ${token}`).digest('base64url')

/**
 * Creates a token and stores its hash.
 * @param value what the token stands for: a user id or an email
 * @param expiresAt milliseconds
 */
async function storeToken(
  { tx, now }: Instant,
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
  storeToken({ tx, now }, 'verify-email', userId, now + ACCOUNT_LIMITS.verificationLinkMinutes * MINUTE)

/** Verifies the email of a token's user; idempotent. @param now milliseconds */
async function verifyByToken(
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

const USE = 'change-email'

/** The stored value of a change: the user id, a space, and the new email. No other token has a value with the id and a space. */
const changesOf = (userId: string): SQL => sql`starts_with(${verifications.value}, ${`${userId} `})`

/** Every mailed link of a user, and the pending change of the email. */
export const linksOf = (userId: string): SQL | undefined =>
  or(eq(verifications.value, userId), changesOf(userId))

/** Stores a change of a user's email. @returns the token of the link that proves the new email */
export const storeEmailChange = (tx: Db, now: number, userId: string, email: string): Promise<string> =>
  storeToken({ tx, now }, USE, `${userId} ${email}`, now + LOGIN_LIMITS.emailChangeHours * HOUR)

/** The change of a user's email that waits for its link, with the end of the link in milliseconds; null without one. */
export async function pendingEmailOf(db: Db, now: number, userId: string) {
  const [row] = await db
    .select()
    .from(verifications)
    .where(and(changesOf(userId), gt(verifications.expiresAt, new Date(now))))
    .orderBy(desc(verifications.expiresAt))
    .limit(1)
  return row ? { email: row.value.slice(userId.length + 1), until: row.expiresAt.getTime() } : null
}

/** Cancels the change of a user's email. Its link is invalid from now on. */
export async function cancelEmailChange(tx: Db, userId: string): Promise<void> {
  await tx.delete(verifications).where(changesOf(userId))
}

/** The unique index decides, because a check before the write could pass for two accounts at once. */
function refuseTaken(error: unknown): never {
  const { code } = ((error as Error).cause ?? {}) as { code?: string }
  throw code === '23505' ? new Refusal('email-in-use') : error
}

/**
 * Changes a user's email with the token that was mailed to the new one. It ends what the reader of the old mailbox could
 * still use: sessions, mailed links and the Google login. The old address gets a mail.
 * @throws Refusal email-in-use when another account has the email by now
 */
async function changeEmailByToken(
  { services: { db }, now, browser: { requestId, address } }: Attempt,
  token: string,
): Promise<'changed' | 'expired' | 'unknown'> {
  const ours = eq(verifications.identifier, tokenIdentifier(USE, token))
  const [link] = await db.select().from(verifications).where(ours)
  if (!link) return 'unknown'
  if (link.expiresAt.getTime() <= now) return 'expired'
  const [userId, email] = link.value.split(' ') as [string, string]
  return db.transaction(async (tx) => {
    const [user] = await tx
      .select()
      .from(users)
      .where(and(eq(users.id, userId), isNull(users.deletedAt)))
      .for('update')
    // Staff may have cancelled the change, or a second click may have made it, before the row was locked.
    if (!user || (await tx.delete(verifications).where(ours)).rowCount === 0) return 'unknown'
    await tx
      .update(users)
      .set({ email, emailVerified: true, updatedAt: new Date(now) })
      .where(eq(users.id, userId))
      .catch(refuseTaken)
    await tx.delete(verifications).where(linksOf(userId))
    await tx.delete(accounts).where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'google')))
    const sessionsEnded = await endSessions(tx, userId)
    const unit = { tx, now, actor: { userId, requestId, address } }
    await recordAudit(unit, 'account.email', `user:${userId}`, { sessionsEnded })
    if (user.role === 'admin')
      await mailOwners(tx, now, userId, { did: `changed the email from ${user.email}`, reason: null })
    if (user.emailVerified) {
      const data = { username: user.username, at: now }
      await queueMail(tx, now, { to: user.email, userId, template: 'email-changed', data })
    }
    return 'changed'
  })
}

const FORM_PATHS: Record<LinkPurpose, string> = { login: PATHS.login, 'sign-up': PATHS.signUp }
const identifierOf = (purpose: LinkPurpose, token: string) => tokenIdentifier(`continue ${purpose}`, token)

/**
 * Mails a link with which a browser can log in or sign up without a check, for visitors without script. The first links
 * that an address requests are sent at once, further ones through a slow queue. The answer is the same for every email.
 * @throws Refusal invalid-email
 */
export async function mailEmailLink(
  { services: { db, limits, settings }, now, browser: { address } }: Attempt,
  { purpose, email }: { purpose: LinkPurpose; email: string },
): Promise<void> {
  if (!isEmail(email)) throw new Refusal('invalid-email')
  const minimum = minimumResponseTime(settings)
  const user = await userByEmail(db, email)
  const isFirst = (await limits.take('linkMail', `${purpose} ${email}`)) <= RATE_LIMITS.linkMail.points
  if (isFirst && (user || purpose === 'sign-up')) {
    const place = await limits.take('linkQueue', `${purpose} ${networkOf(address)}`)
    const seconds = Math.max(0, place - RATE_LIMITS.linkQueue.points) * VISITOR_CHECK.linkEverySeconds
    const sentAt = now + seconds * 1000
    await db.transaction(async (tx) => {
      const expiresAt = sentAt + VISITOR_CHECK.linkMinutes * MINUTE
      const token = await storeToken({ tx, now }, `continue ${purpose}`, email, expiresAt)
      const link = `${settings.appUrl}${FORM_PATHS[purpose]}?${new URLSearchParams({ token }).toString()}`
      const mail = { to: email, userId: user?.id ?? null, template: 'continue', data: { link } } as const
      await queueMail(tx, sentAt, mail, sentAt - now)
    })
  }
  await minimum
}

/**
 * The mailed link that this browser opened, if it is valid for this form and email. Then the browser counts as a known
 * device until `end`, which uses up the link.
 */
export async function openedEmailLink(
  { services: { db, settings }, now, browser: { cookies } }: Attempt,
  purpose: LinkPurpose,
  email: string,
): Promise<{ key: string; end(): Promise<void> } | null> {
  const token = openedToken(cookies, settings, 'continue')
  if (token === null) return null
  const identifier = identifierOf(purpose, token)
  const ours = and(eq(verifications.identifier, identifier), eq(verifications.value, email))
  const [link] = await db
    .select({ id: verifications.id })
    .from(verifications)
    .where(and(ours, gt(verifications.expiresAt, new Date(now))))
  if (!link) return null
  return {
    key: identifier,
    async end() {
      await db.delete(verifications).where(ours)
    },
  }
}

/**
 * Mails the verification link again. The identity library answers unknown, verified and unverified emails alike and in
 * the same time.
 * @throws Refusal invalid-email, too-many, check-needed, link-needed
 */
export async function resendVerification(
  attempt: Attempt,
  { email, work }: { email: string; work?: string | undefined },
): Promise<void> {
  const { browser } = attempt
  if (!isEmail(email)) throw new Refusal('invalid-email')
  const visitor = { purpose: 'verify', email, limits: { resendAddress: browser.address }, work } as const
  if (!(await openedEmailLink(attempt, 'login', email))) await checkVisitor(attempt, visitor)
  await countTry(attempt, 'resendAccount', email, email)
  await forward({ ...attempt, browser: withoutCookies(browser) }, '/send-verification-email', {
    body: { email },
  })
}

/**
 * Verifies the email of a mailed token, or changes the email to the one that the token was mailed to. The first is
 * idempotent. Only wrong tokens count against the address.
 * @throws Refusal invalid-link, expired-link, too-many, email-in-use
 */
export async function verifyEmail(attempt: Attempt, token: string): Promise<void> {
  const verified = await verifyByToken(attempt.services.db, attempt.now, token)
  const result = verified === 'unknown' ? await changeEmailByToken(attempt, token) : verified
  if (result === 'expired') throw new Refusal('expired-link')
  if (result !== 'unknown') return
  await countTry(attempt, 'tokenAddress', attempt.browser.address, null)
  throw new Refusal('invalid-link')
}
