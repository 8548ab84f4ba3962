import { sql } from 'drizzle-orm'
import type { Db } from './connect.ts'
import { itemAt } from '../../rules/base/lists.ts'

/**
 * The only source of the current time. It is the database's time, so that several servers agree, plus an offset for tests;
 * production refuses an offset. Requests read it with their session (`nowSql`) and pass it on as `now`.
 */
export type Clock = ReturnType<typeof createClock>

/** The database's time as a column, in milliseconds since 1970, without the offset. */
export const nowSql = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::float8`

export function createClock({ production }: { production: boolean }) {
  let offset = 0
  /** The database's time minus this machine's. */
  let ahead = 0
  return {
    /** Milliseconds since 1970. Costs a query: within a request, use its `now`. */
    async now(db: Db): Promise<number> {
      const { rows } = await db.execute<{ now: number }>(sql`select ${nowSql} as now`)
      return Math.floor(itemAt(rows, 0).now) + offset
    },
    /** Adds the offset to a value of `nowSql`. */
    shifted(databaseNow: number): number {
      ahead = databaseNow - machineNow()
      return Math.floor(databaseNow) + offset
    },
    /** The database's time by this machine's clock and the last `shifted`. Only while the database is away. */
    estimate: () => Math.floor(machineNow() + ahead) + offset,
    /** Sets the offset in milliseconds, for tests. @throws Error in production */
    setOffset(milliseconds: number): void {
      if (production) throw new Error('The clock has no offset in production.')
      offset = milliseconds
    },
  }
}

/**
 * The time of this machine in milliseconds. Only for the files of the embedded database, which may not run. It is on the same
 * machine, so its time is the same.
 */
const machineNow = () => Date.now()
