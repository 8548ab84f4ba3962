import { randomUUID } from 'node:crypto'
import { NO_NAME, usernameProblem } from '../../domain/identity.ts'
import type { Role } from '../../domain/plans.ts'
import { ERRORS } from '../../domain/errors.ts'
import { users } from '../tables/accounts.ts'
import { recordAudit } from '../audit/record.ts'
import type { Call } from '../api/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { requireAdmin } from './staff.ts'

interface NewUser {
  /** Lower-cased already. */
  email: string
  /** Empty where staff does not know it. */
  username: string
  role: Role
  reason: string | null
}

/**
 * Adds a record without any way in. Whoever holds the mailbox claims it by the mail that sets a password, and keeps the
 * role; until then an admin's role gives nothing.
 * @returns its id
 * @throws Refusal invalid-input and email-in-use, each at its field
 */
export async function addUser(
  { services: { db }, person, now, actor }: Call<'admin'>,
  { email, username: typed, role, reason }: NewUser,
): Promise<string> {
  const username = typed.trim() || NO_NAME
  const problem = usernameProblem(username)
  if (problem) throw new Refusal('invalid-input', problem, { fields: { username: problem } })
  const id = randomUUID()
  const at = new Date(now)
  await db.transaction(async (tx) => {
    await requireAdmin(tx, person.uid)
    const added = await tx
      .insert(users)
      .values({ id, email, username, role, createdAt: at, updatedAt: at })
      .onConflictDoNothing({ target: users.email })
      .returning({ id: users.id })
    if (added.length === 0)
      throw new Refusal('email-in-use', undefined, { fields: { email: ERRORS['email-in-use'].title } })
    const details = { new: { role }, reason }
    await recordAudit(tx, now, actor, { action: 'user.add', subject: `user:${id}`, details })
  })
  return id
}
