import { existsSync } from 'node:fs'
import { sql, desc, eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { byProgram } from '../../../platform/server/audit/context.ts'
import { recordAudit } from '../../../platform/server/audit/record.ts'
import { appendChange } from '../../../platform/server/changes/append.ts'
import { releasePosts } from '../../../reach/server/channels/outbox/queue-posts.ts'
import { nowSql } from '../../../platform/server/db/clock.ts'
import { commandOf } from '../../../platform/server/base/root.ts'
import { placeOf, isSameDatabase } from '../../../platform/server/db/place.ts'
import { Refusal } from '../../../platform/server/http/refusal.ts'
import { type LedgerReport, replayCopy } from '../../../forecasts/server/ledger/replay-copy.ts'
import { sessions, verifications } from '../../../platform/server/tables/accounts.ts'
import { mails } from '../../../platform/server/tables/mails.ts'
import { restores } from '../../../platform/server/tables/installation.ts'
import { itemAt, present } from '../../../platform/rules/base/lists.ts'
import { type Address, withClient } from '../../../platform/server/db/connect.ts'
import { changes } from '../../../platform/server/tables/changes.ts'

/**
 * Ends a restore in one transaction: what must not continue from the time of the backup ends, and the database is open for
 * servers.
 *
 * @param backupAt the instant of its data in milliseconds
 * @param copy the file with the copy of the record; null without one
 * @throws Refusal bad-request when the instant is in the future, conflict when the file of a begun record is missing
 */
export async function finishRestore(
  client: pg.Client,
  backupAt: number,
  copy: string | null,
): Promise<LedgerReport> {
  const db = drizzle({ client })
  const place = (await placeOf(db)) ?? 'unknown'
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ now: number }>(sql`select ${nowSql} as now`)
    const now = Math.floor(itemAt(rows, 0).now)
    if (backupAt > now) throw new Refusal('bad-request', 'The instant of the backup is in the future.')
    // Continues above the versions of lost changes, which phones have.
    await appendChange({ tx, now }, 'history', [place])
    const ledger = await replayCopy(tx, copy)
    if (copy !== null && ledger.size > 0 && !existsSync(copy)) throw new Refusal('conflict', NO_COPY)
    // Logouts, resets and demotions since the backup are undone. Devices for notifications belong to sessions.
    await tx.delete(sessions)
    await tx.delete(verifications)
    await tx
      .update(mails)
      .set({ heldAt: new Date(now) })
      .where(sql`${mails.state} = 'queued'`)
    await releasePosts(tx, new Date(now), true)
    // Their workers are gone.
    await tx.execute(sql`update graphile_worker._private_jobs set locked_at = null, locked_by = null`)
    await tx.execute(sql`update graphile_worker._private_job_queues set locked_at = null, locked_by = null`)
    const [restored] = await tx
      .insert(restores)
      .values({ at: new Date(now), backupAt: new Date(backupAt) })
      .returning({ id: restores.id })
    const subject = `restore:${present(restored).id}`
    const { replayed, lost } = ledger
    await recordAudit(byProgram(tx, now), 'restore.run', subject, {
      backupAt: new Date(backupAt).toISOString(),
      replayed,
      lost,
    })
    return ledger
  })
}

const NO_COPY = `RECORD_COPY is set, but its file is not there: forecasts that were published after the backup would be missing, and the
record would contradict what players saved. Mount its disk. If the file is lost, add --copy-lost.`

const RESTORED = `This database is not where the last server left it: it was restored or moved. Stop every server, then run
    ${commandOf('after-restore')} --backup-at INSTANT
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
