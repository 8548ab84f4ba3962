import pg from 'pg'
import { type Address, clientConfig } from '../../src/platform/server/db/connect.ts'
import { LOCKS } from '../../src/platform/server/db/locks.ts'
import { WAITS_HERE } from './database.ts'
import { waitFor } from './wait.ts'

/**
 * Holds a lock, by default the one that every writer of draws needs before its commit. Until `release`, such requests stay
 * inside their transactions.
 */
export async function holdWriteLock(address: Address, lock: keyof typeof LOCKS = 'changes') {
  const client = new pg.Client(clientConfig(address))
  await client.connect()
  await client.query('begin')
  await client.query('select pg_advisory_xact_lock($1)', [LOCKS[lock]])
  return {
    /** Waits until so many requests wait for the lock. */
    untilWaiting: (count: number) =>
      waitFor(`${count} requests wait for the lock`, async () => {
        const { rowCount } = await client.query(
          `select from pg_locks where locktype = 'advisory' and ${WAITS_HERE}`,
        )
        return rowCount! >= count
      }),
    /** Locks a table too. A request that has written to it is then in a deadlock, and Postgres ends that request. */
    async takeTable(table: string): Promise<void> {
      await client.query(`set local deadlock_timeout = '1h'`)
      await client.query(`lock table ${table} in access exclusive mode`)
    },
    async release(): Promise<void> {
      await client.query('commit')
      await client.end()
    },
  }
}
