import { and, eq, isNull } from 'drizzle-orm'
import { AGE_NEEDED, usernameProblem } from '../../domain/identity.ts'
import { recordAudit } from '../audit/record.ts'
import type { Call } from '../api/endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { users } from '../tables/accounts.ts'

type Own = Pick<Call<'signed-in'>, 'services' | 'person' | 'now' | 'actor'>

/** @throws Refusal invalid-input at the field */
export async function rename({ services: { db }, person, now }: Own, typed: string): Promise<void> {
  const problem = usernameProblem(typed)
  if (problem) throw new Refusal('invalid-input', problem, { fields: { username: problem } })
  await db
    .update(users)
    .set({ username: typed.trim(), updatedAt: new Date(now) })
    .where(and(eq(users.id, person.uid), isNull(users.deletedAt)))
}

/**
 * Keeps when somebody said to be 18 or older; saying it again changes nothing.
 * @throws Refusal invalid-input at the field
 */
export async function confirmAge(
  { services: { db }, person, now, actor }: Own,
  confirmed: boolean,
): Promise<void> {
  if (!confirmed) throw new Refusal('invalid-input', AGE_NEEDED, { fields: { ageConfirmed: AGE_NEEDED } })
  await db.transaction(async (tx) => {
    const { rowCount } = await tx
      .update(users)
      .set({ ageConfirmedAt: new Date(now) })
      .where(and(eq(users.id, person.uid), isNull(users.ageConfirmedAt), isNull(users.deletedAt)))
    if (rowCount === 0) return
    await recordAudit(tx, now, actor, {
      action: 'account.age-confirmed',
      subject: `user:${person.uid}`,
      details: {},
    })
  })
}
