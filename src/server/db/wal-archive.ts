import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folders of the archive of one cluster. */
export interface WalArchive {
  /** Base backups. */
  bases: string
  /** The compressed segments of the write-ahead log. */
  wal: string
}

/** A loss of the disk loses this much at most: Postgres archives an unfinished segment after this time. */
const ARCHIVE_TIMEOUT_S = 60

export const archiveFolders = (root: string, id: string): WalArchive => ({
  bases: join(root, id, 'bases'),
  wal: join(root, id, 'wal'),
})

/** The archive of a cluster. Each cluster has its own folder, because the segments of all have the same names. */
export function archiveOf(root: string, cluster: string): WalArchive {
  const archive = archiveFolders(root, clusterId(cluster))
  for (const folder of [archive.bases, archive.wal]) mkdirSync(folder, { recursive: true, mode: 0o700 })
  return archive
}

/** The system identifier: the first eight bytes of `pg_control`. initdb chooses it at random. */
const clusterId = (cluster: string) =>
  readFileSync(join(cluster, 'global/pg_control')).readBigUInt64LE(0).toString()

/**
 * The settings of a server that archives. A segment appears under its name when it is complete and on disk. The command
 * may run twice for a segment: the second run compares.
 */
export function archiveSettings({ wal }: WalArchive): Record<string, string> {
  const file = `${quoted(wal)}/%f.gz`
  const write = `gzip -c "%p" > ${file}.partial && sync ${file}.partial && mv ${file}.partial ${file} && sync ${quoted(wal)}`
  return {
    archive_mode: 'on',
    archive_timeout: String(ARCHIVE_TIMEOUT_S),
    archive_command: `if [ -f ${file} ]; then gzip -dc ${file} | cmp -s - "%p"; else ${write}; fi`,
  }
}

/** The command with which a recovery reads a segment. */
export const restoreCommand = ({ wal }: WalArchive) => `gzip -dc ${quoted(wal)}/%f.gz > "%p"`

/** A path for the shell, within a command in which Postgres replaces `%`. */
const quoted = (path: string) => `'${path.replaceAll("'", String.raw`'\''`).replaceAll('%', '%%')}'`

/**
 * Names the newest base backup, since which the archive has every segment. A server without the archive removes it, because
 * its segments are missing. If the base backup is not in the archive, its disk was not mounted meanwhile.
 */
const markOf = (folder: string) => join(folder, 'archived-in')

/** Whether the archive can recover the cluster in this folder. Otherwise it needs a base backup. */
export function isArchiveUnbroken(folder: string, { bases }: WalArchive): boolean {
  if (!existsSync(markOf(folder))) return false
  const base = readFileSync(markOf(folder), 'utf8')
  return dirname(base) === bases && existsSync(base)
}

export const markUnbroken = (folder: string, { bases }: WalArchive, base: string) =>
  writeFileSync(markOf(folder), join(bases, base))
export const markBroken = (folder: string) => rmSync(markOf(folder), { force: true })
