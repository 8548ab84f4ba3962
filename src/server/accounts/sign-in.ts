import type { Services } from '../api/services.ts'
import { Refusal } from '../http/refusal.ts'
import { countTry, recordAttack } from './attack-log.ts'
import type { Browser } from './browser.ts'
import { type Device, deviceCookie, deviceKey, knowsDevice, readDevice } from './device-cookie.ts'
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
 * @throws Refusal invalid-credentials, email-not-verified (only after the right password), too-many, unavailable
 */
export async function signIn(
  services: LoginServices,
  now: number,
  browser: Browser,
  { email: typed, password }: { email: string; password: string },
): Promise<{ value: unknown; cookies: Headers }> {
  const { db, log, settings } = services
  const { address, requestId } = browser
  const email = typed.trim().toLowerCase()
  const device = readDevice(browser.cookies, settings)
  refuseWhenBusy()
  const login = await countLogin(services, now, browser, email, device)
  try {
    const answer = await forward(services, now, browser, LOGIN_PATH, { body: { email, password } })
    await login.succeeded()
    await endBrowserSession(db, browser)
    if (!needsCode(answer.value)) answer.cookies.append('set-cookie', deviceCookie(device, settings, email))
    return answer
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    log.info({ requestId, event: 'login-refused', code: error.code }, 'login refused')
    if (error.code === 'email-not-verified') await login.succeeded()
    await recordAttack(services, now, { kind: 'login-refused', email, address })
    throw error
  }
}

/** Whether the identity library's answer to a first factor asks for a code. */
export const needsCode = (value: unknown): boolean =>
  (value as { twoFactorRedirect?: boolean } | null)?.twoFactorRedirect === true

/**
 * Counts a login before it is tried. A known device of the account has its own count, which neither strangers who
 * guess passwords nor neighbours behind the same address can use up.
 * @throws Refusal too-many
 */
async function countLogin(
  services: LoginServices,
  now: number,
  browser: Browser,
  email: string,
  device: Device | null,
): Promise<{ succeeded(): Promise<void> }> {
  const { limits } = services
  const { address } = browser
  if (knowsDevice(device, email)) {
    const key = deviceKey(device, email)
    await countTry(services, now, browser, 'loginKnownDevice', key, email)
    return { succeeded: () => limits.reset('loginKnownDevice', key) }
  }
  await countTry(services, now, browser, 'loginAddress', address, null)
  await countTry(services, now, browser, 'loginAccount', email, email)
  return {
    async succeeded() {
      await limits.refund('loginAddress', address)
      await limits.reset('loginAccount', email)
    },
  }
}
