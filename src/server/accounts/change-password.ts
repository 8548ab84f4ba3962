import { requireProof } from '../api/mount.ts'
import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { passwordProblem } from '../../domain/accounts/identity.ts'
import type { Services } from '../api/services.ts'
import type { Person } from '../api/visits.ts'
import { recordAudit } from '../audit/record.ts'
import { Refusal } from '../http/refusal.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { accounts } from '../tables/accounts.ts'
import type { Browser } from './browser.ts'
import { commonPasswordProblem } from './common-passwords.ts'
import { endSessions } from './end-sessions.ts'
import { hashPassword } from './password.ts'
import { checkPassword } from './proof.ts'
import { storedPassword } from './queries.ts'

/**
 * Changes a user's password against the current one. A user who logs in with Google sets a first password after a fresh
 * proof. All other sessions end, and the user gets a mail.
 *
 * @throws Refusal invalid-input with fields, proof-needed, too-many, unavailable
 */
export async function changePassword(
  services: Pick<Services, 'db' | 'limits' | 'settings'>,
  now: number,
  actor: Browser,
  user: Person,
  { currentPassword, newPassword }: { currentPassword?: string | undefined; newPassword: string },
): Promise<void> {
  const { db } = services
  const { uid, username, email } = user
  const problem = passwordProblem(newPassword) ?? (await commonPasswordProblem(newPassword, user))
  if (problem) throw new Refusal('invalid-input', problem, { fields: { newPassword: problem } })
  if ((await storedPassword(db, uid)) === null) requireProof(user, now)
  else await checkPassword(services, now, actor, user, currentPassword ?? '', 'currentPassword')

  const password = await hashPassword(newPassword)
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
