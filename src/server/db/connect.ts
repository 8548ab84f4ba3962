import type { Socket } from 'node:net'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'

/** A database connection or a transaction. */
export type Db = Omit<NodePgDatabase, '$client'>

export interface Connection {
  db: Db
  pool: pg.Pool
  close(): Promise<void>
}

/** Address of a database: a URL, or a socket folder, a database and a role (by default the superuser). */
export type Address = { url: string } | { socketDir: string; database: string; user?: string }

/** The configuration of a pg client. Sessions run in UTC, and connecting times out. */
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

const DATE_OID = 1082

/** Dates stay text: pg would turn them into midnight in the local time zone, a day off in half of the world. */
const getTypeParser: pg.CustomTypesConfig['getTypeParser'] = (oid, format) =>
  oid === DATE_OID ? (value: string) => value : pg.types.getTypeParser(oid, format)

const STATEMENT_TIMEOUT_MS = 5000
/** Longer than any statement may take: a server that sends nothing for this long is unreachable. */
const SOCKET_TIMEOUT_MS = 6000
const NO_TIMEOUT = 0

/** Opens a pool. @param options `noTimeout` for commands whose statements take longer than five seconds */
export function connect(address: Address, { max = 10, noTimeout = false } = {}): Connection {
  const config = { ...clientConfig(address), max, idleTimeoutMillis: 30_000 }
  const pool = noTimeout
    ? new ResilientPool(config, NO_TIMEOUT)
    : new ResilientPool({ ...config, statement_timeout: STATEMENT_TIMEOUT_MS }, SOCKET_TIMEOUT_MS)
  return { db: drizzle({ client: pool }), pool, close: () => pool.end() }
}

type Callback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void

/**
 * A pool that survives broken connections: it replaces them, and their pending queries fail. Without error listeners Node
 * would end the process. Drizzle never releases a connection that breaks at the start of a transaction, so ten of them
 * would exhaust the pool: here a broken connection releases itself, and release() is idempotent.
 */
class ResilientPool extends pg.Pool {
  /** @param socketTimeoutMs without data for this long, a connection in use counts as broken */
  constructor(config: pg.PoolConfig, socketTimeoutMs: number) {
    super(config)
    this.on('error', () => undefined)
    this.on('connect', (client) => {
      client.on('error', () => undefined)
      streamOf(client).on('timeout', () => streamOf(client).destroy())
    })
    this.on('acquire', (client) => streamOf(client).setTimeout(socketTimeoutMs))
    this.on('release', (_error, client) => streamOf(client).setTimeout(NO_TIMEOUT))
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Callback): void
  override connect(callback?: Callback): Promise<pg.PoolClient> | void {
    return callback ? super.connect(callback) : super.connect().then(releasedOnce)
  }
}

const streamOf = (client: pg.PoolClient) =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream

/** Makes release() idempotent and calls it when the connection breaks. */
function releasedOnce(client: pg.PoolClient): pg.PoolClient {
  const original = client.release.bind(client)
  let isReleased = false
  const release = (error?: Error | boolean) => {
    if (isReleased) return
    isReleased = true
    client.off('error', release)
    original(error)
  }
  client.release = release
  client.on('error', release)
  return client
}
