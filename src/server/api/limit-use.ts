import type { Tries } from '../../domain/limits.ts'
import type { Call } from './endpoint.ts'

/**
 * Counts one use of an expensive call for the person who makes it.
 * @throws Refusal too-many with Retry-After
 */
export async function limitUse(
  { services: { limits, space }, person }: Pick<Call, 'services'> & { person: { uid: string } },
  what: Tries,
): Promise<void> {
  // The count is stored, and a full disk must not stop people from reading.
  if (space.writable) await limits.consume(what, person.uid)
}
