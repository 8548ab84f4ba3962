import type { Services } from '../api/services.ts'
import { withoutCookies } from '../accounts/browser.ts'
import { forward } from '../accounts/forward.ts'
import { loginMethods } from '../accounts/queries.ts'
import type { Actor } from '../audit/context.ts'
import { recordAudit } from '../audit/record.ts'
import { Refusal } from '../http/refusal.ts'
import { beginHelp } from './staff.ts'

/** `verification`: the link that verifies the email; `claim`: the link that sets a first password of an added record. */
type ProofMail = 'verification' | 'claim'

/**
 * Mails a user with an unverified email the link that verifies it: the link of the sign-up again or, for a record that
 * staff added, the link that sets a password. The rate limits of both mails apply to staff too.
 * @throws Refusal not-found, conflict when the email is verified already, too-many, forbidden
 */
export async function sendProofMail(
  services: Pick<Services, 'db' | 'auth' | 'limits' | 'log' | 'settings'>,
  now: number,
  actor: Actor,
  userId: string,
): Promise<ProofMail> {
  const { db, limits } = services
  const { email, kind } = await db.transaction(async (tx) => {
    const user = await beginHelp(tx, actor, userId)
    if (user.emailVerified) throw new Refusal('conflict', 'This email is verified already.')
    const isClaimed = (await loginMethods(tx, userId)).length > 0
    return { email: user.email, kind: isClaimed ? ('verification' as const) : ('claim' as const) }
  })
  await limits.consume(kind === 'claim' ? 'resetMail' : 'resendAccount', email)
  await recordAudit({ tx: db, now, actor }, 'user.proof-mail', `user:${userId}`, { kind })
  const path = kind === 'claim' ? '/request-password-reset' : '/send-verification-email'
  await forward(services, now, withoutCookies(actor), path, { body: { email } })
  return kind
}
