// Reads and changes the database directly, as time or another program would.
import { setTimeout as sleep } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../src/platform/server/db/app-role.ts'
import {
  type Address,
  connect,
  type Connection,
  type Db,
  withClient,
} from '../../src/platform/server/db/connect.ts'

interface HasDatabase {
  services: { db: Db }
}

/** The rows of a query. Counts and ids are numbers. */
export async function rowsOf<Row extends Record<string, unknown> = Record<string, any>>(
  { services }: HasDatabase,
  query: SQL,
): Promise<Row[]> {
  const { rows } = await services.db.execute(query)
  return rows as Row[]
}

/** The rows of a statement on a database without a server under test. */
export function queryAt(address: Address, text: string): Promise<Record<string, any>[]> {
  return withClient(address, async (client) => (await client.query(text)).rows)
}

/** The owner's connections to the last database. A new one for each statement took much of the processor's time. */
let owner: { of: string; connection: Connection } | null = null

/** Ends the connections of `asOwner`. */
export async function closeOwner(): Promise<void> {
  const left = owner
  owner = null
  await left?.connection.close()
}

/** Runs a statement as the tables' owner. The server under test connects with fewer rights. */
export async function asOwner<Row extends Record<string, unknown> = Record<string, any>>(
  { database }: { database: Database },
  query: SQL,
): Promise<Row[]> {
  const of = JSON.stringify(database.owner)
  if (owner?.of !== of) void closeOwner()
  owner ??= { of, connection: connect(database.owner) }
  return (await owner.connection.db.execute(query)).rows as Row[]
}

/** Makes the new rows of a table fail where a condition holds, or no longer. @param condition of `new`; null for none */
export async function failOn(owner: { database: Database }, table: string, condition: string | null) {
  await asOwner(owner, sql.raw(`drop trigger if exists fails on ${table}`))
  if (condition === null) return
  await asOwner(
    owner,
    sql.raw(`create or replace function fail() returns trigger language plpgsql as
      'begin raise exception ''a fault of the test''; end'`),
  )
  await asOwner(
    owner,
    sql.raw(
      `create trigger fails before insert on ${table} for each row when (${condition}) execute function fail()`,
    ),
  )
}

/**
 * One hash per table of everything that the database holds. Equal results mean that nothing changed. Sessions are left
 * out because a new reader needs one, rate limits because refused requests count against them, and page views because
 * reading counts.
 */
export async function contentsOf(owner: HasDatabase): Promise<Record<string, string>> {
  const tables = await rowsOf<{ name: string }>(
    owner,
    sql`select table_name as name from information_schema.tables
        where table_schema = 'public' and table_name not in ('sessions', 'rate_limits', 'power_uses', 'log_checkpoints', 'log_cosignatures') order by 1`,
  )
  const hashes = tables.map(
    ({ name }) =>
      sql`select ${name} as name, count(*) || ' ' || md5(coalesce(string_agg(t::text, '\n' order by t::text), ''))
          as hash from ${sql.identifier(name)} as t`,
  )
  const rows = await rowsOf<{ name: string; hash: string }>(owner, sql.join(hashes, sql` union all `))
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]))
}

/**
 * The ungranted locks of this database's sessions. Test files share one Postgres, and the tables of their databases have
 * equal ids. A transaction sees the sessions of its first question only, so this is asked outside a transaction.
 */
export const WAITING_LOCKS =
  'select from pg_locks join pg_stat_activity using (pid) where datname = current_database() and not granted'

/** The condition for ungranted locks on objects of this database, also inside a transaction. */
export const WAITS_HERE =
  'not granted and database = (select oid from pg_database where datname = current_database())'

/** The number of locks for which sessions of the server's database wait. */
export async function waitingLocks(owner: HasDatabase): Promise<number> {
  return (await rowsOf(owner, sql.raw(WAITING_LOCKS))).length
}

/** Resolves when the work has ended or waits for a lock, so that a test can hold the lock meanwhile. */
export async function settledOrWaiting(owner: HasDatabase, work: Promise<unknown>): Promise<void> {
  const ended = work.then(
    () => true,
    () => true,
  )
  while (!(await Promise.race([ended, sleep(10, false)]))) if ((await waitingLocks(owner)) > 0) return
}
