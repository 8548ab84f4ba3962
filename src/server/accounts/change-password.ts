import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { passwordProblem } from '../../domain/identity.ts'
import { recordAudit } from '../audit/record.ts'
import type { Call } from '../api/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { endSessions, storedPassword } from './queries.ts'
import { commonPasswordProblem } from './common-passwords.ts'
import { hashPassword } from './password.ts'
import { checkPassword, requireProof } from './proof.ts'
import { accounts } from '../tables/accounts.ts'

/**
 * Changes the password of somebody who knows the present one, or sets a first one for somebody who comes by Google and
 * has just shown it. All other sessions end, and a mail tells it.
 *
 * @throws Refusal invalid-input with fields, proof-needed, too-many, unavailable
 */
export async function changePassword(
  call: Call<'signed-in'>,
  { currentPassword, newPassword }: { currentPassword?: string | undefined; newPassword: string },
): Promise<void> {
  const { services, person, now, actor } = call
  const problem = passwordProblem(newPassword) ?? commonPasswordProblem(newPassword, person)
  if (problem) throw new Refusal('invalid-input', problem, { fields: { newPassword: problem } })
  if (await storedPassword(services.db, person.uid)) {
    await checkPassword(call, currentPassword ?? '', 'currentPassword')
  } else requireProof(call)

  const password = await hashPassword(newPassword)
  const mine = and(eq(accounts.userId, person.uid), eq(accounts.providerId, 'credential'))
  await services.db.transaction(async (tx) => {
    const at = new Date(now)
    const { rowCount } = await tx.update(accounts).set({ password, updatedAt: at }).where(mine)
    if (rowCount === 0) {
      const own = { userId: person.uid, accountId: person.uid, providerId: 'credential' }
      await tx.insert(accounts).values({ id: randomUUID(), ...own, password, createdAt: at, updatedAt: at })
    }
    await endSessions(tx, person.uid, person.session?.id ?? null)
    await recordAudit(tx, now, actor, {
      action: 'account.password',
      subject: `user:${person.uid}`,
      details: {},
    })
    const template = rowCount === 0 ? 'way-in-added' : 'password-changed'
    const data = { username: person.username, at: now }
    await queueMail(tx, now, { to: person.email, userId: person.uid, template, data })
  })
}
