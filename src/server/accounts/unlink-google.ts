import { and, eq } from 'drizzle-orm'
import { recordAudit } from '../audit/record.ts'
import type { Call } from '../api/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { loginMethods } from './queries.ts'
import { endChallenges } from './challenge.ts'
import { accounts, users } from '../tables/accounts.ts'

/**
 * Unlinks Google. A login by Google that still waits for a code ends.
 * @throws Refusal last-way-in, not-found when it is not linked
 */
export async function unlinkGoogle({ services, person, now, actor }: Call<'signed-in'>): Promise<void> {
  await services.db.transaction(async (tx) => {
    // Two ways taken away at once must not both find the other one.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, person.uid)).for('update')
    const ways = await loginMethods(tx, person.uid)
    if (!ways.includes('google')) throw new Refusal('not-found')
    if (!ways.includes('credential')) throw new Refusal('last-way-in')
    await tx.delete(accounts).where(and(eq(accounts.userId, person.uid), eq(accounts.providerId, 'google')))
    await endChallenges(tx, person.uid)
    await recordAudit(tx, now, actor, {
      action: 'account.google-unlinked',
      subject: `user:${person.uid}`,
      details: {},
    })
    const data = { username: person.username, at: now }
    await queueMail(tx, now, { to: person.email, userId: person.uid, template: 'google-unlinked', data })
  })
}
