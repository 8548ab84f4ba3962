import type { RateLimit } from '../../domain/accounts/rate-limits.ts'
import type { Call } from './endpoint.ts'

/**
 * Counts one use of an expensive call against the user's rate limit.
 * @throws Refusal too-many with Retry-After
 */
export async function limitUse(
  { services: { limits, space }, person }: Pick<Call, 'services'> & { person: { uid: string } },
  limit: RateLimit,
): Promise<void> {
  // Counting writes to the database; reads must still work while its disk is full.
  if (space.writable) await limits.consume(limit, person.uid)
}
