import { randomUUID } from 'node:crypto'
import { ERRORS } from '../../domain/base/messages.ts'
import { DEFAULT_USERNAME, usernameProblem } from '../../domain/accounts/identity.ts'
import { type StaffRole, staffRoleNames } from '../../domain/admin/staff-roles.ts'
import type { Role } from '../../domain/billing/plans.ts'
import { mailOwners } from '../accounts/admins.ts'
import { change, type Context } from '../audit/context.ts'
import { recordAudit } from '../audit/record.ts'
import { Refusal } from '../http/refusal.ts'
import { users } from '../tables/accounts.ts'
import { requireRight } from './staff.ts'

interface NewUser {
  /** In lower case. */
  email: string
  /** Empty when staff does not know it. */
  username: string
  role: Role
  /** What an admin may do: everything when it is missing. */
  staffRoles?: StaffRole[] | undefined
  reason: string | null
}

/**
 * Adds a record without a login method. The owner of the mailbox claims it with the mail that sets a password, and keeps
 * the role. Until then the role of an admin has no effect.
 * @returns the user id
 * @throws Refusal invalid-input and email-in-use, each at its field; forbidden
 */
export async function addUser(
  context: Context,
  { email, username: typed, role, staffRoles = ['owner'], reason }: NewUser,
): Promise<string> {
  const { now } = context
  const username = typed.trim() || DEFAULT_USERNAME
  const problem = usernameProblem(username)
  if (problem) throw new Refusal('invalid-input', problem, { fields: { username: problem } })
  const id = randomUUID()
  const at = new Date(now)
  await change(context, async (inside) => {
    const { tx, actor } = inside
    await requireRight(tx, actor, role === 'admin' ? 'manage-staff' : 'help-people')
    const added = await tx
      .insert(users)
      .values({ id, email, username, role, staffRoles, createdAt: at, updatedAt: at })
      .onConflictDoNothing({ target: users.email })
      .returning({ id: users.id })
    if (added.length === 0)
      throw new Refusal('email-in-use', undefined, { fields: { email: ERRORS['email-in-use'].title } })
    const names = staffRoleNames(staffRoles)
    const details = { new: { role }, ...(role === 'admin' && { staffRoles: names }), reason }
    await recordAudit(inside, 'user.add', `user:${id}`, details)
    if (role === 'admin')
      await mailOwners(tx, now, actor.userId, { did: `added ${email} with these roles: ${names}`, reason })
  })
  return id
}
