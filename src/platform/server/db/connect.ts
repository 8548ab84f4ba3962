import type { Socket } from 'node:net'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { SERVER_LIMITS } from '../../rules/base/limits.ts'
import { DatabaseAwayError, type Reachability } from './reachability.ts'

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

const NO_TIMEOUT = 0

interface PoolOptions {
  max?: number
  /** For commands whose statements take longer than five seconds. */
  noTimeout?: boolean
  /** Milliseconds until a statement that waits for a connection fails. */
  longestWaitMs?: number | undefined
  /** Shared by the pools of one database, which then fail at once while it is away. */
  reachability?: Reachability
}

/** Opens a pool. Its transactions and single statements are repeated after a deadlock or a serialization failure. */
export function connect(
  address: Address,
  { max = 10, noTimeout = false, longestWaitMs = SERVER_LIMITS.connectionMs, reachability }: PoolOptions = {},
): Connection {
  const config = { ...clientConfig(address), max, idleTimeoutMillis: 30_000 }
  const pool = noTimeout
    ? new ResilientPool(config, NO_TIMEOUT, null)
    : new ResilientPool(
        { ...config, statement_timeout: SERVER_LIMITS.statementMs },
        SERVER_LIMITS.socketMs,
        longestWaitMs,
        reachability,
      )
  return { db: withRetries(drizzle({ client: pool })), pool, close: () => pool.end() }
}

function withRetries(db: NodePgDatabase): Db {
  const transaction = db.transaction.bind(db)
  db.transaction = (run, config) => retryConflicts(() => transaction(run, config))
  return db
}

/** Repeats single statements. Those of a transaction go to its connection, and those with a callback stay as they are. */
function withStatementRetries(query: pg.Pool['query']): pg.Pool['query'] {
  const run = query as (...given: unknown[]) => Promise<unknown>
  const retrying = (...given: unknown[]) =>
    typeof given.at(-1) === 'function' ? run(...given) : retryConflicts(() => run(...given))
  return retrying as pg.Pool['query']
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
  readonly #longestWaitMs: number | null
  readonly #reachability: Reachability | undefined

  /**
   * @param socketTimeoutMs without data for this long, a connection in use counts as broken
   * @param longestWaitMs a statement that waits longer for a connection fails; null for never
   */
  constructor(
    config: pg.PoolConfig,
    socketTimeoutMs: number,
    longestWaitMs: number | null,
    reachability?: Reachability,
  ) {
    super(config)
    this.#longestWaitMs = longestWaitMs
    this.#reachability = reachability
    const open = new Set<pg.PoolClient>()
    // Connections from before would each wait for their own time-out, now or after the network is back.
    reachability?.onAway(() => {
      for (const client of open) streamOf(client).destroy()
    })
    this.query = withStatementRetries(super.query.bind(this))
    this.on('error', () => undefined)
    this.on('connect', (client) => {
      open.add(client)
      client.on('error', () => undefined)
      streamOf(client).on('timeout', () => {
        streamOf(client).destroy()
        reachability?.report()
      })
    })
    this.on('remove', (client) => void open.delete(client))
    this.on('acquire', (client) => streamOf(client).setTimeout(socketTimeoutMs))
    this.on('release', (_error, client) => streamOf(client).setTimeout(NO_TIMEOUT))
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Callback): void
  override connect(callback?: Callback): Promise<pg.PoolClient> | void {
    if (!callback)
      return new Promise<pg.PoolClient>((resolve, reject) => {
        this.connect((error, client) => (client ? resolve(client) : reject(error!)))
      }).then(releasedOnce)
    if (this.#reachability?.isAway) return callback(new DatabaseAwayError(), undefined, () => undefined)
    const isBusy = this.idleCount === 0 && this.totalCount >= this.options.max
    if (isBusy)
      super.connect(this.#longestWaitMs === null ? callback : withinTime(this.#longestWaitMs, callback))
    else super.connect(this.#reachability ? reportingTo(this.#reachability, callback) : callback)
  }
}

/** All connections of the pool were busy for too long. */
class PoolBusyError extends Error {
  /** Postgres' code for too many connections. */
  readonly code = '53300'

  constructor() {
    super('All connections to the database are busy.')
    this.name = 'PoolBusyError'
  }
}

/** Calls back with an error when no connection becomes free in time. One that comes later goes to the next statement. */
function withinTime(waitMs: number, callback: Callback): Callback {
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    callback(new PoolBusyError(), undefined, () => undefined)
  }, waitMs)
  return (error, client, done) => {
    clearTimeout(timer)
    if (isLate) client?.release()
    else callback(error, client, done)
  }
}

/** Reports a connection that could not be made in time, which pg tells by its message only. */
function reportingTo(reachability: Reachability, callback: Callback): Callback {
  return (error, client, done) => {
    if (error && CONNECT_TIMEOUT.test(error.message)) reachability.report()
    callback(error, client, done)
  }
}
const CONNECT_TIMEOUT = /timeout exceeded when trying to connect|timeout expired|connection timeout/i

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

/** Runs work on one connection of its own, which it closes. */
export async function withClient<T>(address: Address, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(clientConfig(address))
  // The statements reject too.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await run(client)
  } finally {
    await client.end()
  }
}

/** The SQLSTATEs of a transaction that Postgres ended because of a concurrent one: `serialization_failure`, `deadlock_detected`. */
export const CONFLICT_CODES: readonly string[] = ['40001', '40P01']
/** Two transactions that ended each other start again at different moments. */
const LONGEST_PAUSE_MS = 50

function isConflict(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: string; cause?: unknown }
  return (code !== undefined && CONFLICT_CODES.includes(code)) || (cause !== undefined && isConflict(cause))
}

/**
 * Runs a transaction, or a statement outside of one, again after a deadlock or a serialization failure, at most three times.
 * Postgres has undone it by then. A transaction must therefore have no effects outside the database.
 * @throws the error of the last try
 */
async function retryConflicts<T>(run: () => Promise<T>): Promise<T> {
  for (let retries = 0; ; retries++) {
    try {
      return await run()
    } catch (error) {
      if (retries === SERVER_LIMITS.conflictRetries || !isConflict(error)) throw error
      await sleep(Math.random() * LONGEST_PAUSE_MS * (retries + 1))
    }
  }
}
