import { isEmail, passwordProblem } from '../../domain/identity.ts'
import type { Call } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { userByEmail } from './account-queries.ts'
import { commonPasswordProblem } from './common-passwords.ts'
import { forward } from './forward.ts'
import { neutralFloor } from './neutral-floor.ts'
import { refuseWhenBusy } from './password.ts'

/**
 * Mails a link to set a new password.
 * @throws Refusal invalid-email, too-many, and no-account, which is told some times a day to one address and never
 *   with NEUTRAL_MESSAGES; after that an unknown e-mail is answered like a known one
 */
export async function requestReset(call: Call, typed: string): Promise<void> {
  const email = typed.trim().toLowerCase()
  if (!isEmail(email)) throw new Refusal('invalid-email')
  const { services, address, log } = call
  const { limits, settings } = services
  await limits.take('resetAddress', address)
  await limits.take('resetAccount', email)
  const floor = neutralFloor(settings)
  if (await userByEmail(services.db, email))
    await forward(call, '/request-password-reset', { body: { email } })
  else {
    log.warn({ event: 'reset-unknown' }, 'a reset for an e-mail that has no account')
    if (!settings.neutralMessages && (await limits.isOpen('unknownAddress', address))) {
      await limits.take('unknownAddress', address)
      throw new Refusal('no-account')
    }
  }
  await floor
}

/**
 * Sets a new password by a mailed token, once; all sessions end, the mailbox counts as proven.
 * @throws Refusal invalid-input with fields, invalid-link, too-many, unavailable
 */
export async function resetPassword(
  call: Call,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<void> {
  const problem = passwordProblem(newPassword) ?? commonPasswordProblem(newPassword)
  if (problem) throw new Refusal('invalid-input', problem, { fields: { newPassword: problem } })
  const { limits } = call.services
  refuseWhenBusy()
  await limits.take('tokenAddress', call.address)
  await forward(call, '/reset-password', { body: { token, newPassword }, anonymous: true })
  await limits.giveBack('tokenAddress', call.address)
}
