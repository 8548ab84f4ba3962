import { eq } from 'drizzle-orm'
import type { Services } from '../api/services.ts'
import type { Person } from '../api/visits.ts'
import { Refusal } from '../http/refusal.ts'
import { sessions } from '../tables/accounts.ts'
import { countTry, recordAttack } from './attack-log.ts'
import type { Browser } from './browser.ts'
import { checkCode } from './check-code.ts'
import { refuseWhenBusy, verifyPassword } from './password.ts'
import { storedPassword } from './queries.ts'

/**
 * Checks a user's password.
 * @param field of the form, for the refusal
 * @throws Refusal invalid-input at the field, too-many, unavailable
 */
export async function checkPassword(
  services: Pick<Services, 'db' | 'limits' | 'settings'>,
  now: number,
  browser: Browser,
  { uid, email }: Pick<Person, 'uid' | 'email'>,
  password: string,
  field = 'password',
): Promise<void> {
  refuseWhenBusy()
  await countTry(services, now, browser, 'proof', uid, email)
  const hash = await storedPassword(services.db, uid)
  if (!hash || !(await verifyPassword({ hash, password }))) {
    await recordAttack(services, now, { kind: 'proof-refused', email, address: browser.address })
    const sentence = 'This is not your password.'
    throw new Refusal('invalid-input', sentence, { fields: { [field]: sentence } })
  }
  await services.limits.reset('proof', uid)
}

/**
 * Proves the identity of a signed-in user for some minutes of this session: by the password if the account has one, and
 * by a code if it has a second factor. An account with neither logs in with Google again instead.
 *
 * @throws Refusal invalid-input at the fields, proof-needed, too-many, unavailable
 */
export async function prove(
  services: Pick<Services, 'db' | 'auth' | 'limits' | 'log' | 'settings'>,
  now: number,
  browser: Browser,
  user: Person,
  { password = '', code = '' }: { password?: string | undefined; code?: string | undefined },
): Promise<void> {
  const hasPassword = (await storedPassword(services.db, user.uid)) !== null
  if (!user.session || (!hasPassword && !user.secondFactor)) throw new Refusal('proof-needed')
  if (hasPassword) await checkPassword(services, now, browser, user, password)
  if (user.secondFactor) await checkCode(services, now, browser, ownCodeCheck(user), code)
  await services.db
    .update(sessions)
    .set({ provenAt: new Date(now) })
    .where(eq(sessions.id, user.session.id))
}

/** The code check of a signed-in user. */
export const ownCodeCheck = ({ uid, email }: Pick<Person, 'uid' | 'email'>) =>
  ({ userId: uid, email, limitKey: 'signed in', cookie: 'session_token' }) as const
