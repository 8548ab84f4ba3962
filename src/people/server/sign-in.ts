import { Refusal } from '../../platform/server/http/refusal.ts'
import { countTry, recordAttack } from './attacks.ts'
import { type Attempt, forward } from './forward.ts'
import { checkVisitor } from './check-visitor.ts'
import { openedEmailLink } from './mailed-links.ts'
import { endBrowserSession } from './sessions.ts'
import { LOGIN_PATH } from './complete-login.ts'
import { refuseWhenBusy } from './password.ts'
import { type Device, knowsDevice, readDevice, deviceCookie, deviceKey } from './known-device.ts'

/**
 * Signs a user in by password and ends the browser's earlier session. Wrong passwords count against the account and the
 * address; on a device that has logged in to the account before they count against that device alone. With a second
 * factor the answer opens no session: a code completes the login.
 *
 * @throws Refusal invalid-credentials, email-not-verified and suspended (only after the right password), too-many,
 *   check-needed, link-needed, unavailable
 */
export async function signIn(
  attempt: Attempt,
  { email, password, work }: { email: string; password: string; work?: string | undefined },
): Promise<{ value: unknown; cookies: Headers }> {
  const { services, browser } = attempt
  const { db, log, settings } = services
  const device = readDevice(browser.cookies, settings)
  refuseWhenBusy()
  const login = await countLogin(attempt, { email, work }, device)
  try {
    const answer = await forward(attempt, LOGIN_PATH, { body: { email, password } })
    await login.succeeded()
    await endBrowserSession(db, browser)
    if (!needsCode(answer.value)) answer.cookies.append('set-cookie', deviceCookie(device, settings, email))
    return answer
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    log.info({ requestId: browser.requestId, event: 'login-refused', code: error.code }, 'login refused')
    // The password was right.
    if (error.code === 'email-not-verified' || error.code === 'suspended') await login.succeeded()
    await recordAttack(attempt, { kind: 'login-refused', email })
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
  attempt: Attempt,
  { email, work }: { email: string; work: string | undefined },
  device: Device | null,
): Promise<{ succeeded(): Promise<void> }> {
  const { limits } = attempt.services
  const isKnown = knowsDevice(device, email)
  const link = isKnown ? null : await openedEmailLink(attempt, 'login', email)
  const key = isKnown ? deviceKey(device, email) : link?.key
  if (key !== undefined) {
    await countTry(attempt, 'loginKnownDevice', key, email)
    return {
      async succeeded() {
        await limits.reset('loginKnownDevice', key)
        await link?.end()
      },
    }
  }
  const visitor = {
    purpose: 'login',
    email,
    limits: { loginAddress: attempt.browser.address },
    work,
  } as const
  const counted = await checkVisitor(attempt, visitor)
  await countTry(attempt, 'loginAccount', email, email)
  return {
    async succeeded() {
      await counted.refund()
      await limits.reset('loginAccount', email)
    },
  }
}
