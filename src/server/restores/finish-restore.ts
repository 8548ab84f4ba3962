import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { byProgram } from '../audit/context.ts'
import { recordAudit } from '../audit/record.ts'
import { appendChange } from '../changes/append.ts'
import { releasePosts } from '../channels/outbox/queue-posts.ts'
import { nowSql } from '../db/clock.ts'
import { placeOf } from '../db/place.ts'
import { Refusal } from '../http/refusal.ts'
import { type LedgerReport, replayCopies } from '../ledger/copy-entries.ts'
import { sessions, verifications } from '../tables/accounts.ts'
import { mails } from '../tables/mails.ts'
import { restores } from '../tables/installation.ts'
import { itemAt } from '../../domain/base/lists.ts'

/**
 * Ends a restore in one transaction: what must not continue from the time of the backup ends, and the database is open for
 * servers.
 *
 * @param backupAt the instant of its data in milliseconds
 * @param copies the folder with the copies of the log; null without any
 * @throws Refusal bad-request when the instant is in the future
 */
export async function finishRestore(
  client: pg.Client,
  backupAt: number,
  copies: string | null,
): Promise<LedgerReport> {
  const db = drizzle({ client })
  const place = (await placeOf(db)) ?? 'unknown'
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ now: number }>(sql`select ${nowSql} as now`)
    const now = Math.floor(itemAt(rows, 0).now)
    if (backupAt > now) throw new Refusal('bad-request', 'The instant of the backup is in the future.')
    // Continues above the versions of lost changes, which phones have.
    await appendChange({ tx, now }, 'history', [place])
    const ledger = await replayCopies(tx, copies)
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
    const subject = `restore:${restored!.id}`
    const { replayed, lost } = ledger
    await recordAudit(byProgram(tx, now), 'restore.run', subject, {
      backupAt: new Date(backupAt).toISOString(),
      replayed,
      lost,
    })
    return ledger
  })
}
