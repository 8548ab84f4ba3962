import { isEmail, passwordProblem } from '../../platform/rules/access/identity.ts'
import type { Services } from '../../platform/server/api/services.ts'
import { Refusal, refusedField } from '../../platform/server/http/refusal.ts'
import { countTry, recordAttack } from './attacks.ts'
import { type Attempt, withoutCookies, forward, minimumResponseTime } from './forward.ts'
import { checkVisitor } from './check-visitor.ts'
import { refuseWhenBusy, guessablePasswordProblem } from './password.ts'
import { knowsDevice, readDevice, trustDevice } from './known-device.ts'
import { openedEmailLink } from './mailed-links.ts'
import { userByEmail, userById } from './queries.ts'

/**
 * Mails a link to set a new password, at most {@link RATE_LIMITS.resetMail} per account. Further requests get the same answer,
 * and the mailed links stay valid. The limit of the address does not apply to a known device of the account, so
 * neighbours behind the same address cannot use it up.
 *
 * @throws Refusal invalid-email, check-needed, link-needed, and no-account. One address gets no-account only some times a day, and never
 *   with NEUTRAL_MESSAGES; after that an unknown email gets the answer of a known one.
 */
export async function requestReset(
  attempt: Attempt,
  { email, work }: { email: string; work?: string | undefined },
): Promise<void> {
  if (!isEmail(email)) throw new Refusal('invalid-email')
  const { services, browser } = attempt
  const { db, limits, log, settings } = services
  const { address, requestId } = browser
  const isKnown =
    knowsDevice(readDevice(browser.cookies, settings), email) ||
    (await openedEmailLink(attempt, 'login', email))
  const visitor = { purpose: 'reset', email, limits: { resetAddress: address }, work } as const
  if (!isKnown) await checkVisitor(attempt, visitor)
  await recordAttack(attempt, { kind: 'reset-requested', email })
  const minimum = minimumResponseTime(settings)
  if (await userByEmail(db, email)) await mailResetLink(attempt, email)
  else {
    log.warn({ requestId, event: 'reset-unknown' }, 'password reset for an unknown email')
    if (!settings.neutralMessages && (await limits.hasTriesLeft('unknownAddress', address))) {
      await countTry(attempt, 'unknownAddress', address, null)
      throw new Refusal('no-account')
    }
  }
  await minimum
}

async function mailResetLink(attempt: Attempt, email: string): Promise<void> {
  try {
    await countTry(attempt, 'resetMail', email, email)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'too-many') return
    throw error
  }
  try {
    await forward(attempt, '/request-password-reset', { body: { email } })
  } catch (error) {
    await attempt.services.limits.reset('resetMail', email)
    throw error
  }
}

/**
 * Sets a new password with a mailed token, once. All sessions end. The token verifies the mailbox, so the tries that
 * others have used up are reset, and this device becomes known. Only wrong tokens count against the address: a neighbour
 * who tries some does not block the owner of a right one.
 *
 * @returns the Set-Cookie header of the known device
 * @throws Refusal invalid-input with fields, invalid-link, too-many, unavailable
 */
export async function resetPassword(
  attempt: Attempt,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<string> {
  const { services, now, browser } = attempt
  const user = await userOfResetLink(services, now, token)
  if (!user) {
    await countTry(attempt, 'tokenAddress', browser.address, null)
    await recordAttack(attempt, { kind: 'reset-refused', email: null })
    throw new Refusal('invalid-link')
  }
  const problem =
    passwordProblem(newPassword) ?? (await guessablePasswordProblem(services, newPassword, user))
  if (problem) throw refusedField('newPassword', problem)
  refuseWhenBusy()
  await forward({ ...attempt, browser: withoutCookies(browser) }, '/reset-password', {
    body: { token, newPassword },
  })
  await recordAttack(attempt, { kind: 'reset-done', email: user.email })
  await services.limits.reset('loginAccount', user.email)
  await services.limits.reset('proof', user.id)
  // The reset made every other mailed link invalid, so the next request needs a new link.
  await services.limits.reset('resetMail', user.email)
  return trustDevice(attempt, user.email)
}

/** The user whose password a mailed token resets; null for a wrong, used or expired token. */
export async function userOfResetLink(
  { auth, db }: Pick<Services, 'auth' | 'db'>,
  now: number,
  token: string,
) {
  const userId = await auth.userOfResetToken(now, token)
  return userId === null ? null : userById(db, userId)
}
