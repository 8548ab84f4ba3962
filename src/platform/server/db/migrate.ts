import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as drizzleMigrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { rootDir } from '../base/root.ts'
import { type Address, clientConfig } from './connect.ts'
import { LOCKS } from './locks.ts'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { SERVER_LIMITS } from '../../rules/base/limits.ts'
import { itemAt } from '../../rules/base/lists.ts'

/** The readers that waited are served in the pause. */
const PAUSE_MS = 2000
const LOCK_NOT_AVAILABLE = '55P03'

/** The migrations of this release. */
const migrationsFolder = () => join(rootDir(), 'migrations')

/**
 * Applies this release's migrations. A newer schema stays if this release can run on it. A migration that waits for a lock
 * is tried again after a pause, because every reader of the table waits behind it.
 * @param folder the migrations of another release, for tests
 * @throws MigrationError when this release cannot run on the database, or a table stays in use
 */
export async function migrate(address: Address, folder = migrationsFolder()): Promise<void> {
  const files = readMigrations(folder)
  const client = new pg.Client(clientConfig(address))
  await client.connect()
  try {
    const db = drizzle({ client })
    await db.execute(sql`select pg_advisory_lock(${LOCKS.migration})`)
    await checkHistory(client, files)
    await recordExpansions(client, files)
    await db.execute(sql`select set_config('lock_timeout', ${String(SERVER_LIMITS.migrationLockMs)}, false)`)
    await inTries(() => drizzleMigrate(db, { migrationsFolder: folder }))
  } finally {
    await client.end()
  }
}

/** Repeats the migrations while they cannot lock a table. All of them are one transaction, so a try leaves nothing. */
async function inTries(run: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await run()
    } catch (error) {
      if (codeOf(error) !== LOCK_NOT_AVAILABLE) throw error
      if (tries === SERVER_LIMITS.migrationTries)
        throw new MigrationError(
          'The migrations cannot lock a table that is in use. Look for long statements in pg_stat_activity, then start again.',
        )
      await sleep(PAUSE_MS)
    }
  }
}

const codeOf = (error: unknown): string | undefined => {
  const { code, cause } = error as { code?: string; cause?: { code?: string } }
  return code ?? cause?.code
}

/** This release cannot run on the database. The message is for the server's owner. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

/** One SQL file of this release. */
interface MigrationFile {
  tag: string
  /** The journal's time in milliseconds: Drizzle identifies an applied migration by it. */
  when: number
  hash: string
  /** Whether the previous release can run on the schema after this migration. */
  expands: boolean
}

/** First line of an additive migration: the previous release can still run after it. */
const EXPAND_MARK = /^-- expand\s*$/

interface Journal {
  entries: { tag: string; when: number }[]
}

const readJournal = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as Journal

/** Reads the migrations of a release in journal order. */
function readMigrations(folder: string): MigrationFile[] {
  return readJournal(folder).entries.map(({ tag, when }) => {
    const text = readFileSync(join(folder, `${tag}.sql`), 'utf8')
    const hash = createHash('sha256').update(text).digest('hex')
    return { tag, when, hash, expands: EXPAND_MARK.test(itemAt(text.split('\n', 1), 0)) }
  })
}

/**
 * Checks that this release can run on the applied migrations.
 * @throws MigrationError when an applied file was edited, when a migration before the newest applied one is missing, or
 * when a newer release applied a migration that is not an expansion
 */
async function checkHistory(client: pg.Client, files: readonly MigrationFile[]): Promise<void> {
  if (!(await exists(client, 'drizzle.__drizzle_migrations'))) return
  const { rows } = await client.query<{ hash: string; created_at: string }>(
    'select hash, created_at from drizzle.__drizzle_migrations',
  )
  const applied = new Map(rows.map(({ hash, created_at }) => [Number(created_at), hash]))
  const newest = Math.max(...applied.keys())
  for (const { tag, when, hash } of files) {
    const found = applied.get(when)
    if (found !== undefined && found !== hash)
      throw new MigrationError(
        `Migration ${tag} was edited after it was applied. Restore the file and add a new migration.`,
      )
    if (found === undefined && when < newest)
      throw new MigrationError(
        `The database has later migrations but not ${tag}. Restore a backup, or start the release that created the database.`,
      )
  }
  const known = new Set(files.map(({ when }) => when))
  const expansions = await readExpansions(client)
  const unknown = [...applied].filter(([when]) => !known.has(when))
  const breaking = unknown.filter(([, hash]) => !expansions.has(hash))
  if (breaking.length > 0)
    throw new MigrationError(
      `A newer release changed this database, and this release cannot run on it. Start the newer release, or restore an earlier backup.`,
    )
}

/**
 * Records which migrations are expansions, for older releases, which do not have the files. This runs before the
 * migrations: a record without its migration is harmless, while a migration without its record would prevent an older
 * release from starting.
 */
async function recordExpansions(client: pg.Client, files: readonly MigrationFile[]): Promise<void> {
  await client.query('create schema if not exists drizzle')
  await client.query('create table if not exists drizzle.expansions (hash text primary key)')
  await client.query('insert into drizzle.expansions select unnest($1::text[]) on conflict do nothing', [
    files.filter(({ expands }) => expands).map(({ hash }) => hash),
  ])
}

async function readExpansions(client: pg.Client): Promise<ReadonlySet<string>> {
  if (!(await exists(client, 'drizzle.expansions'))) return new Set()
  const { rows } = await client.query<{ hash: string }>('select hash from drizzle.expansions')
  return new Set(rows.map(({ hash }) => hash))
}

async function exists(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [
    table,
  ])
  return itemAt(rows, 0).exists
}
