import type { Services } from '../api/services.ts'
import { Refusal } from '../http/refusal.ts'
import { countTry, recordAttack } from './attack-log.ts'
import type { Browser } from './browser.ts'
import { checkVisitor } from './check-visitor.ts'
import { type Device, deviceCookie, deviceKey, knowsDevice, readDevice } from './device-cookie.ts'
import { openedEmailLink } from './email-link.ts'
import { endBrowserSession } from './end-sessions.ts'
import { LOGIN_PATH } from './first-factor-login.ts'
import { forward } from './forward.ts'
import { refuseWhenBusy } from './password.ts'

type LoginServices = Pick<Services, 'db' | 'auth' | 'limits' | 'log' | 'settings'>

/**
 * Signs a user in by password and ends the browser's earlier session. Wrong passwords count against the account and the
 * address; on a device that has logged in to the account before they count against that device alone. With a second
 * factor the answer opens no session: a code completes the login.
 *
 * @throws Refusal invalid-credentials, email-not-verified and suspended (only after the right password), too-many,
 *   check-needed, link-needed, unavailable
 */
export async function signIn(
  services: LoginServices,
  now: number,
  browser: Browser,
  { email: typed, password, work }: { email: string; password: string; work?: string | undefined },
): Promise<{ value: unknown; cookies: Headers }> {
  const { db, log, settings } = services
  const { address, requestId } = browser
  const email = typed.trim().toLowerCase()
  const device = readDevice(browser.cookies, settings)
  refuseWhenBusy()
  const login = await countLogin(services, now, browser, { email, work }, device)
  try {
    const answer = await forward(services, now, browser, LOGIN_PATH, { body: { email, password } })
    await login.succeeded()
    await endBrowserSession(db, browser)
    if (!needsCode(answer.value)) answer.cookies.append('set-cookie', deviceCookie(device, settings, email))
    return answer
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    log.info({ requestId, event: 'login-refused', code: error.code }, 'login refused')
    // The password was right.
    if (error.code === 'email-not-verified' || error.code === 'suspended') await login.succeeded()
    await recordAttack(services, now, { kind: 'login-refused', email, address })
    throw error
  }
}

/** Whether the identity library's answer to a first factor asks for a code. */
export const needsCode = (value: unknown): boolean =>
  (value as { twoFactorRedirect?: boolean } | null)?.twoFactorRedirect === true

/**
 * Counts a login before it is tried. A known device of the account, and a browser that opened a mailed link, have their
 * own count, which neither strangers who guess passwords nor neighbours behind the same address can use up.
 * @throws Refusal too-many, check-needed, link-needed
 */
async function countLogin(
  services: LoginServices,
  now: number,
  browser: Browser,
  { email, work }: { email: string; work: string | undefined },
  device: Device | null,
): Promise<{ succeeded(): Promise<void> }> {
  const { limits } = services
  const { address } = browser
  const isKnown = knowsDevice(device, email)
  const link = isKnown ? null : await openedEmailLink(services, now, browser, 'login', email)
  const key = isKnown ? deviceKey(device, email) : link?.key
  if (key !== undefined) {
    await countTry(services, now, browser, 'loginKnownDevice', key, email)
    return {
      async succeeded() {
        await limits.reset('loginKnownDevice', key)
        await link?.end()
      },
    }
  }
  const visitor = { purpose: 'login', email, limits: { loginAddress: address }, work } as const
  const counted = await checkVisitor(services, now, browser, visitor)
  await countTry(services, now, browser, 'loginAccount', email, email)
  return {
    async succeeded() {
      await counted.refund()
      await limits.reset('loginAccount', email)
    },
  }
}
