import { and, eq, isNull, sql } from 'drizzle-orm'
import { change, type Context } from '../../platform/server/audit/context.ts'
import { recordAudit } from '../../platform/server/audit/record.ts'
import type { Db } from '../../platform/server/db/connect.ts'
import { Refusal } from '../../platform/server/http/refusal.ts'
import { eraseMailsOf, queueMail } from '../../platform/server/mail/queue-mail.ts'
import { accounts, users, verifications } from '../../platform/server/tables/accounts.ts'
import { formAnswers } from '../../platform/server/tables/form-answers.ts'
import { refuseLastAdmin } from './admins.ts'
import { endSessions } from './sessions.ts'
import { personalData } from './personal-data.ts'
import { userById } from './queries.ts'
import { eraseSecondFactor } from './second-factor.ts'

/**
 * Deletes a user's own account. Sessions end at once, personal columns are emptied, and the row stays as a tombstone:
 * payments and the audit trail keep an anonymous id.
 *
 * @throws Refusal last-admin, not-signed-in when the account was deleted meanwhile
 */
export async function deleteAccount(context: Context, userId: string): Promise<void> {
  await change(context, async (unit) => {
    const { tx, now } = unit
    await refuseLastAdmin(tx, userId)
    const user = await userById(tx, userId)
    if (!user || !(await eraseUser(tx, now, userId))) throw new Refusal('not-signed-in')
    await recordAudit(unit, 'account.delete', `user:${userId}`, {})
    const data = { username: user.username, at: now }
    await queueMail(tx, now, { to: user.email, userId: null, template: 'account-deleted', data })
  })
}

/**
 * Empties a user's row and erases the personal data that belongs to it.
 * @returns false when the user was deleted before
 */
export async function eraseUser(tx: Db, now: number, userId: string): Promise<boolean> {
  await endSessions(tx, userId)
  await tx.delete(accounts).where(eq(accounts.userId, userId))
  await tx.delete(formAnswers).where(eq(formAnswers.userId, userId))
  for (const { erase } of personalData.all()) await erase?.(tx, userId)
  await eraseSecondFactor(tx, userId)
  // The state of a pending Google login names the user inside a longer text.
  await tx.delete(verifications).where(sql`position(${userId} in ${verifications.value}) > 0`)
  await eraseMailsOf(tx, now, userId)
  const { rowCount } = await tx
    .update(users)
    .set({
      username: '',
      email: `${userId.toLowerCase()}@deleted.invalid`,
      emailVerified: false,
      image: null,
      role: 'user',
      ageConfirmedAt: null,
      suspendedUntil: null,
      suspensionReason: null,
      breakUntil: null,
      updatedAt: new Date(now),
      deletedAt: new Date(now),
    })
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
  return rowCount === 1
}
