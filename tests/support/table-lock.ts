import pg from 'pg'
import { onTestFinished } from 'vitest'
import { clientConfig } from '../../src/platform/server/db/connect.ts'
import { WAITS_HERE } from './database.ts'
import type { TestServer } from './test-server.ts'
import { waitFor } from './wait.ts'

/** Holds a lock on a table, so that every statement on it waits until `release` or the end of the test. */
export async function lockTable({ address }: Pick<TestServer, 'address'>, table: string) {
  const client = new pg.Client(clientConfig(address))
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('begin')
  await client.query(`lock table ${table} in access exclusive mode`)
  return {
    untilWaiting: (count: number) =>
      waitFor(`${count} statements wait for the table`, async () => {
        const { rowCount } = await client.query(
          `select from pg_locks where relation = '${table}'::regclass and ${WAITS_HERE}`,
        )
        return rowCount! >= count
      }),
    release: () => client.query('rollback'),
  }
}
