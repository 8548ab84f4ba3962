import type { Socket } from 'node:net'
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

/** Where a Postgres server listens: an address, or a socket folder, a database on it and a role (the superuser if none). */
export type Address = { url: string } | { socketDir: string; database: string; user?: string }

/** What pg needs to connect; sessions run in UTC and give up instead of hanging. */
export function clientConfig(address: Address): pg.ClientConfig {
  const where =
    'url' in address
      ? { connectionString: address.url }
      : { host: address.socketDir, user: address.user ?? 'postgres', database: address.database }
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

/** Opens a pool. Statements end after five seconds unless `noTimeout` (imports, migrations). */
export function connect(address: Address, { max = 10, noTimeout = false } = {}): Connection {
  const config = { ...clientConfig(address), max, idleTimeoutMillis: 30_000 }
  const pool = noTimeout
    ? new ResilientPool(config, FOR_EVER)
    : new ResilientPool({ ...config, statement_timeout: 5000 }, SILENCE)
  return { db: drizzle({ client: pool }), pool, close: () => pool.end() }
}

/** A server that says nothing for longer than any statement may take is not there: a network has swallowed it. */
const SILENCE = 6000
const FOR_EVER = 0

type Callback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void

/**
 * A pool that survives connections that break: they are replaced, and whoever was using one is told. Without listeners
 * Node would end the process; and Drizzle never gives back a connection that breaks while a transaction begins, so that
 * ten of them would be the end of the pool. Here a broken one gives itself back, and giving back twice is giving once.
 */
class ResilientPool extends pg.Pool {
  /** @param silence milliseconds after which a connection that is in use and says nothing counts as broken */
  constructor(config: pg.PoolConfig, silence: number) {
    super(config)
    this.on('error', () => undefined)
    this.on('connect', (client) => {
      client.on('error', () => undefined)
      streamOf(client).on('timeout', () => streamOf(client).destroy())
    })
    this.on('acquire', (client) => streamOf(client).setTimeout(silence))
    this.on('release', (_error, client) => streamOf(client).setTimeout(FOR_EVER))
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Callback): void
  override connect(callback?: Callback): Promise<pg.PoolClient> | void {
    return callback ? super.connect(callback) : super.connect().then(givenBackOnce)
  }
}

const streamOf = (client: pg.PoolClient) =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream

function givenBackOnce(client: pg.PoolClient): pg.PoolClient {
  const giveBack = client.release.bind(client)
  let out = true
  const release = (error?: Error | boolean) => {
    if (!out) return
    out = false
    client.off('error', release)
    giveBack(error)
  }
  client.release = release
  client.on('error', release)
  return client
}
