import { isEmail } from '../../domain/identity.ts'
import type { Call } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { takeTry } from './attack-log.ts'
import { forward, type Caller } from './forward.ts'

/**
 * Mails the verification link once more. Tells nothing: unknown, verified and unverified e-mails get one answer after
 * the same time, which the identity library sees to.
 * @throws Refusal invalid-email, too-many
 */
export async function resendVerification(call: Call, typed: string): Promise<void> {
  const email = typed.trim().toLowerCase()
  if (!isEmail(email)) throw new Refusal('invalid-email')
  await takeTry(call, 'resendAddress', call.address, null)
  await takeTry(call, 'resendAccount', email, email)
  await forward(call, '/send-verification-email', { body: { email }, anonymous: true })
}

/**
 * Takes a mailed token as proof of the mailbox. Doing it again changes nothing.
 * @throws Refusal invalid-link, expired-link, too-many
 */
export async function verifyEmail(call: Caller, token: string): Promise<void> {
  const { limits } = call.services
  await takeTry(call, 'tokenAddress', call.address, null)
  const query = new URLSearchParams({ token }).toString()
  await forward(call, `/verify-email?${query}`, { method: 'GET', anonymous: true })
  await limits.giveBack('tokenAddress', call.address)
}
