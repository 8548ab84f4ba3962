import { and, eq, isNull, sql } from 'drizzle-orm'
import { recordAudit } from '../audit/record.ts'
import type { Call } from '../api/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { eraseMailsOf } from '../mail/erase-mails.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Db } from '../db/connect.ts'
import { endSessions } from './queries.ts'
import { eraseSecondFactor } from './second-factor.ts'
import { accounts, users, verifications } from '../tables/accounts.ts'

/**
 * Deletes one's own account: sessions end at once, every personal column is emptied and the row stays as a tombstone,
 * so that payments and the trail keep an id that names nobody.
 *
 * @throws Refusal last-admin, not-signed-in when it was deleted meanwhile
 */
export async function deleteAccount({ services, person, now, actor }: Call<'signed-in'>): Promise<void> {
  await services.db.transaction(async (tx) => {
    await refuseLastAdmin(tx, person.uid)
    if (!(await eraseUser(tx, now, person.uid))) throw new Refusal('not-signed-in')
    await recordAudit(tx, now, actor, {
      action: 'account.delete',
      subject: `user:${person.uid}`,
      details: {},
    })
    const { username, email: to } = person
    await queueMail(tx, now, { to, userId: null, template: 'account-deleted', data: { username, at: now } })
  })
}

/**
 * Whoever takes an admin away holds all of them locked: two who go at once cannot both count on the other. Admins whose
 * mailbox is not proven have no rights yet, so they do not count.
 */
export async function refuseLastAdmin(tx: Db, userId: string): Promise<void> {
  const admins = await lockAdmins(tx)
  if (admins.length === 1 && admins[0] === userId) throw new Refusal('last-admin')
}

/** The ids of everybody with admin rights, whose rows the caller holds from here to the end of its transaction. */
export async function lockAdmins(tx: Db): Promise<string[]> {
  const admins = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), eq(users.emailVerified, true), isNull(users.deletedAt)))
    .orderBy(users.id)
    .for('update')
  return admins.map(({ id }) => id)
}

/**
 * Empties a person's row and everything personal that hangs on it.
 * @returns false for somebody who is gone already
 */
export async function eraseUser(tx: Db, now: number, userId: string): Promise<boolean> {
  await endSessions(tx, userId)
  await tx.delete(accounts).where(eq(accounts.userId, userId))
  await eraseSecondFactor(tx, userId)
  // A trip to Google that has begun names the person in the middle of its state.
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
      updatedAt: new Date(now),
      deletedAt: new Date(now),
    })
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
  return rowCount === 1
}
