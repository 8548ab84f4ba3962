import { eq } from 'drizzle-orm'
import type { Tries } from '../../domain/limits.ts'
import type { Call } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { knowsDevice, readDevice, rememberedDevice } from './device-cookie.ts'
import { forward } from './forward.ts'
import { refuseWhenBusy } from './password.ts'
import { sessions } from './tables.ts'

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
  const { services, request, address, person, log } = call
  const { limits, settings, db } = services
  const email = typed.trim().toLowerCase()
  const device = await readDevice(request, settings)
  const account: [Tries, string] = knowsDevice(device, email)
    ? ['loginKnownDevice', `${device.nonce} ${email}`]
    : ['loginAccount', email]
  await limits.take('loginAddress', address)
  await limits.take(...account)
  refuseWhenBusy()
  const right = () => Promise.all([limits.giveBack('loginAddress', address), limits.forget(...account)])
  try {
    const answer = await forward(call, '/sign-in/email', { body: { email, password } })
    await right()
    if (person?.session) await db.delete(sessions).where(eq(sessions.id, person.session.id))
    answer.cookies.append('set-cookie', await rememberedDevice(device, email, settings))
    return answer
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    log.info({ event: 'login-refused', code: error.code }, 'login refused')
    if (error.code === 'email-not-verified') await right()
    throw error
  }
}
