import { eraseUser } from '../accounts/delete-account.ts'
import { change, type Context } from '../audit/context.ts'
import { recordAudit } from '../audit/record.ts'
import { Refusal } from '../http/refusal.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { beginHelp } from './staff.ts'

/**
 * Erases a user like the deletion of one's own account: sessions end, and the emptied row stays as a tombstone. A user
 * with a verified email gets a mail.
 * @throws Refusal not-found, not-oneself, forbidden
 */
export async function deleteUser(context: Context, userId: string, reason: string | null): Promise<void> {
  const { actor } = context
  if (userId === actor.userId) throw new Refusal('not-oneself')
  await change(context, async (inside) => {
    const { tx, now } = inside
    const { role, username, email: to, emailVerified } = await beginHelp(tx, actor, userId)
    await eraseUser(tx, now, userId)
    const details = { old: { role }, reason }
    await recordAudit(inside, 'user.delete', `user:${userId}`, details)
    if (!emailVerified) return
    await queueMail(tx, now, { to, userId: null, template: 'account-deleted', data: { username, at: now } })
  })
}
