import type { Call } from '../api/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { endBrowserSession } from './queries.ts'
import { CHALLENGE_COOKIE, challengedUser } from './challenge.ts'
import { checkCode } from './check-code.ts'
import { deviceKey, knowsDevice, readDevice, deviceCookie } from './device-cookie.ts'

/**
 * Completes a login that waits in this browser for the code of a second factor. Wrong codes are counted like wrong
 * passwords: a device that has logged in to the account before keeps its own count.
 *
 * @returns the identity library's answer with the cookie of the new session
 * @throws Refusal login-expired, invalid-input at the field `code`, too-many
 */
export async function completeLogin(
  call: Call,
  typed: string,
): Promise<{ value: unknown; cookies: Headers }> {
  const { services, request } = call
  const user = await challengedUser(call)
  if (!user) throw new Refusal('login-expired')
  const device = await readDevice(request, services.settings)
  const { id: userId, email } = user
  const counted = knowsDevice(device, email) ? deviceKey(device, email) : 'unknown devices'
  const answer = await checkCode(call, { userId, email, counted, cookie: CHALLENGE_COOKIE }, typed)
  await endBrowserSession(call)
  answer.cookies.append('set-cookie', await deviceCookie(device, email, services.settings))
  return answer
}
