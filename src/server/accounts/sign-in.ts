import type { Call } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { endPresentSession } from './account-queries.ts'
import { type Device, knowsDevice, readDevice, rememberedDevice } from './device-cookie.ts'
import { forward } from './forward.ts'
import type { Limits } from './limits.ts'
import { refuseWhenBusy } from './password.ts'

/**
 * Signs somebody in by password. Wrong ones are counted for the account, apart for devices that have logged in to it
 * before, and for the address. A session that the request came with ends: a login never goes on with an older one.
 *
 * @throws Refusal invalid-credentials, email-not-verified (only after the right password), too-many, unavailable
 */
export async function signIn(
  call: Call,
  { email: typed, password }: { email: string; password: string },
): Promise<{ value: unknown; cookies: Headers }> {
  const { services, request, address, log } = call
  const { limits, settings } = services
  const email = typed.trim().toLowerCase()
  const device = await readDevice(request, settings)
  refuseWhenBusy()
  const tried = await takeTry(limits, { email, address, device })
  try {
    const answer = await forward(call, '/sign-in/email', { body: { email, password } })
    await tried.wasRight()
    await endPresentSession(call)
    answer.cookies.append('set-cookie', await rememberedDevice(device, email, settings))
    return answer
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    log.info({ event: 'login-refused', code: error.code }, 'login refused')
    if (error.code === 'email-not-verified') await tried.wasRight()
    throw error
  }
}

interface Try {
  email: string
  address: string
  device: Device | null
}

/**
 * Takes a try for a login. A device that knows the account counts by itself: neither strangers who try out passwords nor
 * neighbours behind the same address can use up its tries.
 * @throws Refusal too-many
 */
async function takeTry(
  limits: Limits,
  { email, address, device }: Try,
): Promise<{ wasRight(): Promise<void> }> {
  if (knowsDevice(device, email)) {
    const here = `${device.nonce} ${email}`
    await limits.take('loginKnownDevice', here)
    return { wasRight: () => limits.forget('loginKnownDevice', here) }
  }
  await limits.take('loginAddress', address)
  await limits.take('loginAccount', email)
  return {
    async wasRight() {
      await limits.giveBack('loginAddress', address)
      await limits.forget('loginAccount', email)
    },
  }
}
