import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as drizzleMigrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { rootDir } from '../base/root.ts'
import { type Address, clientConfig } from './connect.ts'
import { checkHistory, readMigrations, recordExpansions } from './migration-history.ts'

/** When several servers start at the same time, one migrates and the others wait. */
const MIGRATION_LOCK = 749_301_002
const migrationsFolder = () => join(rootDir(), 'migrations')

/**
 * Applies this release's migrations. A newer schema stays if this release can run on it. A migration fails after waiting
 * 10 s for a lock, because every reader waits behind it.
 * @param folder the migrations of another release, for tests
 * @throws MigrationError when this release cannot run on the database
 */
export async function migrate(address: Address, folder = migrationsFolder()): Promise<void> {
  const files = readMigrations(folder)
  const client = new pg.Client(clientConfig(address))
  await client.connect()
  try {
    const db = drizzle({ client })
    await db.execute(sql`select pg_advisory_lock(${MIGRATION_LOCK})`)
    await db.execute(sql`set lock_timeout = '10s'`)
    await checkHistory(client, files)
    await recordExpansions(client, files)
    await drizzleMigrate(db, { migrationsFolder: folder })
  } finally {
    await client.end()
  }
}
