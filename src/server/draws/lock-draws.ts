import { sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { draws } from '../tables/draws.ts'

/**
 * Makes all other writers of draws wait until the end of the transaction; readers do not wait. Call it first: a writer that
 * holds a row lock while it waits for the table causes a deadlock.
 */
export async function lockDraws(tx: Db): Promise<void> {
  await tx.execute(sql`lock table ${draws} in exclusive mode`)
}
