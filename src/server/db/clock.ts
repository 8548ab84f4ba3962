import { sql } from 'drizzle-orm'
import type { Db } from './connect.ts'

/**
 * The one door through which time comes in. It is the database's time, so that several servers agree, plus an offset
 * that tests set; production refuses any offset. Requests read it with their session row (`nowSql`) and pass it down.
 */
export interface Clock {
  /** Milliseconds since 1970. Costs a query: where a request's `now` is at hand, use that. */
  now(db: Db): Promise<number>
  /** The same instant as a column of a query, still without the offset: see {@link Clock.shifted}. */
  shifted(databaseNow: number): number
  /** Moves the clock, for tests. */
  setOffset(milliseconds: number): void
}

/** The database's time in milliseconds, as a column. */
export const nowSql = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::float8`

export function createClock({ production }: { production: boolean }): Clock {
  let offset = 0
  return {
    async now(db) {
      const { rows } = await db.execute<{ now: number }>(sql`select ${nowSql} as now`)
      return Math.floor(rows[0]!.now) + offset
    },
    shifted: (databaseNow) => Math.floor(databaseNow) + offset,
    setOffset(milliseconds) {
      if (production) throw new Error('The clock cannot be moved in production.')
      offset = milliseconds
    },
  }
}
