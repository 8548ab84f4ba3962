import { createHmac, hkdfSync } from 'node:crypto'
import type { RateLimit, AttackKind } from '../../platform/rules/access/rate-limits.ts'
import { networkOf } from '../../platform/server/http/client-address.ts'
import { Refusal } from '../../platform/server/http/refusal.ts'
import { desc, eq, sql } from 'drizzle-orm'
import { HOUR } from '../../platform/rules/base/calendar.ts'
import { STAFF_LIMITS } from '../../platform/rules/access/staff.ts'
import type { Attempt } from './forward.ts'
import type { Services } from '../../platform/server/api/services.ts'
import type { Settings } from '../../platform/server/base/settings.ts'
import { attacks } from '../../platform/server/tables/accounts.ts'

interface Attack {
  kind: AttackKind
  /** The account's email; null when the event concerns no single account. */
  email: string | null
  /** The limit that was reached. */
  reached?: RateLimit
}

/**
 * Hashes with a key that is derived from the current secret. A copy of the database alone does not reveal the addresses and
 * emails of its rows, not even to a search over all of them.
 */
function keyedHash(
  { authSecrets: [secret] }: Settings,
  kindOfValue: 'account' | 'address',
  value: string,
): string {
  const key = Buffer.from(hkdfSync('sha256', secret.value, '', 'attack log', 32))
  return createHmac('sha256', key).update(`${kindOfValue} ${value}`).digest('base64url')
}

/** Records one password attack at `now` (milliseconds). Equal attacks within an hour share a row. */
export async function recordAttack(
  { services: { db, settings }, now, browser: { address } }: Attempt,
  { kind, email, reached }: Attack,
): Promise<void> {
  const at = new Date(now)
  await db
    .insert(attacks)
    .values({
      hour: new Date(now - (now % HOUR)),
      kind,
      reached,
      account: email === null ? null : keyedHash(settings, 'account', email.toLowerCase()),
      address: keyedHash(settings, 'address', networkOf(address)),
      firstAt: at,
      lastAt: at,
    })
    .onConflictDoUpdate({
      target: [attacks.account, attacks.hour, attacks.kind, attacks.reached, attacks.address],
      set: { times: sql`${attacks.times} + 1`, lastAt: sql`greatest(${attacks.lastAt}, excluded.last_at)` },
    })
}

/**
 * Counts one try against a limit. A reached limit is recorded as an attack.
 * @param key what the limit counts by: an address, an email or an id
 * @param email the account that the try concerns; null for limits of an address
 * @throws Refusal too-many
 */
export async function countTry(
  attempt: Attempt,
  limit: RateLimit,
  key: string,
  email: string | null,
): Promise<void> {
  try {
    await attempt.services.limits.consume(limit, key)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'too-many')
      await recordAttack(attempt, { kind: 'limit-reached', email, reached: limit })
    throw error
  }
}

/**
 * The latest attacks on an account, newest first, instants in milliseconds. `network` is a short mark that distinguishes
 * networks.
 */
export async function attacksOn(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  email: string,
  atMost: number = STAFF_LIMITS.attacksShown,
) {
  const rows = await db
    .select()
    .from(attacks)
    .where(eq(attacks.account, keyedHash(settings, 'account', email)))
    .orderBy(desc(attacks.lastAt), desc(attacks.id))
    .limit(atMost)
  return rows.map(({ id, kind, reached, times, address, firstAt, lastAt }) => ({
    id,
    kind,
    reached,
    times,
    network: address.slice(0, 6),
    firstAt: firstAt.getTime(),
    lastAt: lastAt.getTime(),
  }))
}
