import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { AuditAction } from '../../domain/audit.ts'
import { ACCOUNT_LIMITS } from '../../domain/account-limits.ts'
import { SERVER_LIMITS } from '../../domain/limits.ts'
import { BASE32, inFours } from '../../domain/second-factor.ts'
import { type Actor, recordAudit } from '../audit/record.ts'
import type { Db } from '../db/connect.ts'
import type { Call } from '../api/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { endSessions } from './queries.ts'
import { checkCode, hashRecoveryCode } from './check-code.ts'
import { ownCode, requireProof } from './proof.ts'
import { twoFactors, users } from '../tables/accounts.ts'

type Own = Call<'signed-in'>

const randomBase32 = (length: number) =>
  Array.from({ length }, () => BASE32[randomInt(BASE32.length)]).join('')

/** How apps take a secret (RFC 4648, without padding). @param text of ASCII; five characters become eight */
function toBase32(text: string): string {
  const bits = [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return bits.replace(/.{1,5}/g, (five) => BASE32[parseInt(five.padEnd(5, '0'), 2)]!)
}

/**
 * Begins to set up an authenticator app. Nothing changes for logins until a code confirms it; beginning again replaces
 * the key.
 *
 * @returns the new key in base 32, and the address that an app reads from a QR code
 * @throws Refusal proof-needed, unproven, conflict where the account has a second factor
 */
export async function beginSecondFactor(call: Own): Promise<{ key: string; uri: string }> {
  requireProof(call)
  const { services, person, now } = call
  // The owner of a mailbox takes over an unverified account by a password reset, which leaves the factor as it is.
  if (!person.emailVerified) throw new Refusal('unproven', 'Please verify your email first.')
  const plain = randomBytes(32).toString('base64url').slice(0, SERVER_LIMITS.factorSecretLength)
  const key = toBase32(plain)
  const secret = await services.auth.encryptSecret(plain)
  const fresh = { secret, backupCodes: '[]', verified: false, createdAt: new Date(now) }
  const { rowCount } = await services.db
    .insert(twoFactors)
    .values({ id: randomUUID(), userId: person.uid, ...fresh })
    .onConflictDoUpdate({ target: twoFactors.userId, set: fresh, setWhere: eq(twoFactors.verified, false) })
  if (rowCount === 0) throw new Refusal('conflict', 'This account has a second factor already.')
  return { key, uri: uriOf(key, person.email) }
}

/** The address that authenticator apps understand; six digits and 30 seconds are their defaults. */
function uriOf(key: string, email: string): string {
  const name = encodeURIComponent('Lotto Forecast')
  return `otpauth://totp/${name}:${encodeURIComponent(email)}?secret=${key}&issuer=${name}`
}

/**
 * Turns the second factor on by a first code of the app. All other sessions end, and the present one gets a new token.
 *
 * @returns the recovery codes, which are never shown again, and the cookies of the session
 * @throws Refusal proof-needed, not-found where nothing was begun, invalid-input at `code`, too-many
 */
export async function confirmSecondFactor(
  call: Own,
  typed: string,
): Promise<{ recoveryCodes: string[]; cookies: Headers }> {
  requireProof(call)
  const { services, person, now, actor } = call
  const { uid } = person
  const begun = and(eq(twoFactors.userId, uid), eq(twoFactors.verified, false))
  const [pending] = await services.db.select({ id: twoFactors.id }).from(twoFactors).where(begun)
  if (!pending) throw new Refusal('not-found', 'Please set up the app first.')
  const { cookies, session } = await checkCode(call, ownCode(person), typed)
  const recoveryCodes = await services.db.transaction(async (tx) => {
    await endSessions(tx, uid, session)
    await record(tx, now, actor, uid, 'account.second-factor-added')
    await tell(tx, now, person, 'second-factor-added')
    return writeRecoveryCodes(tx, uid)
  })
  return { recoveryCodes, cookies }
}

/**
 * Replaces the recovery codes; the old ones stop working.
 * @throws Refusal proof-needed, not-found where there is no second factor
 */
export async function renewRecoveryCodes(call: Own): Promise<string[]> {
  requireProof(call)
  const { services, person, now, actor } = call
  if (!person.secondFactor) throw new Refusal('not-found')
  return services.db.transaction(async (tx) => {
    await record(tx, now, actor, person.uid, 'account.recovery-codes')
    return writeRecoveryCodes(tx, person.uid)
  })
}

/**
 * Turns the second factor off.
 * @throws Refusal proof-needed, not-found where there is none
 */
export async function removeSecondFactor(call: Own): Promise<void> {
  requireProof(call)
  const { services, person, now, actor } = call
  await services.db.transaction(async (tx) => {
    if (!(await eraseSecondFactor(tx, person.uid))) throw new Refusal('not-found')
    await record(tx, now, actor, person.uid, 'account.second-factor-removed')
    await tell(tx, now, person, 'second-factor-removed')
  })
}

/**
 * Removes the second factor of a person who lost the app and the recovery codes, and ends their sessions.
 * @returns false where there was none
 */
export async function resetSecondFactor(
  tx: Db,
  now: number,
  actor: Actor,
  user: { id: string; username: string; email: string },
  reason: string | null,
): Promise<boolean> {
  if (!(await eraseSecondFactor(tx, user.id))) return false
  const sessionsEnded = await endSessions(tx, user.id)
  await record(tx, now, actor, user.id, 'user.second-factor-reset', { reason, sessionsEnded })
  await tell(tx, now, { uid: user.id, username: user.username, email: user.email }, 'second-factor-reset')
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

/** How many recovery codes an account has left. */
export async function recoveryCodesLeft(db: Db, userId: string): Promise<number> {
  const [row] = await db
    .select({ codes: twoFactors.backupCodes })
    .from(twoFactors)
    .where(and(eq(twoFactors.userId, userId), eq(twoFactors.verified, true)))
  return row ? (JSON.parse(row.codes) as string[]).length : 0
}

/** @returns the new codes as people read them */
async function writeRecoveryCodes(tx: Db, userId: string): Promise<string[]> {
  const codes = Array.from({ length: SERVER_LIMITS.recoveryCodes }, () =>
    randomBase32(ACCOUNT_LIMITS.recoveryCodeLength),
  )
  await tx
    .update(twoFactors)
    .set({ backupCodes: JSON.stringify(codes.map(hashRecoveryCode)) })
    .where(eq(twoFactors.userId, userId))
  return codes.map(inFours)
}

function record(
  tx: Db,
  now: number,
  actor: Actor,
  userId: string,
  action: AuditAction,
  details: object = {},
) {
  return recordAudit(tx, now, actor, { action, subject: `user:${userId}`, details })
}

function tell(
  tx: Db,
  now: number,
  { uid, username, email }: { uid: string; username: string; email: string },
  template: 'second-factor-added' | 'second-factor-removed' | 'second-factor-reset',
) {
  return queueMail(tx, now, { to: email, userId: uid, template, data: { username, at: now } })
}
