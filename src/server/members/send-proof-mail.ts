import { loginMethods } from '../accounts/queries.ts'
import { forward } from '../accounts/forward.ts'
import { recordAudit } from '../audit/record.ts'
import type { Call } from '../api/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { requireAdmin, lockUser } from './staff.ts'

/** `verification`: the link that proves the mailbox; `claim`: the link that sets a first password of an added record. */
export type ProofMail = 'verification' | 'claim'

/**
 * Mails somebody who has not proven the mailbox the link that does: once more the one of the sign-up, or, to the owner
 * of a record that staff added, the one that sets a password. The limits of both count for staff too.
 * @throws Refusal not-found, conflict when it is proven already, too-many
 */
export async function sendProofMail(call: Call<'admin'>, userId: string): Promise<ProofMail> {
  const { services, person, now, actor } = call
  const { email, kind } = await services.db.transaction(async (tx) => {
    await requireAdmin(tx, person.uid)
    const member = await lockUser(tx, userId)
    if (member.emailVerified) throw new Refusal('conflict', 'This e-mail is verified already.')
    const claimed = (await loginMethods(tx, userId)).length > 0
    return { email: member.email, kind: claimed ? ('verification' as const) : ('claim' as const) }
  })
  await services.limits.consume(kind === 'claim' ? 'resetMail' : 'resendAccount', email)
  await recordAudit(services.db, now, actor, {
    action: 'user.proof-mail',
    subject: `user:${userId}`,
    details: { kind },
  })
  const path = kind === 'claim' ? '/request-password-reset' : '/send-verification-email'
  await forward(call, path, { body: { email }, anonymous: true })
  return kind
}
