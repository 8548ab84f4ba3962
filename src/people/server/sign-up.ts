import { eq } from 'drizzle-orm'
import { checkSignUp, type SignUp } from '../../platform/rules/access/identity.ts'
import { ACCOUNT_MESSAGES } from '../../platform/rules/access/messages.ts'
import { RATE_LIMITS } from '../../platform/rules/access/rate-limits.ts'
import { isDeliverable } from '../../platform/server/api/form-fields.ts'
import { Refusal } from '../../platform/server/http/refusal.ts'
import { CACHE } from '../../platform/server/http/reply.ts'
import { queueMail } from '../../platform/server/mail/queue-mail.ts'
import { sessions } from '../../platform/server/tables/accounts.ts'
import { type Attempt, forward, minimumResponseTime } from './forward.ts'
import { refuseBeforeOpening } from './before-opening.ts'
import { checkVisitor, formCookie, type UsedForm, takeForm } from './check-visitor.ts'
import { hashPassword, refuseWhenBusy, guessablePasswordProblem } from './password.ts'
import { deviceCookie } from './known-device.ts'
import { openedEmailLink } from './mailed-links.ts'
import { endBrowserSession } from './sessions.ts'
import { userByEmail } from './queries.ts'
import type { Services } from '../../platform/server/api/services.ts'

interface SignUpCheck {
  /** The hidden field of the form, which programs fill in. */
  trap?: string | undefined
  /** The time of the page with the form, signed. */
  opened?: string | undefined
  /** The proof of work. */
  work?: string | undefined
}

/** Counts a sign-up by address and domain. @throws Refusal check-needed, link-needed */
async function checkSigningUp(
  attempt: Attempt,
  { email, trap, work }: Pick<SignUp, 'email'> & SignUpCheck,
  { isHasty }: UsedForm,
): Promise<void> {
  const { address } = attempt.browser
  const limits = {
    signUpAddress: address,
    signUpDomain: email.slice(email.lastIndexOf('@') + 1),
    ...(isHasty && { signUpHasty: address }),
  }
  await checkVisitor(attempt, {
    purpose: 'sign-up',
    email,
    limits,
    isSuspicious: !!trap,
    work,
  })
}

/** The problems of a sign-up, by field of the call. */
async function problemsOf(
  services: Services,
  { username, email, password, ageConfirmed }: SignUp,
): Promise<Record<string, string>> {
  const { username: name, ...others } = checkSignUp({ username, email, password, ageConfirmed })
  const guessable =
    others.password ?? (await guessablePasswordProblem(services, password, { username, email }))
  return {
    ...(name && { name }),
    ...(!isDeliverable(email) && { email: ACCOUNT_MESSAGES.invalidEmail }),
    ...(guessable && { password: guessable }),
    ...others,
  }
}

/**
 * Creates an account, signs in and queues the verification mail.
 * @returns the identity library's answer; with NEUTRAL_MESSAGES nobody is signed in and `value` is null
 * @throws Refusal invalid-input with fields, email-in-use, check-needed, link-needed, unavailable
 */
export async function signUp(
  attempt: Attempt,
  typed: SignUp & SignUpCheck,
): Promise<{ value: unknown; cookies: Headers }> {
  const { services } = attempt
  await refuseBeforeOpening(services, attempt.now)
  const fields = await problemsOf(services, typed)
  const [first] = Object.values(fields)
  if (first) throw new Refusal('invalid-input', first, { fields })
  refuseWhenBusy()
  const { username, email, password } = typed
  const account = { name: username.trim(), email, password }
  const link = await openedEmailLink(attempt, 'sign-up', email)
  const form = link ? null : await takeForm(attempt, typed.opened)
  try {
    if (form) await checkSigningUp(attempt, typed, form)
    const create = services.settings.neutralMessages ? signUpNeutrally : signUpAndIn
    const answer = await create(attempt, account)
    await link?.end()
    // Another person on this phone gets another form.
    const cookie = formCookie('', services.settings, attempt.now)
    if (cookie && answer.value !== null) answer.cookies.append('set-cookie', cookie)
    return answer
  } catch (error) {
    await form?.release()
    throw error
  }
}

type Account = Record<'name' | 'email' | 'password', string>

async function signUpAndIn(
  attempt: Attempt,
  account: Account,
): Promise<{ value: unknown; cookies: Headers }> {
  const { services, browser } = attempt
  const answer = await forward(attempt, '/sign-up/email', { body: account })
  await endBrowserSession(services.db, browser)
  answer.cookies.append('set-cookie', deviceCookie(null, services.settings, account.email))
  return answer
}

/** Gives the same answer for known and unknown emails. Only the mail shows the owner whether an account existed. */
async function signUpNeutrally(
  attempt: Attempt,
  account: Account,
): Promise<{ value: null; cookies: Headers }> {
  const { services, now } = attempt
  const { db, limits, settings } = services
  const minimum = minimumResponseTime(settings)
  const known = await userByEmail(db, account.email)
  if (!known) await createWithoutSession(attempt, account)
  else {
    // Hashes the password too, so that a known email takes as long as a new account.
    await hashPassword(settings.passwordCost, account.password)
    // A refusal would show that the account exists, so concurrent requests beyond the limit send nothing.
    const isAllowed =
      (await limits.hasTriesLeft('resendAccount', account.email)) &&
      (await limits.take('resendAccount', account.email)) <= RATE_LIMITS.resendAccount.points
    if (isAllowed) {
      const mail = { to: known.email, userId: known.id, template: 'account-exists', data: {} } as const
      await db.transaction((tx) => queueMail(tx, now, mail))
    }
  }
  await minimum
  return { value: null, cookies: new Headers({ 'cache-control': CACHE.none }) }
}

/** Creates the account without signing in. Of two sign-ups at the same time, the second gets the same answer. */
async function createWithoutSession(attempt: Attempt, account: Account): Promise<void> {
  try {
    const { value } = await forward(attempt, '/sign-up/email', { body: account })
    const { user } = value as { user: { id: string } }
    await attempt.services.db.delete(sessions).where(eq(sessions.userId, user.id))
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'email-in-use')) throw error
  }
}
