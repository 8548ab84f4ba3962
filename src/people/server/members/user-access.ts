import { eq } from 'drizzle-orm'
import { suspensionProblem } from '../../../platform/rules/access/break.ts'
import { endOfDay, type LagosDate } from '../../../platform/rules/base/calendar.ts'
import { endSessions } from '../sessions.ts'
import { change, type Context } from '../../../platform/server/audit/context.ts'
import { recordAudit } from '../../../platform/server/audit/record.ts'
import { Refusal, refusedField } from '../../../platform/server/http/refusal.ts'
import { queueMail } from '../../../platform/server/mail/queue-mail.ts'
import { users } from '../../../platform/server/tables/accounts.ts'
import { beginHelp } from './staff.ts'
import { eraseUser } from '../delete-account.ts'
import { resetSecondFactor } from '../second-factor.ts'

/**
 * Suspends a user until the end of a Lagos date: all sessions end, and logins are refused with the reason. Plan time runs on.
 * A user with a verified email gets a mail.
 * @throws Refusal not-found, not-oneself, forbidden, invalid-input at `until`, conflict for a suspended user
 */
export function suspendUser(
  context: Context,
  userId: string,
  { until: lastDay, reason }: { until: LagosDate; reason: string },
): Promise<void> {
  return change(context, async (unit) => {
    const { tx, now, actor } = unit
    const problem = suspensionProblem(lastDay, now)
    if (problem) throw refusedField('until', problem)
    const user = await beginHelp(tx, actor, userId)
    if (userId === actor.userId) throw new Refusal('not-oneself')
    if (user.suspendedUntil && user.suspendedUntil.getTime() > now)
      throw new Refusal('conflict', 'This user is suspended already. End that suspension first.')
    const until = endOfDay(lastDay)
    await tx
      .update(users)
      .set({ suspendedUntil: new Date(until), suspensionReason: reason, updatedAt: new Date(now) })
      .where(eq(users.id, userId))
    const ended = await endSessions(tx, userId)
    const details = { until: lastDay, reason, sessionsEnded: ended }
    await recordAudit(unit, 'user.suspend', `user:${userId}`, details)
    if (!user.emailVerified) return
    const data = { username: user.username, until, reason }
    await queueMail(tx, now, { to: user.email, userId, template: 'account-suspended', data })
  })
}

/**
 * Ends the suspension of a user.
 * @throws Refusal not-found, forbidden, conflict when the user is not suspended
 */
export function endSuspension(context: Context, userId: string, reason: string): Promise<void> {
  return change(context, async (unit) => {
    const { tx, now, actor } = unit
    const { suspendedUntil } = await beginHelp(tx, actor, userId)
    if (!suspendedUntil || suspendedUntil.getTime() <= now)
      throw new Refusal('conflict', 'This user is not suspended.')
    await tx
      .update(users)
      .set({ suspendedUntil: null, suspensionReason: null, updatedAt: new Date(now) })
      .where(eq(users.id, userId))
    await recordAudit(unit, 'user.end-suspension', `user:${userId}`, { reason })
  })
}

/**
 * Ends every session of a user.
 * @returns the number of sessions that ended
 * @throws Refusal not-found, forbidden
 */
export function endUserSessions(context: Context, userId: string, reason: string | null): Promise<number> {
  return change(context, async (unit) => {
    const { tx, actor } = unit
    await beginHelp(tx, actor, userId)
    const ended = await endSessions(tx, userId)
    const details = { ended, reason }
    await recordAudit(unit, 'user.end-sessions', `user:${userId}`, details)
    return ended
  })
}

/**
 * Erases a user like the deletion of one's own account: sessions end, and the emptied row stays as a tombstone. A user
 * with a verified email gets a mail.
 * @throws Refusal not-found, not-oneself, forbidden
 */
export async function deleteUser(context: Context, userId: string, reason: string | null): Promise<void> {
  const { actor } = context
  if (userId === actor.userId) throw new Refusal('not-oneself')
  await change(context, async (unit) => {
    const { tx, now } = unit
    const { role, username, email: to, emailVerified } = await beginHelp(tx, actor, userId)
    await eraseUser(tx, now, userId)
    const details = { old: { role }, reason }
    await recordAudit(unit, 'user.delete', `user:${userId}`, details)
    if (!emailVerified) return
    await queueMail(tx, now, { to, userId: null, template: 'account-deleted', data: { username, at: now } })
  })
}

/**
 * Removes the second factor of a user who lost the app and the recovery codes.
 * @returns false when the user has no second factor
 * @throws Refusal not-found, not-oneself, forbidden
 */
export function resetUserFactor(context: Context, userId: string, reason: string | null): Promise<boolean> {
  return change(context, async (unit) => {
    const { tx, actor } = unit
    const user = await beginHelp(tx, actor, userId)
    if (userId === actor.userId) throw new Refusal('not-oneself')
    return resetSecondFactor(unit, user, reason)
  })
}
