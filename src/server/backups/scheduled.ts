import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, isNotNull, max } from 'drizzle-orm'
import { backupName, isBackupDraft, latestBackupDue, surplusBackups } from '../../domain/backups.ts'
import { DAY } from '../../domain/calendar.ts'
import type { Log } from '../base/log.ts'
import type { Settings } from '../base/settings.ts'
import type { Clock } from '../db/clock.ts'
import type { Address, Db } from '../db/connect.ts'
import { addJob } from '../queue/add-job.ts'
import { backups } from '../tables/backups.ts'
import { writeBackup } from './write-backup.ts'

interface Dependencies {
  db: Db
  clock: Clock
  log: Log
  settings: Pick<Settings, 'backups'>
}

/** Orders the backup that is due, once; one server makes it. Does nothing without a folder for backups. */
export async function sweepBackups(
  { db, settings }: Pick<Dependencies, 'db' | 'settings'>,
  now: number,
): Promise<void> {
  if (!settings.backups) return
  const dueAt = new Date(latestBackupDue(now, settings.backups.hour))
  await db.transaction(async (tx) => {
    const [ordered] = await tx
      .insert(backups)
      .values({ dueAt, startedAt: new Date(now) })
      .onConflictDoNothing()
      .returning({ dueAt: backups.dueAt })
    if (ordered) await addJob(tx, 'back-up', { id: dueAt.toISOString() })
  })
}

/**
 * Makes an ordered backup, then deletes what the rule does not keep. Runs as a job, which is retried.
 *
 * @param owner the role that owns the tables
 * @param id the instant at which the backup was due, as an ISO text
 */
export async function makeScheduledBackup(
  { db, clock, log, settings }: Dependencies,
  owner: Address,
  id: string,
): Promise<void> {
  const dueAt = new Date(id)
  const [ordered] = await db.select().from(backups).where(eq(backups.dueAt, dueAt))
  if (!settings.backups || !ordered || ordered.finishedAt) return
  const { folder, keep } = settings.backups
  const now = await clock.now(db)
  await deleteOldDrafts(folder, now)
  const file = backupName(now)
  const report = await writeBackup(owner, join(folder, file))
  const finishedAt = await clock.now(db)
  await db
    .update(backups)
    .set({
      finishedAt: new Date(finishedAt),
      snapshotAt: new Date(report.at),
      file,
      bytes: report.bytes,
    })
    .where(eq(backups.dueAt, dueAt))
  const surplus = surplusBackups(await readdir(folder), keep, finishedAt)
  for (const name of surplus) await rm(join(folder, name), { force: true })
  log.info({ file, rows: report.rows, bytes: report.bytes, deleted: surplus.length }, 'made the daily backup')
}

/** Deletes what killed processes left. A younger draft may be of a running one. */
async function deleteOldDrafts(folder: string, now: number): Promise<void> {
  for (const name of (await readdir(folder)).filter(isBackupDraft)) {
    const draft = join(folder, name)
    const { mtimeMs } = await stat(draft)
    if (mtimeMs < now - DAY) await rm(draft, { force: true })
  }
}

/** The moment whose data the newest scheduled backup holds, in milliseconds; null before the first. */
export async function lastBackupAt(db: Db): Promise<number | null> {
  const [row] = await db
    .select({ at: max(backups.snapshotAt) })
    .from(backups)
    .where(isNotNull(backups.finishedAt))
  return row?.at?.getTime() ?? null
}
