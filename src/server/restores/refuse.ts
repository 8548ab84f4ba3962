import { desc, eq, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { type Address, withClient } from '../db/connect.ts'
import { isSameDatabase, placeOf } from '../db/place.ts'
import { Refusal } from '../http/refusal.ts'
import { changes } from '../tables/changes.ts'
import { itemAt } from '../../domain/base/lists.ts'

const RESTORED = `This database is not where the last server left it: it was restored or moved. Stop every server, then run
    npm run after-restore -- --backup-at INSTANT
with the instant of its newest data, such as 2026-11-22T21:11:19+01:00. Without it, logouts would be undone, mails would be
sent twice, and payments made since then would be forgotten. docs/operations.md has the steps.`

/**
 * Refuses a database in another cluster, or another database of the same cluster, than the last server recorded. A return
 * to an instant keeps both, so it is not noticed here.
 * @throws Refusal conflict until `after-restore` has run
 */
export async function refuseRestored(owner: Address): Promise<void> {
  await withClient(owner, async (client) => {
    if (!(await hasTable(client, 'public.changes'))) return
    const db = drizzle({ client })
    const place = await placeOf(db)
    const [newest] = await db
      .select({ place: sql<string>`${changes.ids}[1]` })
      .from(changes)
      .where(eq(changes.kind, 'history'))
      .orderBy(desc(changes.seq))
      .limit(1)
    // A server that does not tell its place wrote `unknown`.
    if (place === null || !newest?.place.includes('/') || isSameDatabase(place, newest.place)) return
    throw new Refusal('conflict', RESTORED)
  })
}

/** @throws Refusal conflict when a server or a command is connected, not-found when the database is empty */
export async function requireStoppedInstallation(owner: Address): Promise<void> {
  await withClient(owner, async (client) => {
    if (!(await hasTable(client, 'public.installation')))
      throw new Refusal('not-found', 'The database is empty. Restore the backup first.')
    const { rows } = await client.query<{ sessions: number }>(
      `select count(*)::int as sessions from pg_stat_activity
       where datname = current_database() and application_name = current_setting('application_name')
         and pid <> pg_backend_pid()`,
    )
    const { sessions } = itemAt(rows, 0)
    if (sessions > 0)
      throw new Refusal(
        'conflict',
        `A server or a command is using this database (${sessions} connections). Stop every server, then run this again.`,
      )
  })
}

async function hasTable(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>('select to_regclass($1) is not null as found', [
    name,
  ])
  return itemAt(rows, 0).found
}
