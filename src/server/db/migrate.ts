import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as drizzleMigrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { rootDir } from '../root.ts'
import { type Address, clientConfig } from './connect.ts'

/** Several servers may start at once; one migrates, the others wait. */
const MIGRATION_LOCK = 749_301_002
export const migrationsFolder = () => join(rootDir(), 'migrations')

/**
 * Brings the database to the newest schema. A migration that waits for a lock for long gives up instead of stopping
 * every reader behind it.
 * @throws Error when a file that was applied has been edited since
 */
export async function migrate(address: Address): Promise<void> {
  const client = new pg.Client(clientConfig(address))
  await client.connect()
  try {
    const db = drizzle({ client })
    await db.execute(sql`select pg_advisory_lock(${MIGRATION_LOCK})`)
    await db.execute(sql`set lock_timeout = '10s'`)
    await refuseEdited(client)
    await drizzleMigrate(db, { migrationsFolder: migrationsFolder() })
  } finally {
    await client.end()
  }
}

interface Journal {
  entries: { tag: string; when: number }[]
}

/** Drizzle remembers the hash of each file that it applied but never looks at it again. */
async function refuseEdited(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as exists`,
  )
  if (!rows[0].exists) return
  const applied = await client.query<{ hash: string; created_at: string }>(
    'select hash, created_at from drizzle.__drizzle_migrations',
  )
  const hashes = new Map(applied.rows.map((row) => [Number(row.created_at), row.hash]))
  const journal = JSON.parse(readFileSync(join(migrationsFolder(), 'meta/_journal.json'), 'utf8')) as Journal
  for (const { tag, when } of journal.entries) {
    const file = readFileSync(join(migrationsFolder(), `${tag}.sql`), 'utf8')
    const hash = createHash('sha256').update(file).digest('hex')
    if (hashes.has(when) && hashes.get(when) !== hash) {
      throw new Error(`Migration ${tag} was edited after it had been applied. Restore it and add a new one.`)
    }
  }
}
