import { eraseUser } from '../accounts/delete-account.ts'
import { recordAudit } from '../audit/record.ts'
import type { Call } from '../api/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { requireAdmin, lockUser } from './staff.ts'

/**
 * Erases somebody as they could themselves: sessions end, the row is emptied and stays as a tombstone. Whoever proved
 * the mailbox is told.
 * @throws Refusal not-found, not-oneself, forbidden
 */
export async function deleteUser(
  { services: { db }, person, now, actor }: Call<'admin'>,
  userId: string,
  reason: string | null,
): Promise<void> {
  if (userId === person.uid) throw new Refusal('not-oneself')
  await db.transaction(async (tx) => {
    await requireAdmin(tx, person.uid)
    const { role, username, email: to, emailVerified } = await lockUser(tx, userId)
    await eraseUser(tx, now, userId)
    const details = { old: { role }, reason }
    await recordAudit(tx, now, actor, { action: 'user.delete', subject: `user:${userId}`, details })
    if (!emailVerified) return
    await queueMail(tx, now, { to, userId: null, template: 'account-deleted', data: { username, at: now } })
  })
}
