import type { Call } from '../api/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { endBrowserSession } from './queries.ts'
import { recordAttack, countTry } from './attack-log.ts'
import { type Device, deviceKey, knowsDevice, readDevice, deviceCookie } from './device-cookie.ts'
import { forward } from './forward.ts'
import { refuseWhenBusy } from './password.ts'

/**
 * Signs a person in by password. Wrong passwords count against the account and the address; on a device that has logged
 * in to the account before they count against that device alone. The session that the request came with ends.
 * Where the account has a second factor, the answer opens no session yet: a code completes the login.
 *
 * @throws Refusal invalid-credentials, email-not-verified (only after the right password), too-many, unavailable
 */
export async function signIn(
  call: Call,
  { email: typed, password }: { email: string; password: string },
): Promise<{ value: unknown; cookies: Headers }> {
  const { services, request, address, now, log } = call
  const email = typed.trim().toLowerCase()
  const device = await readDevice(request, services.settings)
  refuseWhenBusy()
  const tried = await takeLoginTry(call, email, device)
  try {
    const answer = await forward(call, '/sign-in/email', { body: { email, password } })
    await tried.wasRight()
    await endBrowserSession(call)
    if (!waitsForCode(answer.value))
      answer.cookies.append('set-cookie', await deviceCookie(device, email, services.settings))
    return answer
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    log.info({ event: 'login-refused', code: error.code }, 'login refused')
    if (error.code === 'email-not-verified') await tried.wasRight()
    await recordAttack(services, now, { kind: 'login-refused', email, address })
    throw error
  }
}

/** Whether the identity library's answer to a first factor asks for a code. */
export const waitsForCode = (value: unknown): boolean =>
  (value as { twoFactorRedirect?: boolean } | null)?.twoFactorRedirect === true

/**
 * Takes a try for a login. A device that knows the account has tries of its own: neither strangers who guess passwords
 * nor neighbours behind the same address can use them up.
 * @throws Refusal too-many
 */
async function takeLoginTry(
  call: Call,
  email: string,
  device: Device | null,
): Promise<{ wasRight(): Promise<void> }> {
  const { address } = call
  const { limits } = call.services
  if (knowsDevice(device, email)) {
    const here = deviceKey(device, email)
    await countTry(call, 'loginKnownDevice', here, email)
    return { wasRight: () => limits.reset('loginKnownDevice', here) }
  }
  await countTry(call, 'loginAddress', address, null)
  await countTry(call, 'loginAccount', email, email)
  return {
    async wasRight() {
      await limits.refund('loginAddress', address)
      await limits.reset('loginAccount', email)
    },
  }
}
