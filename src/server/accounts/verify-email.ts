import { isEmail } from '../../domain/identity.ts'
import type { Call } from '../api/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { countTry } from './attack-log.ts'
import { forward, type Caller } from './forward.ts'
import { verifyByToken } from './mailed-links.ts'

/**
 * Mails the verification link once more. Unknown, verified and unverified e-mails get the same answer after the same
 * time, which the identity library takes care of.
 * @throws Refusal invalid-email, too-many
 */
export async function resendVerification(call: Call, typed: string): Promise<void> {
  const email = typed.trim().toLowerCase()
  if (!isEmail(email)) throw new Refusal('invalid-email')
  await countTry(call, 'resendAddress', call.address, null)
  await countTry(call, 'resendAccount', email, email)
  await forward(call, '/send-verification-email', { body: { email }, anonymous: true })
}

/**
 * Takes a mailed token as proof of the mailbox. Doing it again changes nothing. Only wrong tokens count against the
 * address.
 * @throws Refusal invalid-link, expired-link, too-many
 */
export async function verifyEmail(
  call: Pick<Caller, 'services' | 'now' | 'address'>,
  token: string,
): Promise<void> {
  const result = await verifyByToken(call.services.db, call.now, token)
  if (result === 'expired') throw new Refusal('expired-link')
  if (result === 'proven') return
  await countTry(call, 'tokenAddress', call.address, null)
  throw new Refusal('invalid-link')
}
