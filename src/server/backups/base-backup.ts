import { readdir, rename, rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { baseName, basesOf, surplusBases, surplusSegments } from '../../domain/wal-archive.ts'
import type { Address } from '../db/connect.ts'
import type { WalArchive } from '../db/wal-archive.ts'
import { withClient } from '../db/with-client.ts'
import { baseText } from './base-files.ts'
import { syncFolder, writeCompressed } from './compressed-file.ts'

/** Longest wait until Postgres has archived the log that a base backup needs. */
const ARCHIVED_TIMEOUT_MS = 10 * 60_000
const POLL_MS = 100

/**
 * Copies the running cluster into the archive. The copy appears under its name when it is complete, on disk, and the log
 * that it needs is archived.
 *
 * @param owner a superuser
 * @param signal ends the copy
 * @returns the name of the copy
 */
export async function writeBaseBackup(
  owner: Address,
  cluster: string,
  archive: WalArchive,
  signal: AbortSignal,
): Promise<string> {
  for (const name of await readdir(archive.bases))
    if (name.endsWith('.partial')) await rm(join(archive.bases, name))
  const draft = join(archive.bases, `${crypto.randomUUID()}.partial`)
  try {
    const { first, last, at } = await copyCluster(owner, cluster, draft, signal)
    await untilArchived(join(archive.wal, `${last}.gz`), signal)
    const name = baseName(at, first)
    await rename(draft, join(archive.bases, name))
    await syncFolder(archive.bases)
    return name
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

interface Copied {
  /** The first and the last segment of the log that the copy needs. */
  first: string
  last: string
  /** Its end in milliseconds. */
  at: number
}

const copyCluster = (owner: Address, cluster: string, draft: string, signal: AbortSignal) =>
  withClient(owner, async (client): Promise<Copied> => {
    const { rows } = await client.query<{ major: string }>(
      `select (current_setting('server_version_num')::int / 10000)::text as major, pg_backup_start('lotto-forecast', true)`,
    )
    let copied: Copied | null = null
    const stop = async () => {
      const { rows: ends } = await client.query<{ label: string; last: string; at: Date }>(
        `select labelfile as label, pg_walfile_name(lsn) as last, clock_timestamp() as at
         from pg_backup_stop(wait_for_archive => false)`,
      )
      const { label, last, at } = ends[0]!
      const first = /^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)$/m.exec(label)![1]!
      copied = { first, last, at: at.getTime() }
      return label
    }
    await writeCompressed(baseText(cluster, rows[0]!.major, stop), draft, signal)
    return copied!
  })

async function untilArchived(file: string, signal: AbortSignal): Promise<void> {
  const deadline = performance.now() + ARCHIVED_TIMEOUT_MS
  while (!existsSync(file)) {
    if (performance.now() > deadline) throw new Error(`Postgres has not archived ${file}`)
    await sleep(POLL_MS, undefined, { signal })
  }
}

/**
 * Deletes what no recovery to an instant of the last `days` days needs.
 * @returns the number of deleted files
 */
export async function pruneArchive({ bases, wal }: WalArchive, now: number, days: number): Promise<number> {
  const names = await readdir(bases)
  const surplus = surplusBases(names, now, days)
  const kept = basesOf(names.filter((name) => !surplus.includes(name)))
  const segments = surplusSegments(await readdir(wal), kept)
  for (const name of surplus) await rm(join(bases, name))
  for (const name of segments) await rm(join(wal, name))
  return surplus.length + segments.length
}
