import { drizzle } from 'drizzle-orm/node-postgres'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'

/** A database or a transaction of it: every function that reads or writes takes one. */
export type Db = Omit<NodePgDatabase, '$client'>

export interface Connection {
  db: Db
  pool: pg.Pool
  close(): Promise<void>
}

/** Where a Postgres server listens: an address, or a socket folder and a database on it. */
export type Address = { url: string } | { socketDir: string; database: string }

/** What pg needs to connect; sessions run in UTC and give up instead of hanging. */
export function clientConfig(address: Address): pg.ClientConfig {
  const where =
    'url' in address
      ? { connectionString: address.url }
      : { host: address.socketDir, user: 'postgres', database: address.database }
  return {
    ...where,
    application_name: 'lotto-forecast',
    connectionTimeoutMillis: 5000,
    options: '-c timezone=UTC',
    types: { getTypeParser },
  }
}

const DATE = 1082

/** Dates stay text: pg would turn them into local midnights, a day off in half of the world. */
const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (oid, format) =>
  oid === DATE ? (value: string) => value : pg.types.getTypeParser(oid, format)

/** Opens a pool. Statements end after five seconds unless `patient` (imports, migrations). */
export function connect(address: Address, { max = 10, patient = false } = {}): Connection {
  const statementTimeout = patient ? {} : { statement_timeout: 5000 }
  const pool = new pg.Pool({ ...clientConfig(address), ...statementTimeout, max, idleTimeoutMillis: 30_000 })
  // An idle connection that breaks is replaced by the pool; without a listener Node would end the process.
  pool.on('error', () => undefined)
  return { db: drizzle({ client: pool }), pool, close: () => pool.end() }
}
