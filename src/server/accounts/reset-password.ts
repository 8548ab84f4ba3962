import { isEmail, passwordProblem } from '../../domain/identity.ts'
import type { Call } from '../api/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import type { Services } from '../api/services.ts'
import { userByEmail, userById } from './queries.ts'
import { recordAttack, countTry } from './attack-log.ts'
import { commonPasswordProblem } from './common-passwords.ts'
import { knowsDevice, readDevice, trustDevice } from './device-cookie.ts'
import { forward } from './forward.ts'
import { minimumResponseTime } from './minimum-response-time.ts'
import { refuseWhenBusy } from './password.ts'

/**
 * Mails a link to set a new password, at most once per account in {@link TRIES.resetMail}. Further requests get the same
 * answer, and the links that were mailed stay valid. A device that knows the account does not depend on its neighbours
 * behind the same address.
 *
 * @throws Refusal invalid-email, too-many, and no-account, which one address gets only some times a day and never with
 *   NEUTRAL_MESSAGES; after that an unknown e-mail is answered like a known one
 */
export async function requestReset(call: Call, typed: string): Promise<void> {
  const email = typed.trim().toLowerCase()
  if (!isEmail(email)) throw new Refusal('invalid-email')
  const { services, request, address, now, log } = call
  const { limits, settings } = services
  if (!knowsDevice(await readDevice(request, settings), email))
    await countTry(call, 'resetAddress', address, null)
  await recordAttack(services, now, { kind: 'reset-requested', email, address })
  const floor = minimumResponseTime(settings)
  if (await userByEmail(services.db, email)) await mailResetLink(call, email)
  else {
    log.warn({ event: 'reset-unknown' }, 'a reset for an e-mail that has no account')
    if (!settings.neutralMessages && (await limits.hasTriesLeft('unknownAddress', address))) {
      await countTry(call, 'unknownAddress', address, null)
      throw new Refusal('no-account')
    }
  }
  await floor
}

async function mailResetLink(call: Call, email: string): Promise<void> {
  try {
    await countTry(call, 'resetMail', email, email)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'too-many') return
    throw error
  }
  try {
    await forward(call, '/request-password-reset', { body: { email } })
  } catch (error) {
    await call.services.limits.reset('resetMail', email)
    throw error
  }
}

/**
 * Sets a new password by a mailed token, once. All sessions end. The mail proves the mailbox, so the tries that others
 * have used up are forgotten, and this device counts as known from here on. Only wrong tokens count against the
 * address: a neighbour who tries some cannot block the owner of a right one.
 *
 * @returns the cookie that makes the device known
 * @throws Refusal invalid-input with fields, invalid-link, too-many, unavailable
 */
export async function resetPassword(
  call: Call,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<string> {
  const { services, request, address, now } = call
  const user = await userOfResetLink(services, now, token)
  if (!user) {
    await countTry(call, 'tokenAddress', address, null)
    await recordAttack(services, now, { kind: 'reset-refused', email: null, address })
    throw new Refusal('invalid-link')
  }
  const problem = passwordProblem(newPassword) ?? commonPasswordProblem(newPassword, user)
  if (problem) throw new Refusal('invalid-input', problem, { fields: { newPassword: problem } })
  refuseWhenBusy()
  await forward(call, '/reset-password', { body: { token, newPassword }, anonymous: true })
  await recordAttack(services, now, { kind: 'reset-done', email: user.email, address })
  await services.limits.reset('loginAccount', user.email)
  await services.limits.reset('proof', user.id)
  // Every mailed link ended with this reset, so the next request needs a new one.
  await services.limits.reset('resetMail', user.email)
  return trustDevice(request, services, user.email)
}

/** The person whose password a mailed token resets; null for a token that is wrong, used or expired. */
export async function userOfResetLink({ auth, db }: Services, now: number, token: string) {
  const userId = await auth.userOfResetToken(now, token)
  return userId === null ? null : userById(db, userId)
}
