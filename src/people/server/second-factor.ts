import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { AuditAction } from '../../platform/rules/audit/audit.ts'
import { ACCOUNT_LIMITS, LOGIN_LIMITS } from '../../platform/rules/access/limits.ts'
import { BASE32, groupByFour } from '../../platform/rules/access/second-factor.ts'
import { type Change, change, type Context } from '../../platform/server/audit/context.ts'
import { recordAudit } from '../../platform/server/audit/record.ts'
import type { Db } from '../../platform/server/db/connect.ts'
import type { Services } from '../../platform/server/api/services.ts'
import type { Person } from '../../platform/server/api/visits.ts'
import { Refusal } from '../../platform/server/http/refusal.ts'
import { queueMail } from '../../platform/server/mail/queue-mail.ts'
import { twoFactors, users } from '../../platform/server/tables/accounts.ts'
import type { Attempt } from './forward.ts'
import { codeLogin, deviceCookie, readDevice } from './known-device.ts'
import { endSessions } from './sessions.ts'
import { hasSecondFactor } from './queries.ts'
import { itemAt } from '../../platform/rules/base/lists.ts'
import { checkCode, ownCodeCheck, hashRecoveryCode } from './factor-code.ts'

type User = Pick<Person, 'uid' | 'username' | 'email'>

const randomBase32 = (length: number) =>
  Array.from({ length }, () => BASE32[randomInt(BASE32.length)]).join('')

/** Base 32 as authenticator apps read it (RFC 4648, without padding). @param text of ASCII */
function toBase32(text: string): string {
  const bits = [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return bits.replace(/.{1,5}/g, (five) => itemAt(BASE32, parseInt(five.padEnd(5, '0'), 2)))
}

/**
 * Starts the set-up of an authenticator app. Logins do not change until a code confirms it. A second start replaces the
 * key.
 *
 * @returns the new key in base 32, and the address that an app reads from a QR code
 * @throws Refusal unproven, conflict when the account has a second factor
 */
export async function startSecondFactor(
  { db, auth }: Pick<Services, 'db' | 'auth'>,
  now: number,
  { uid, email, emailVerified }: Person,
): Promise<{ key: string; uri: string }> {
  // The owner of the mailbox takes over an unverified account by a password reset, which does not remove the factor.
  if (!emailVerified) throw new Refusal('unproven', 'Please verify your email first.')
  const plain = randomBytes(32).toString('base64url').slice(0, LOGIN_LIMITS.factorSecretLength)
  const key = toBase32(plain)
  const secret = await auth.encryptSecret(plain)
  const enrolment = { secret, backupCodes: '[]', verified: false, createdAt: new Date(now) }
  const { rowCount } = await db
    .insert(twoFactors)
    .values({ id: randomUUID(), userId: uid, ...enrolment })
    .onConflictDoUpdate({
      target: twoFactors.userId,
      set: enrolment,
      setWhere: eq(twoFactors.verified, false),
    })
  if (rowCount === 0) throw new Refusal('conflict', 'This account has a second factor already.')
  return { key, uri: uriOf(key, email) }
}

/** The address that authenticator apps read. Their defaults are six digits and 30 seconds. */
function uriOf(key: string, email: string): string {
  const name = encodeURIComponent('Lotto Forecast')
  return `otpauth://totp/${name}:${encodeURIComponent(email)}?secret=${key}&issuer=${name}`
}

/**
 * Turns the second factor on with a first code of the app. All other sessions end, and this session gets a new token.
 *
 * @returns the recovery codes, which are never shown again, and the cookies of the session
 * @throws Refusal not-found before the set-up is started, invalid-input at `code`, too-many
 */
export async function confirmSecondFactor(
  attempt: Attempt,
  user: User,
  typed: string,
): Promise<{ recoveryCodes: string[]; cookies: Headers }> {
  const { services, now, browser } = attempt
  const { db, settings } = services
  const { uid, email } = user
  const unconfirmed = and(eq(twoFactors.userId, uid), eq(twoFactors.verified, false))
  const [pending] = await db.select({ id: twoFactors.id }).from(twoFactors).where(unconfirmed)
  if (!pending) throw new Refusal('not-found', 'Please set up the app first.')
  const { cookies, session } = await checkCode(attempt, ownCodeCheck(user), typed)
  const recoveryCodes = await db.transaction(async (tx) => {
    await endSessions(tx, uid, session)
    await record({ tx, now, actor: browser }, uid, 'account.second-factor-added')
    await mail(tx, now, user, 'second-factor-added')
    return writeRecoveryCodes(tx, uid)
  })
  const device = readDevice(browser.cookies, settings)
  cookies.append('set-cookie', deviceCookie(device, settings, email, codeLogin(email)))
  return { recoveryCodes, cookies }
}

/**
 * Replaces the recovery codes; the old codes stop working.
 * @throws Refusal not-found without a second factor
 */
export function renewRecoveryCodes(context: Context, userId: string): Promise<string[]> {
  return change(context, async (unit) => {
    const { tx } = unit
    if (!(await hasSecondFactor(tx, userId))) throw new Refusal('not-found')
    await record(unit, userId, 'account.recovery-codes')
    return writeRecoveryCodes(tx, userId)
  })
}

/**
 * Turns the second factor off.
 * @throws Refusal not-found without a second factor
 */
export async function removeSecondFactor(context: Context, user: User): Promise<void> {
  await change(context, async (unit) => {
    const { tx, now } = unit
    if (!(await eraseSecondFactor(tx, user.uid))) throw new Refusal('not-found')
    await record(unit, user.uid, 'account.second-factor-removed')
    await mail(tx, now, user, 'second-factor-removed')
  })
}

/**
 * Removes the second factor of a user who lost the app and the recovery codes, and ends the user's sessions.
 * @returns false without a second factor
 */
export async function resetSecondFactor(
  unit: Change,
  { id: uid, username, email }: { id: string; username: string; email: string },
  reason: string | null,
): Promise<boolean> {
  const { tx, now } = unit
  if (!(await eraseSecondFactor(tx, uid))) return false
  const sessionsEnded = await endSessions(tx, uid)
  await record(unit, uid, 'user.second-factor-reset', { reason, sessionsEnded })
  await mail(tx, now, { uid, username, email }, 'second-factor-reset')
  return true
}

/** Deletes the key and the codes. @returns whether the factor was on */
export async function eraseSecondFactor(tx: Db, userId: string): Promise<boolean> {
  await tx.delete(twoFactors).where(eq(twoFactors.userId, userId))
  const { rowCount } = await tx
    .update(users)
    .set({ twoFactorEnabled: false })
    .where(and(eq(users.id, userId), eq(users.twoFactorEnabled, true)))
  return rowCount === 1
}

/** The number of unused recovery codes of an account. */
export async function recoveryCodesLeft(db: Db, userId: string): Promise<number> {
  const [row] = await db
    .select({ codes: twoFactors.backupCodes })
    .from(twoFactors)
    .where(and(eq(twoFactors.userId, userId), eq(twoFactors.verified, true)))
  return row ? (JSON.parse(row.codes) as string[]).length : 0
}

/** @returns the new codes in groups of four, as people read them */
async function writeRecoveryCodes(tx: Db, userId: string): Promise<string[]> {
  const codes = Array.from({ length: LOGIN_LIMITS.recoveryCodes }, () =>
    randomBase32(ACCOUNT_LIMITS.recoveryCodeLength),
  )
  await tx
    .update(twoFactors)
    .set({ backupCodes: JSON.stringify(codes.map(hashRecoveryCode)) })
    .where(eq(twoFactors.userId, userId))
  return codes.map(groupByFour)
}

const record = (unit: Change, userId: string, action: AuditAction, details: object = {}) =>
  recordAudit(unit, action, `user:${userId}`, details)

function mail(
  tx: Db,
  now: number,
  { uid, username, email }: User,
  template: 'second-factor-added' | 'second-factor-removed' | 'second-factor-reset',
) {
  return queueMail(tx, now, { to: email, userId: uid, template, data: { username, at: now } })
}
