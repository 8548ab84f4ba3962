import { eq } from 'drizzle-orm'
import { proofCounts } from '../../domain/identity.ts'
import type { Call } from '../http/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { storedPassword } from './account-queries.ts'
import { recordAttack, takeTry } from './attack-log.ts'
import { refuseWhenBusy, verifyPassword } from './password.ts'
import { sessions } from './tables.ts'

/** @throws Refusal proof-needed unless the person has logged in or given the password in the last minutes */
export function requireProof({ person, now }: Pick<Call<'signed-in'>, 'person' | 'now'>): void {
  if (!person.session || !proofCounts(person.session.provenAt, now)) throw new Refusal('proof-needed')
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
  await takeTry(call, 'proof', person.uid, email)
  const hash = await storedPassword(services.db, person.uid)
  if (!hash || !(await verifyPassword({ hash, password }))) {
    await recordAttack(services, now, { kind: 'proof-refused', email, address })
    throw new Refusal('invalid-input', 'This is not your password.', {
      fields: { [field]: 'This is not your password.' },
    })
  }
  await services.limits.forget('proof', person.uid)
}

/** Takes the password as proof that it is still the person, for some minutes of this session. */
export async function prove(call: Call<'signed-in'>, password: string): Promise<void> {
  await checkPassword(call, password)
  const { services, person, now } = call
  if (!person.session) throw new Refusal('proof-needed')
  await services.db
    .update(sessions)
    .set({ provenAt: new Date(now) })
    .where(eq(sessions.id, person.session.id))
}
