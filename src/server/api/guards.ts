import type { RateLimit } from '../../domain/accounts/rate-limits.ts'
import { isProofRecent } from '../../domain/accounts/identity.ts'
import { Refusal } from '../http/refusal.ts'
import type { Services } from './services.ts'
import type { Person } from './visits.ts'

/**
 * Requires a login or a proof of identity in this session within the last 10 minutes.
 * @throws Refusal proof-needed
 */
export function requireProof(person: Pick<Person, 'session'> | null, now: number): void {
  if (!person?.session || !isProofRecent(person.session.provenAt, now)) throw new Refusal('proof-needed')
}

/**
 * Counts one use of an expensive call against the user's rate limit.
 * @throws Refusal too-many with Retry-After
 */
export async function limitUse(
  { services: { limits, space }, person }: { services: Services; person: Pick<Person, 'uid'> },
  limit: RateLimit,
): Promise<void> {
  // Counting writes to the database; reads must still work while its disk is full.
  if (space.writable) await limits.consume(limit, person.uid)
}
