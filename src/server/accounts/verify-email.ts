import { isEmail } from '../../domain/accounts/identity.ts'
import type { Services } from '../api/services.ts'
import { Refusal } from '../http/refusal.ts'
import { countTry } from './attack-log.ts'
import { type Browser, withoutCookies } from './browser.ts'
import { checkVisitor } from './check-visitor.ts'
import { changeEmailByToken } from './email-change.ts'
import { openedEmailLink } from './email-link.ts'
import { forward } from './forward.ts'
import { verifyByToken } from './mailed-links.ts'

/**
 * Mails the verification link again. The identity library answers unknown, verified and unverified emails alike and in
 * the same time.
 * @throws Refusal invalid-email, too-many, check-needed, link-needed
 */
export async function resendVerification(
  services: Pick<Services, 'db' | 'auth' | 'limits' | 'log' | 'settings'>,
  now: number,
  browser: Browser,
  { email: typed, work }: { email: string; work?: string | undefined },
): Promise<void> {
  const email = typed.trim().toLowerCase()
  if (!isEmail(email)) throw new Refusal('invalid-email')
  const visitor = { purpose: 'verify', email, limits: { resendAddress: browser.address }, work } as const
  if (!(await openedEmailLink(services, now, browser, 'login', email)))
    await checkVisitor(services, now, browser, visitor)
  await countTry(services, now, browser, 'resendAccount', email, email)
  await forward(services, now, withoutCookies(browser), '/send-verification-email', { body: { email } })
}

/**
 * Verifies the email of a mailed token, or changes the email to the one that the token was mailed to. The first is
 * idempotent. Only wrong tokens count against the address.
 * @throws Refusal invalid-link, expired-link, too-many, email-in-use
 */
export async function verifyEmail(
  services: Pick<Services, 'db' | 'limits' | 'settings'>,
  now: number,
  browser: Browser,
  token: string,
): Promise<void> {
  const verified = await verifyByToken(services.db, now, token)
  const result =
    verified === 'unknown' ? await changeEmailByToken(services.db, now, browser, token) : verified
  if (result === 'expired') throw new Refusal('expired-link')
  if (result !== 'unknown') return
  await countTry(services, now, browser, 'tokenAddress', browser.address, null)
  throw new Refusal('invalid-link')
}
