import { lt, sql } from 'drizzle-orm'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { DAY, HOUR } from '../../domain/calendar.ts'
import { type Usage, USAGE_LIMITS } from '../../domain/usage.ts'
import type { Log } from '../base/log.ts'
import type { Db } from '../db/connect.ts'
import type { Space } from '../db/space.ts'
import { networkOf } from '../http/client-address.ts'
import { Refusal } from '../http/refusal.ts'
import { usageCounts } from '../tables/usage.ts'

/** Counts page views in memory and adds them to the database every few seconds. */
export interface UsageCounter {
  /** @param now milliseconds */
  count(now: number, usage: Usage): void
  /**
   * Limits the beacons of one network address. In memory, because a beacon costs no write: the limit only bounds the work
   * of one process.
   * @throws Refusal too-many with Retry-After
   */
  limitBeacons(address: string): Promise<void>
  /** Writes what was counted. After a failure the counts stay in memory for the next write. */
  flush(): Promise<void>
  /** Writes for the last time. */
  stop(): Promise<void>
}

/** Beyond this number of different counts, new ones are lost: the database has been away for days. */
const MOST_COUNTS = 20_000

export function createUsageCounter({ db, log, space }: { db: Db; log: Log; space: Space }): UsageCounter {
  let counts = new Map<string, number>()
  let writing: Promise<void> | null = null
  const beacons = new RateLimiterMemory({ points: USAGE_LIMITS.beaconsPerMinute, duration: 60 })

  function add(key: string, n: number): void {
    if (counts.size < MOST_COUNTS || counts.has(key)) counts.set(key, (counts.get(key) ?? 0) + n)
  }

  async function write(): Promise<void> {
    if (counts.size === 0 || !space.writable) return
    const taken = counts
    counts = new Map()
    try {
      await addToDatabase(db, taken)
    } catch (error) {
      for (const [key, n] of taken) add(key, n)
      log.warn({ error }, 'the page views were not stored and will be tried again')
    }
  }

  const flush = () => (writing ??= write().finally(() => (writing = null)))
  const timer = setInterval(() => void flush(), USAGE_LIMITS.flushSeconds * 1000)
  timer.unref()

  return {
    count(now, { event, page, plan, source }) {
      const hour = new Date(now - (now % HOUR)).toISOString()
      add([hour, event, page, plan, source].join(' '), 1)
    },
    async limitBeacons(address) {
      try {
        await beacons.consume(networkOf(address))
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        const retryAfter = String(Math.ceil(error.msBeforeNext / 1000))
        throw new Refusal('too-many', undefined, { headers: { 'retry-after': retryAfter } })
      }
    },
    flush,
    async stop() {
      clearInterval(timer)
      await writing
      await flush()
    },
  }
}

/** Adds all counts in one statement. Every process sorts them in the same order, so two writes cannot deadlock. */
async function addToDatabase(db: Db, counts: ReadonlyMap<string, number>): Promise<void> {
  const sorted = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const rows = sorted.map(([key, n]) => [...key.split(' '), n])
  const column = (at: number) => sql.param(rows.map((row) => row[at]))
  await db.execute(sql`
    insert into ${usageCounts} (hour, event, page, plan, source, n)
    select * from unnest(${column(0)}::timestamptz[], ${column(1)}::text[], ${column(2)}::text[],
      ${column(3)}::text[], ${column(4)}::text[], ${column(5)}::int[])
    on conflict (hour, event, page, plan, source) do update set n = usage_counts.n + excluded.n`)
}

/** Deletes the counts older than {@link USAGE_LIMITS.keptDays}. */
export async function deleteOldUsage(db: Db, now: number): Promise<void> {
  await db.delete(usageCounts).where(lt(usageCounts.hour, new Date(now - USAGE_LIMITS.keptDays * DAY)))
}
