import { ERRORS } from '../../../platform/rules/base/messages.ts'
import { formatInstant } from '../../../platform/rules/base/calendar.ts'
import { PATHS } from '../../../platform/rules/site/paths.ts'
import { cancelEmailChange, pendingEmailOf, storeEmailChange } from '../mailed-links.ts'
import { userByEmail, loginMethods } from '../queries.ts'
import type { Services } from '../../../platform/server/api/services.ts'
import { change, type Context, type Actor } from '../../../platform/server/audit/context.ts'
import { recordAudit } from '../../../platform/server/audit/record.ts'
import { Refusal, refusedField } from '../../../platform/server/http/refusal.ts'
import { queueMail } from '../../../platform/server/mail/queue-mail.ts'
import { beginHelp } from './staff.ts'
import { forward, withoutCookies } from '../forward.ts'

/**
 * Mails a link to a new address of a user. The email changes when the link is opened, until then staff can cancel. The old
 * address, if it is verified, gets a mail now and another after the change.
 * @throws Refusal not-found, forbidden, too-many, invalid-input and email-in-use at `email`, conflict while another change waits
 */
export async function requestEmailChange(
  { limits, settings }: Pick<Services, 'limits' | 'settings'>,
  context: Context,
  userId: string,
  { email, reason }: { email: string; reason: string },
): Promise<void> {
  await limits.consume('resendAccount', email)
  await change(context, async (unit) => {
    const { tx, now, actor } = unit
    const user = await beginHelp(tx, actor, userId)
    const refuse = (code: 'invalid-input' | 'email-in-use', problem: string) =>
      refusedField('email', problem, code)
    if (email === user.email) throw refuse('invalid-input', 'This account has this email already.')
    const pending = await pendingEmailOf(tx, now, userId)
    if (pending)
      throw new Refusal(
        'conflict',
        `A change to ${pending.email} waits for its link until ${formatInstant(pending.until)}. Cancel it first.`,
      )
    if (await userByEmail(tx, email)) throw refuse('email-in-use', ERRORS['email-in-use'].title)
    const token = await storeEmailChange(tx, now, userId, email)
    const link = `${settings.appUrl}${PATHS.verifyEmail}?${new URLSearchParams({ token }).toString()}`
    await queueMail(tx, now, { to: email, userId, template: 'confirm-email', data: { link } })
    if (user.emailVerified) {
      const data = { username: user.username, at: now }
      await queueMail(tx, now, { to: user.email, userId, template: 'email-change-begun', data })
    }
    await recordAudit(unit, 'user.email-change', `user:${userId}`, { reason })
  })
}

/**
 * Cancels the change of a user's email that waits for its link.
 * @throws Refusal not-found, forbidden, conflict when no change waits
 */
export async function cancelUserEmailChange(context: Context, userId: string, reason: string): Promise<void> {
  await change(context, async (unit) => {
    const { tx, now, actor } = unit
    await beginHelp(tx, actor, userId)
    if (!(await pendingEmailOf(tx, now, userId)))
      throw new Refusal('conflict', 'No change of the email waits for its link.')
    await cancelEmailChange(tx, userId)
    await recordAudit(unit, 'user.email-change-cancel', `user:${userId}`, { reason })
  })
}

/** `verification`: the link that verifies the email; `claim`: the link that sets a first password of an added record. */
type ProofMail = 'verification' | 'claim'

/**
 * Mails a user with an unverified email the link that verifies it: the link of the sign-up again or, for a record that
 * staff added, the link that sets a password. The rate limits of both mails apply to staff too.
 * @throws Refusal not-found, conflict when the email is verified already, too-many, forbidden
 */
export async function sendProofMail(
  services: Services,
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
  await forward({ services, now, browser: withoutCookies(actor) }, path, { body: { email } })
  return kind
}
