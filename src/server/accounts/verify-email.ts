import { isEmail } from '../../domain/identity.ts'
import type { Services } from '../api/services.ts'
import { Refusal } from '../http/refusal.ts'
import { countTry } from './attack-log.ts'
import { type Browser, withoutCookies } from './browser.ts'
import { forward } from './forward.ts'
import { verifyByToken } from './mailed-links.ts'

/**
 * Mails the verification link again. The identity library answers unknown, verified and unverified emails alike and in
 * the same time.
 * @throws Refusal invalid-email, too-many
 */
export async function resendVerification(
  services: Pick<Services, 'db' | 'auth' | 'limits' | 'log' | 'settings'>,
  now: number,
  browser: Browser,
  typed: string,
): Promise<void> {
  const email = typed.trim().toLowerCase()
  if (!isEmail(email)) throw new Refusal('invalid-email')
  await countTry(services, now, browser, 'resendAddress', browser.address, null)
  await countTry(services, now, browser, 'resendAccount', email, email)
  await forward(services, now, withoutCookies(browser), '/send-verification-email', { body: { email } })
}

/**
 * Verifies the email of a mailed token; idempotent. Only wrong tokens count against the address.
 * @throws Refusal invalid-link, expired-link, too-many
 */
export async function verifyEmail(
  services: Pick<Services, 'db' | 'limits' | 'settings'>,
  now: number,
  browser: Browser,
  token: string,
): Promise<void> {
  const result = await verifyByToken(services.db, now, token)
  if (result === 'expired') throw new Refusal('expired-link')
  if (result === 'verified') return
  await countTry(services, now, browser, 'tokenAddress', browser.address, null)
  throw new Refusal('invalid-link')
}
