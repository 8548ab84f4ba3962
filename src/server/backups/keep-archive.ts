import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { latestBackupDue } from '../../domain/backups.ts'
import { MINUTE } from '../../domain/calendar.ts'
import { basesOf } from '../../domain/wal-archive.ts'
import type { Log } from '../base/log.ts'
import { machineNow } from '../db/clock.ts'
import { CLUSTER } from '../db/embedded-running.ts'
import type { Embedded } from '../db/embedded.ts'
import { isArchiveUnbroken, markUnbroken, type WalArchive } from '../db/wal-archive.ts'
import { pruneArchive, writeBaseBackup } from './base-backup.ts'

/** The state of an archive, in seconds. */
export interface ArchiveFigures {
  /** The age of the newest base backup since which no segment is missing; the age of this process before the first. */
  baseAge: number
  /** How long the oldest complete segment has waited for its archive. */
  waiting: number
}

export interface ArchiveKeeper {
  figures(): Promise<ArchiveFigures>
  stop(): Promise<void>
}

interface Options {
  /** The days of which every instant can be recovered. */
  days: number
  /** The hour of the day in Lagos of the base backups. */
  hour: number
  log: Log
}

/**
 * Makes the base backups of the embedded server: one each day, and one at once when the archive misses segments since the
 * last. Tries again each minute.
 */
export function keepArchive(
  { address, folder }: Embedded,
  archive: WalArchive,
  { days, hour, log }: Options,
): ArchiveKeeper {
  const cluster = join(folder, CLUSTER)
  const startedAt = machineNow()
  const stopping = new AbortController()
  const newestBase = async () => {
    const [newest] = basesOf(await readdir(archive.bases))
    return newest && isArchiveUnbroken(folder, archive) ? newest.at : null
  }
  async function makeIfDue(): Promise<void> {
    const newest = await newestBase()
    if (newest !== null && newest >= latestBackupDue(machineNow(), hour)) return
    // First, because it makes room.
    const deleted = await pruneArchive(archive, machineNow(), days)
    const name = await writeBaseBackup(address, cluster, archive, stopping.signal)
    markUnbroken(folder, archive, name)
    log.info({ name, deleted }, 'made a base backup')
  }
  const report = (error: unknown) => {
    if (!stopping.signal.aborted) log.error({ error }, 'the base backup failed')
  }
  let running = makeIfDue().catch(report)
  const timer = setInterval(() => {
    running = running.then(makeIfDue).catch(report)
  }, MINUTE)
  return {
    async figures() {
      const oldest = await oldestWaiting(join(cluster, 'pg_wal/archive_status'))
      const now = machineNow()
      return {
        baseAge: (now - ((await newestBase()) ?? startedAt)) / 1000,
        waiting: oldest === null ? 0 : Math.max(0, now - oldest) / 1000,
      }
    },
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await running
    },
  }
}

/** Postgres creates a file `.ready` for each complete segment, and renames it when the segment is archived. */
async function oldestWaiting(folder: string): Promise<number | null> {
  const waiting = (await readdir(folder)).filter((name) => name.endsWith('.ready'))
  const times = await Promise.all(
    waiting.map((name) =>
      stat(join(folder, name)).then(
        ({ mtimeMs }) => mtimeMs,
        () => Infinity,
      ),
    ),
  )
  const oldest = Math.min(...times)
  return oldest === Infinity ? null : oldest
}
