import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'

/** Each process looks this often, in milliseconds, whether the next sweep waits. */
const LOOK_MS = 5000

/**
 * Keeps one sweep waiting, for the next minute of the database's clock. The queue's own crontab adds one sweep for each
 * minute that a clock jumps forward, and after a jump back it adds none until that time comes again.
 */
export function keepSweepWaiting(db: Db): { stop(): Promise<void> } {
  const stopping = new AbortController()
  async function keep(): Promise<void> {
    while (!stopping.signal.aborted) {
      // The database may be away. The next look is soon.
      await addNextSweep(db).catch(() => undefined)
      await sleep(LOOK_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const keeping = keep()
  return {
    stop() {
      stopping.abort()
      return keeping
    },
  }
}

async function addNextSweep(db: Db): Promise<void> {
  await db.execute(sql`
    select graphile_worker.add_job('sweep', job_key := 'sweep', max_attempts := 1,
      run_at := date_trunc('minute', clock_timestamp()) + interval '1 minute')
    where not exists (
      select from graphile_worker.jobs
      where key = 'sweep' and locked_at is null and attempts < max_attempts
        and run_at <= clock_timestamp() + interval '1 minute')`)
}
