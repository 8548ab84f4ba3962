import { eq } from 'drizzle-orm'
import { isProofRecent } from '../../domain/identity.ts'
import type { Call } from '../api/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { storedPassword } from './queries.ts'
import { recordAttack, countTry } from './attack-log.ts'
import { checkCode } from './check-code.ts'
import { refuseWhenBusy, verifyPassword } from './password.ts'
import { sessions } from '../tables/accounts.ts'

/** @throws Refusal proof-needed unless this session logged in or proved the person's identity in the last 10 minutes */
export function requireProof({ person, now }: Pick<Call<'signed-in'>, 'person' | 'now'>): void {
  if (!person.session || !isProofRecent(person.session.provenAt, now)) throw new Refusal('proof-needed')
}

/**
 * Checks the password of a signed-in person.
 * @throws Refusal invalid-input at the field, too-many, unavailable
 */
export async function checkPassword(
  call: Pick<Call<'signed-in'>, 'services' | 'person' | 'now' | 'address'>,
  password: string,
  field = 'password',
): Promise<void> {
  const { services, person, now, address } = call
  const { email } = person
  refuseWhenBusy()
  await countTry(call, 'proof', person.uid, email)
  const hash = await storedPassword(services.db, person.uid)
  if (!hash || !(await verifyPassword({ hash, password }))) {
    await recordAttack(services, now, { kind: 'proof-refused', email, address })
    throw new Refusal('invalid-input', 'This is not your password.', {
      fields: { [field]: 'This is not your password.' },
    })
  }
  await services.limits.reset('proof', person.uid)
}

/**
 * Proves the identity of a signed-in person for some minutes of this session: by the password, where the account has
 * one, and by a code, where it has a second factor. An account with neither logs in with Google once more instead.
 *
 * @throws Refusal invalid-input at the fields, proof-needed, too-many, unavailable
 */
export async function prove(
  call: Call<'signed-in'>,
  { password = '', code = '' }: { password?: string | undefined; code?: string | undefined },
): Promise<void> {
  const { services, person, now } = call
  const hasPassword = (await storedPassword(services.db, person.uid)) !== null
  if (!person.session || (!hasPassword && !person.secondFactor)) throw new Refusal('proof-needed')
  if (hasPassword) await checkPassword(call, password)
  if (person.secondFactor) await checkCode(call, ownCode(person), code)
  await services.db
    .update(sessions)
    .set({ provenAt: new Date(now) })
    .where(eq(sessions.id, person.session.id))
}

/** What a code of a signed-in person is checked against. */
export const ownCode = ({ uid, email }: Call<'signed-in'>['person']) =>
  ({ userId: uid, email, counted: 'signed in', cookie: 'session_token' }) as const
