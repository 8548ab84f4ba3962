import { eq } from 'drizzle-orm'
import { type StaffRole } from '../../../platform/rules/access/staff-roles.ts'
import { staffRoleNames } from '../../../platform/rules/access/staff-role-texts.ts'
import type { Role } from '../../../platform/rules/access/plans.ts'
import { mailOwners, requireRight } from '../admins.ts'
import { endSessions } from '../sessions.ts'
import { loginMethods } from '../queries.ts'
import { change, type Context, PROGRAM } from '../../../platform/server/audit/context.ts'
import { recordAudit } from '../../../platform/server/audit/record.ts'
import type { Db } from '../../../platform/server/db/connect.ts'
import { Refusal, refusedField } from '../../../platform/server/http/refusal.ts'
import { users } from '../../../platform/server/tables/accounts.ts'
import { lockUser } from './staff.ts'
import { randomUUID } from 'node:crypto'
import { ERRORS } from '../../../platform/rules/base/messages.ts'
import { DEFAULT_USERNAME, usernameProblem } from '../../../platform/rules/access/identity.ts'

interface NewRole {
  role: Role
  /** What the admin may do: everything when it is missing. */
  staffRoles?: readonly StaffRole[] | undefined
  /** The staff roles that the change is based on, empty for a player. */
  seen?: readonly StaffRole[] | undefined
  reason: string | null
}

/**
 * Promotes or demotes a user, or changes what an admin may do. A demotion ends the user's sessions. Every owner gets a mail.
 * @returns false when the user has this role already
 * @throws Refusal not-found, not-oneself for the actor's own role, forbidden, unproven, conflict if another owner changed it first
 */
export function setRole(
  context: Context,
  userId: string,
  { role, staffRoles: given = ['owner'], seen, reason }: NewRole,
): Promise<boolean> {
  return change(context, async (unit) => {
    const { tx, now, actor } = unit
    await requireRight(tx, actor, 'manage-staff')
    const user = await lockUser(tx, userId)
    const staffRoles = role === 'admin' ? given : user.staffRoles
    const names = staffRoleNames(staffRoles)
    if (user.role === role && staffRoleNames(user.staffRoles) === names) return false
    if (userId === actor.userId) throw new Refusal('not-oneself')
    if (seen && staffRoleNames(seen) !== (user.role === 'admin' ? staffRoleNames(user.staffRoles) : ''))
      throw new Refusal('conflict', 'Another owner changed these roles first. Look at them again.')
    if (role === 'admin') await refuseUnverified(tx, user)
    await tx
      .update(users)
      .set({ role, staffRoles: [...staffRoles], updatedAt: new Date(now) })
      .where(eq(users.id, userId))
    const sessionsEnded = role === 'admin' ? 0 : await endSessions(tx, userId)
    await recordAudit(
      unit,
      role !== 'admin' ? 'user.demote' : user.role === 'admin' ? 'user.roles' : 'user.promote',
      `user:${userId}`,
      {
        old: { role: user.role },
        new: { role },
        ...(role === 'admin' && { staffRoles: names }),
        reason,
        sessionsEnded,
      },
    )
    const did =
      role === 'admin' ? `gave ${user.email} these roles: ${names}` : `removed the roles of ${user.email}`
    // The uses of a power by staff are in a mail of their own.
    if (actor === PROGRAM) await mailOwners(tx, now, null, { did, reason })
    return true
  })
}

/**
 * A stranger may have signed up with another person's email. If that account were an admin, the owner's click on the
 * verification link would open the admin area to the stranger's password. A record without a login method is safe: only
 * the mailbox can claim it.
 */
async function refuseUnverified(tx: Db, { id, emailVerified }: typeof users.$inferSelect): Promise<void> {
  if (!emailVerified && (await loginMethods(tx, id)).length > 0) throw new Refusal('unproven')
}

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
  if (problem) throw refusedField('username', problem)
  const id = randomUUID()
  const at = new Date(now)
  await change(context, async (unit) => {
    const { tx, actor } = unit
    await requireRight(tx, actor, role === 'admin' ? 'manage-staff' : 'help-people')
    const added = await tx
      .insert(users)
      .values({ id, email, username, role, staffRoles, createdAt: at, updatedAt: at })
      .onConflictDoNothing({ target: users.email })
      .returning({ id: users.id })
    if (added.length === 0) throw refusedField('email', ERRORS['email-in-use'].title, 'email-in-use')
    const names = role === 'admin' && { staffRoles: staffRoleNames(staffRoles) }
    const details = { new: { role }, ...names, reason }
    await recordAudit(unit, 'user.add', `user:${id}`, details)
  })
  return id
}
