import { eq, and } from 'drizzle-orm'
import type { Person } from '../../platform/server/api/visits.ts'
import { Refusal, refusedField } from '../../platform/server/http/refusal.ts'
import { sessions, accounts } from '../../platform/server/tables/accounts.ts'
import { countTry, recordAttack } from './attacks.ts'
import type { Attempt } from './forward.ts'
import { checkCode, ownCodeCheck } from './factor-code.ts'
import { refuseWhenBusy, verifyPassword, hashPassword, guessablePasswordProblem } from './password.ts'
import { storedPassword } from './queries.ts'
import { requireProof } from '../../platform/server/api/mount.ts'
import { randomUUID } from 'node:crypto'
import { passwordProblem } from '../../platform/rules/access/identity.ts'
import { recordAudit } from '../../platform/server/audit/record.ts'
import { queueMail } from '../../platform/server/mail/queue-mail.ts'
import { endSessions } from './sessions.ts'

/**
 * Checks a user's password.
 * @param field of the form, for the refusal
 * @throws Refusal invalid-input at the field, too-many, unavailable
 */
async function checkPassword(
  attempt: Attempt,
  { uid, email }: Pick<Person, 'uid' | 'email'>,
  password: string,
  field = 'password',
): Promise<void> {
  const { db, limits } = attempt.services
  refuseWhenBusy()
  await countTry(attempt, 'proof', uid, email)
  const hash = await storedPassword(db, uid)
  if (!hash || !(await verifyPassword({ hash, password }))) {
    await recordAttack(attempt, { kind: 'proof-refused', email })
    throw refusedField(field, 'This is not your password.')
  }
  await limits.reset('proof', uid)
}

/**
 * Proves the identity of a signed-in user for some minutes of this session: by the password if the account has one, and
 * by a code if it has a second factor. An account with neither logs in with Google again instead.
 *
 * @throws Refusal invalid-input at the fields, proof-needed, too-many, unavailable
 */
export async function prove(
  attempt: Attempt,
  user: Person,
  { password = '', code = '' }: { password?: string | undefined; code?: string | undefined },
): Promise<void> {
  const { db } = attempt.services
  const hasPassword = (await storedPassword(db, user.uid)) !== null
  if (!user.session || (!hasPassword && !user.secondFactor)) throw new Refusal('proof-needed')
  if (hasPassword) await checkPassword(attempt, user, password)
  if (user.secondFactor) await checkCode(attempt, ownCodeCheck(user), code)
  await db
    .update(sessions)
    .set({ provenAt: new Date(attempt.now) })
    .where(eq(sessions.id, user.session.id))
}

/**
 * Changes a user's password against the current one. A user who logs in with Google sets a first password after a fresh
 * proof. All other sessions end, and the user gets a mail.
 *
 * @throws Refusal invalid-input with fields, proof-needed, too-many, unavailable
 */
export async function changePassword(
  attempt: Attempt,
  user: Person,
  { currentPassword, newPassword }: { currentPassword?: string | undefined; newPassword: string },
): Promise<void> {
  const { services, now, browser: actor } = attempt
  const { db } = services
  const { uid, username, email } = user
  const problem =
    passwordProblem(newPassword) ?? (await guessablePasswordProblem(services, newPassword, user))
  if (problem) throw refusedField('newPassword', problem)
  if ((await storedPassword(db, uid)) === null) requireProof(user, now)
  else await checkPassword(attempt, user, currentPassword ?? '', 'currentPassword')

  const password = await hashPassword(services.settings.passwordCost, newPassword)
  await db.transaction(async (tx) => {
    const at = new Date(now)
    const { rowCount } = await tx
      .update(accounts)
      .set({ password, updatedAt: at })
      .where(and(eq(accounts.userId, uid), eq(accounts.providerId, 'credential')))
    if (rowCount === 0) {
      const method = { userId: uid, accountId: uid, providerId: 'credential' }
      await tx
        .insert(accounts)
        .values({ id: randomUUID(), ...method, password, createdAt: at, updatedAt: at })
    }
    await endSessions(tx, uid, user.session?.id ?? null)
    await recordAudit({ tx, now, actor }, 'account.password', `user:${uid}`, {})
    const template = rowCount === 0 ? 'way-in-added' : 'password-changed'
    await queueMail(tx, now, { to: email, userId: uid, template, data: { username, at: now } })
  })
}
