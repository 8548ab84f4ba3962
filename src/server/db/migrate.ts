import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as drizzleMigrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { rootDir } from '../base/root.ts'
import { type Address, clientConfig } from './connect.ts'
import { checkHistory, MigrationError, readMigrations, recordExpansions } from './migration-history.ts'

/** When several servers start at the same time, one migrates and the others wait. */
const MIGRATION_LOCK = 749_301_002
/** Readers of a table wait at most this long behind a migration. */
const LOCK_TIMEOUT_MS = 1000
/** The readers that waited are served in the pause. */
const PAUSE_MS = 2000
/** A minute and a half. */
const TRIES = 30
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
    await db.execute(sql`select pg_advisory_lock(${MIGRATION_LOCK})`)
    await checkHistory(client, files)
    await recordExpansions(client, files)
    await db.execute(sql`select set_config('lock_timeout', ${String(LOCK_TIMEOUT_MS)}, false)`)
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
      if (tries === TRIES)
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
