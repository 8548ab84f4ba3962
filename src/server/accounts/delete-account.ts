import { and, eq, isNull } from 'drizzle-orm'
import { recordAudit } from '../audit/record.ts'
import type { Call } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { emptyMailsOf } from '../mail/empty-mails.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Db } from '../db/connect.ts'
import { endSessions } from './account-queries.ts'
import { accounts, users, verifications } from './tables.ts'

/**
 * Deletes one's own account: sessions end at once, every personal column is emptied and the row stays as a tombstone,
 * so that payments and the trail keep an id that names nobody.
 *
 * @throws Refusal last-admin
 */
export async function deleteAccount({ services, person, now, actor }: Call<'signed-in'>): Promise<void> {
  await services.db.transaction(async (tx) => {
    await refuseLastAdmin(tx, person.uid)
    await erasePerson(tx, now, person.uid)
    await recordAudit(tx, now, actor, {
      action: 'account.delete',
      subject: `user:${person.uid}`,
      details: {},
    })
    const { username, email: to } = person
    await queueMail(tx, now, { to, userId: null, template: 'account-deleted', data: { username, at: now } })
  })
}

/** Whoever takes an admin away holds all of them locked: two who go at once cannot both count on the other. */
export async function refuseLastAdmin(tx: Db, userId: string): Promise<void> {
  const admins = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), isNull(users.deletedAt)))
    .orderBy(users.id)
    .for('update')
  if (admins.length === 1 && admins[0]!.id === userId) throw new Refusal('last-admin')
}

/** Empties a person's row and everything personal that hangs on it (db/personal-data.ts lists the columns). */
export async function erasePerson(tx: Db, now: number, userId: string): Promise<void> {
  await endSessions(tx, userId)
  await tx.delete(accounts).where(eq(accounts.userId, userId))
  await tx.delete(verifications).where(eq(verifications.value, userId))
  await emptyMailsOf(tx, now, userId)
  await tx
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
    .where(eq(users.id, userId))
}
