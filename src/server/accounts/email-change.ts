import { and, desc, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm'
import { LOGIN_LIMITS } from '../../domain/accounts/limits.ts'
import { HOUR } from '../../domain/base/calendar.ts'
import { recordAudit } from '../audit/record.ts'
import type { Db } from '../db/connect.ts'
import { Refusal } from '../http/refusal.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { accounts, users, verifications } from '../tables/accounts.ts'
import { mailOwners } from './admins.ts'
import type { Browser } from './browser.ts'
import { endSessions } from './end-sessions.ts'
import { storeToken, tokenIdentifier } from './mailed-links.ts'

const USE = 'change-email'

/** The stored value of a change: the user id, a space, and the new email. No other token has a value with the id and a space. */
const changesOf = (userId: string): SQL => sql`starts_with(${verifications.value}, ${`${userId} `})`

/** Every mailed link of a user, and the pending change of the email. */
export const linksOf = (userId: string): SQL | undefined =>
  or(eq(verifications.value, userId), changesOf(userId))

/** Stores a change of a user's email. @returns the token of the link that proves the new email */
export const storeEmailChange = (tx: Db, now: number, userId: string, email: string): Promise<string> =>
  storeToken(tx, now, USE, `${userId} ${email}`, now + LOGIN_LIMITS.emailChangeHours * HOUR)

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
export async function changeEmailByToken(
  db: Db,
  now: number,
  { requestId, address }: Pick<Browser, 'requestId' | 'address'>,
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
    const inside = { tx, now, actor: { userId, requestId, address } }
    await recordAudit(inside, 'account.email', `user:${userId}`, { sessionsEnded })
    if (user.role === 'admin')
      await mailOwners(tx, now, userId, { did: `changed the email from ${user.email}`, reason: null })
    if (user.emailVerified) {
      const data = { username: user.username, at: now }
      await queueMail(tx, now, { to: user.email, userId, template: 'email-changed', data })
    }
    return 'changed'
  })
}
