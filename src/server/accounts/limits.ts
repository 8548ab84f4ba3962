import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { TRIES, type Tries } from '../../domain/limits.ts'
import { networkOf } from '../http/client-address.ts'
import { Refusal } from '../http/refusal.ts'

/** Rate limits, counted in the database: all servers share the counts, and they survive a restart. */
export interface Limits {
  /**
   * Counts one try. Call it before the work: a thousand requests at the same time must not all pass.
   * @throws Refusal too-many with Retry-After
   */
  consume(what: Tries, who: string): Promise<void>
  /** Whether another try would pass; counts nothing. */
  hasTriesLeft(what: Tries, who: string): Promise<boolean>
  /** Uncounts one try that succeeded. */
  refund(what: Tries, who: string): Promise<void>
  /** Sets the count to zero. */
  reset(what: Tries, who: string): Promise<void>
}

/** Keys are hashes, so the table holds no emails and no addresses. IPv6 addresses are cut to their network. */
const keyOf = (who: string) => createHash('sha256').update(networkOf(who)).digest('base64url')

export function createLimits(pool: Pool): Limits {
  const limiters = Object.fromEntries(
    Object.entries(TRIES).map(([what, { points, duration, pause }]) => [
      what,
      new RateLimiterPostgres({
        storeClient: pool,
        storeType: 'pool',
        tableName: 'rate_limits',
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix: what,
        points,
        duration,
        blockDuration: pause,
      }),
    ]),
  ) as Record<Tries, RateLimiterPostgres>

  return {
    async consume(what, who) {
      try {
        await limiters[what].consume(keyOf(who))
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        throw tooMany(what, error.msBeforeNext)
      }
    },
    async hasTriesLeft(what, who) {
      const found = await limiters[what].get(keyOf(who))
      return found === null || found.consumedPoints < TRIES[what].points
    },
    async refund(what, who) {
      await limiters[what].reward(keyOf(who))
    },
    async reset(what, who) {
      await limiters[what].delete(keyOf(who))
    },
  }
}

/** The plural of what a limit counts, when it is not tries. */
const COUNTED: Partial<Record<Tries, string>> = { search: 'searches', export: 'exports' }

/** The end of the sentence for limits that other people may have used up. */
const ALTERNATIVE: Partial<Record<Tries, string>> = {
  loginAccount: ', or reset your password',
  loginKnownDevice: ', or reset your password',
  loginAddress: ', or reset your password',
}

function tooMany(what: Tries, milliseconds: number): Refusal {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000))
  const sentence = `Too many ${COUNTED[what] ?? 'tries'}. Please try again ${inWords(seconds)}${ALTERNATIVE[what] ?? ''}.`
  return new Refusal('too-many', sentence, { headers: { 'retry-after': String(seconds) } })
}

function inWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (minutes <= 1) return 'in a minute'
  return minutes < 120 ? `in ${minutes} minutes` : `in ${Math.ceil(minutes / 60)} hours`
}
