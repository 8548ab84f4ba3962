import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { RATE_LIMITS, type RateLimit } from '../../platform/rules/access/rate-limits.ts'
import { networkOf } from '../../platform/server/http/client-address.ts'
import { Refusal } from '../../platform/server/http/refusal.ts'

declare module '../../platform/server/api/services.ts' {
  interface Services {
    limits: Limits
  }
}

type Limits = ReturnType<typeof createLimits>

/** Keys are hashes, so the table holds no emails and no addresses. IPv6 addresses are cut to their network. */
const storageKey = (key: string) => createHash('sha256').update(networkOf(key)).digest('base64url')

/**
 * Rate limits, counted in the database: all servers share the counts, and they survive a restart.
 * @param onHit is called for each refused try
 */
export function createLimits(pool: Pool, onHit: (limit: RateLimit) => void = () => undefined) {
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
    /**
     * Counts one try. Call it before the work, so that concurrent requests cannot exceed the limit.
     * @throws Refusal too-many with Retry-After
     */
    async consume(limit: RateLimit, key: string): Promise<void> {
      const { result, isWithin } = await count(limit, key)
      if (!isWithin) throw tooMany(limit, result.msBeforeNext)
    },
    /**
     * Counts one try without a refusal.
     * @returns the tries in this window, with this one
     */
    async take(limit: RateLimit, key: string): Promise<number> {
      return (await count(limit, key)).result.consumedPoints
    },
    /** Whether another try would pass; counts nothing. */
    async hasTriesLeft(limit: RateLimit, key: string): Promise<boolean> {
      const found = await limiters[limit].get(storageKey(key))
      return found === null || found.consumedPoints < RATE_LIMITS[limit].points
    },
    /** Removes one successful try from the count. */
    async refund(limit: RateLimit, key: string): Promise<void> {
      await limiters[limit].reward(storageKey(key))
    },
    /** Sets the count to zero. */
    async reset(limit: RateLimit, key: string): Promise<void> {
      await limiters[limit].delete(storageKey(key))
    },
  }
}

/** The plural of what a limit counts, when it is not tries. */
const COUNTED_NOUNS: Partial<Record<RateLimit, string>> = {
  search: 'searches',
  typing: 'questions',
  lab: 'figures',
  export: 'exports',
  download: 'downloads',
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
