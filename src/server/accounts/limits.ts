import { createHash, createHmac, hkdfSync } from 'node:crypto'
import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { RATE_LIMITS, type RateLimit, type AttackKind } from '../../domain/accounts/rate-limits.ts'
import { networkOf } from '../http/client-address.ts'
import { Refusal } from '../http/refusal.ts'
import { desc, eq, sql } from 'drizzle-orm'
import { HOUR } from '../../domain/base/calendar.ts'
import { STAFF_LIMITS } from '../../domain/admin/staff.ts'
import type { Attempt } from './forward.ts'
import type { Services } from '../api/services.ts'
import type { Settings } from '../base/settings.ts'
import { attacks } from '../tables/accounts.ts'

declare module '../api/services.ts' {
  interface Services {
    limits: Limits
  }
}

/** Rate limits, counted in the database: all servers share the counts, and they survive a restart. */
interface Limits {
  /**
   * Counts one try. Call it before the work, so that concurrent requests cannot exceed the limit.
   * @throws Refusal too-many with Retry-After
   */
  consume(limit: RateLimit, key: string): Promise<void>
  /**
   * Counts one try without a refusal.
   * @returns the tries in this window, with this one
   */
  take(limit: RateLimit, key: string): Promise<number>
  /** Whether another try would pass; counts nothing. */
  hasTriesLeft(limit: RateLimit, key: string): Promise<boolean>
  /** Removes one successful try from the count. */
  refund(limit: RateLimit, key: string): Promise<void>
  /** Sets the count to zero. */
  reset(limit: RateLimit, key: string): Promise<void>
}

/** Keys are hashes, so the table holds no emails and no addresses. IPv6 addresses are cut to their network. */
const storageKey = (key: string) => createHash('sha256').update(networkOf(key)).digest('base64url')

/** @param onHit is called for each refused try */
export function createLimits(pool: Pool, onHit: (limit: RateLimit) => void = () => undefined): Limits {
  const limiters = Object.fromEntries(
    Object.entries(RATE_LIMITS).map(([limit, { points, duration, pause }]) => [
      limit,
      new RateLimiterPostgres({
        storeClient: pool,
        storeType: 'pool',
        tableName: 'rate_limits',
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix: limit,
        points,
        duration,
        blockDuration: pause,
      }),
    ]),
  ) as Record<RateLimit, RateLimiterPostgres>

  /** Counts one try. @returns the count, and whether it is within the limit */
  async function count(limit: RateLimit, key: string) {
    try {
      return { result: await limiters[limit].consume(storageKey(key)), isWithin: true }
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error
      onHit(limit)
      return { result: error, isWithin: false }
    }
  }

  return {
    async consume(limit, key) {
      const { result, isWithin } = await count(limit, key)
      if (!isWithin) throw tooMany(limit, result.msBeforeNext)
    },
    async take(limit, key) {
      return (await count(limit, key)).result.consumedPoints
    },
    async hasTriesLeft(limit, key) {
      const found = await limiters[limit].get(storageKey(key))
      return found === null || found.consumedPoints < RATE_LIMITS[limit].points
    },
    async refund(limit, key) {
      await limiters[limit].reward(storageKey(key))
    },
    async reset(limit, key) {
      await limiters[limit].delete(storageKey(key))
    },
  }
}

/** The plural of what a limit counts, when it is not tries. */
const COUNTED_NOUNS: Partial<Record<RateLimit, string>> = {
  search: 'searches',
  lab: 'figures',
  export: 'exports',
  otherSites: 'requests',
}

/** The end of the sentence for limits that other people may have used up. */
const ALTERNATIVE: Partial<Record<RateLimit, string>> = {
  loginAccount: ', or reset your password',
  loginKnownDevice: ', or reset your password',
  codeAccount: ', or use a recovery code',
}

function tooMany(limit: RateLimit, milliseconds: number): Refusal {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000))
  const sentence = `Too many ${COUNTED_NOUNS[limit] ?? 'tries'}. Please try again ${inWords(seconds)}${ALTERNATIVE[limit] ?? ''}.`
  return new Refusal('too-many', sentence, { headers: { 'retry-after': String(seconds) } })
}

function inWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (minutes <= 1) return 'in a minute'
  return minutes < 120 ? `in ${minutes} minutes` : `in ${Math.ceil(minutes / 60)} hours`
}

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
