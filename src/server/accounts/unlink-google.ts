import { and, eq } from 'drizzle-orm'
import { change, type Context } from '../audit/context.ts'
import { recordAudit } from '../audit/record.ts'
import { Refusal } from '../http/refusal.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { accounts, users } from '../tables/accounts.ts'
import { endChallenges } from './challenge.ts'
import { loginMethods } from './queries.ts'

/**
 * Unlinks Google. A login by Google that waits for a code ends.
 * @throws Refusal last-way-in, not-found when Google is not linked
 */
export async function unlinkGoogle(context: Context, userId: string): Promise<void> {
  await change(context, async (inside) => {
    const { tx, now } = inside
    // Without the lock, two removals at the same time could each count on the other login method.
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
    const methods = await loginMethods(tx, userId)
    if (!user || !methods.includes('google')) throw new Refusal('not-found')
    if (!methods.includes('credential')) throw new Refusal('last-way-in')
    await tx.delete(accounts).where(and(eq(accounts.userId, userId), eq(accounts.providerId, 'google')))
    await endChallenges(tx, userId)
    await recordAudit(inside, {
      action: 'account.google-unlinked',
      subject: `user:${userId}`,
      details: {},
    })
    const data = { username: user.username, at: now }
    await queueMail(tx, now, { to: user.email, userId, template: 'google-unlinked', data })
  })
}
