import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { checkSignUp, type SignUp } from '../../domain/identity.ts'
import { MESSAGES } from '../../domain/messages.ts'
import type { Call } from '../api/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { CACHE } from '../http/reply.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { endBrowserSession, userByEmail } from './queries.ts'
import { commonPasswordProblem } from './common-passwords.ts'
import { deviceCookie } from './device-cookie.ts'
import { forward } from './forward.ts'
import { minimumResponseTime } from './minimum-response-time.ts'
import { hashPassword, refuseWhenBusy } from './password.ts'
import { sessions } from '../tables/accounts.ts'

/** What is wrong with a sign-up, by field of the call. */
function problemsOf({ username, email, password, ageConfirmed }: SignUp): Record<string, string> {
  const { username: name, ...others } = checkSignUp({ username, email, password, ageConfirmed })
  const common = commonPasswordProblem(password, { username, email })
  // What the identity library would refuse as an address: letters of other alphabets, quotes, two dots in a row.
  const unusual = !z.email().safeParse(email.trim()).success
  return {
    ...(name && { name }),
    ...(unusual && { email: MESSAGES.invalidEmail }),
    ...(common && { password: common }),
    ...others,
  }
}

/**
 * Creates an account, signs in and queues the verification mail.
 * @returns the identity library's answer; with NEUTRAL_MESSAGES nobody is signed in and `value` is null
 * @throws Refusal invalid-input with fields, email-in-use, too-many, unavailable
 */
export async function signUp(call: Call, typed: SignUp): Promise<{ value: unknown; cookies: Headers }> {
  const { services, address } = call
  const fields = problemsOf(typed)
  const [first] = Object.values(fields)
  if (first) throw new Refusal('invalid-input', first, { fields })
  refuseWhenBusy()
  await services.limits.consume('signUpAddress', address)
  const email = typed.email.trim().toLowerCase()
  const account = { name: typed.username.trim(), email, password: typed.password }
  if (services.settings.neutralMessages) return signUpSilently(call, account)
  const answer = await forward(call, '/sign-up/email', { body: account })
  await endBrowserSession(call)
  answer.cookies.append('set-cookie', await deviceCookie(null, email, services.settings))
  return answer
}

type Account = Record<'name' | 'email' | 'password', string>

/** Says the same to everybody: whose e-mail it is learns the rest from the mail. */
async function signUpSilently(call: Call, account: Account): Promise<{ value: null; cookies: Headers }> {
  const { services, now } = call
  const floor = minimumResponseTime(services.settings)
  const nobody = { value: null, cookies: new Headers({ 'cache-control': CACHE.none }) }
  const known = await userByEmail(services.db, account.email)
  if (!known) await createSilently(call, account)
  else {
    // What a real one costs.
    await hashPassword(account.password)
    if (await services.limits.hasTriesLeft('resendAccount', account.email)) {
      await services.limits.consume('resendAccount', account.email)
      const mail = { to: known.email, userId: known.id, template: 'account-exists', data: {} } as const
      await services.db.transaction((tx) => queueMail(tx, now, mail))
    }
  }
  await floor
  return nobody
}

/** Creates the account without signing in. Of two at once the second is told no more than the first. */
async function createSilently(call: Call, account: Account): Promise<void> {
  try {
    const { value } = await forward(call, '/sign-up/email', { body: account })
    const { user } = value as { user: { id: string } }
    await call.services.db.delete(sessions).where(eq(sessions.userId, user.id))
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'email-in-use')) throw error
  }
}
