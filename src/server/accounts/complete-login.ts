import type { Services } from '../api/services.ts'
import { Refusal } from '../http/refusal.ts'
import type { Browser } from './browser.ts'
import { CHALLENGE_COOKIE, challengedUser } from './challenge.ts'
import { checkCode } from './check-code.ts'
import { codeLogin, deviceCookie, deviceKey, knowsDevice, readDevice } from './device-cookie.ts'
import { endBrowserSession } from './end-sessions.ts'

/**
 * Completes a login that waits for the code of a second factor in this browser. Wrong codes are counted like wrong
 * passwords: a device on which a code completed a login before has its own count.
 *
 * @returns the identity library's answer with the cookie of the new session
 * @throws Refusal login-expired, invalid-input at the field `code`, too-many
 */
export async function completeLogin(
  services: Pick<Services, 'db' | 'auth' | 'limits' | 'log' | 'settings'>,
  now: number,
  browser: Browser,
  typed: string,
): Promise<{ value: unknown; cookies: Headers }> {
  const { db, settings } = services
  const user = await challengedUser(services, browser.cookies)
  if (!user) throw new Refusal('login-expired')
  const device = readDevice(browser.cookies, settings)
  const { id: userId, email } = user
  const limitKey = knowsDevice(device, codeLogin(email)) ? deviceKey(device, email) : 'unknown devices'
  const check = { userId, email, limitKey, cookie: CHALLENGE_COOKIE } as const
  const answer = await checkCode(services, now, browser, check, typed)
  await endBrowserSession(db, browser)
  answer.cookies.append('set-cookie', deviceCookie(device, settings, email, codeLogin(email)))
  return answer
}
