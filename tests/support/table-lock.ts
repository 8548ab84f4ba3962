import pg from 'pg'
import { onTestFinished } from 'vitest'
import { clientConfig } from '../../src/server/db/connect.ts'
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
        const { rows } = await client.query<{ n: number }>(
          `select count(*)::int as n from pg_locks where relation = '${table}'::regclass and not granted`,
        )
        return rows[0]!.n >= count
      }),
    release: () => client.query('rollback'),
  }
}
