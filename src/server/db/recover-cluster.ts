import { rmSync, statSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Address } from './connect.ts'
import { EmbeddedError, findPostgres, launch } from './embedded-process.ts'
import { acceptsConnections, DATABASE, type Running, stopServer } from './embedded-running.ts'
import { rotateLog } from './rotate-log.ts'
import { archiveSettings, restoreCommand, type WalArchive } from './wal-archive.ts'
import { withClient } from './with-client.ts'

interface Recovery {
  /** The folder of the embedded server, and the name of the copied cluster in it. */
  folder: string
  name: string
  archive: WalArchive
  /** The instant in milliseconds; Infinity for the end of the archive. */
  at: number
  timeline: number
}

export interface RecoveredCluster {
  address: Address
  /** The last change in milliseconds; null without a change since the base backup. */
  lastChangeAt: number | null
  /** The timeline that the recovered cluster writes. */
  timeline: number
  stop(): Promise<void>
}

const POLL_MS = 200
/** The form that Postgres takes: it refuses the `T` and the `Z` of ISO 8601. */
const postgresInstant = (at: number) => new Date(at).toISOString().replace('T', ' ').replace('Z', '+00')

/**
 * Starts a server on a copied cluster. It replays the archived log up to the instant, begins a timeline of its own and then
 * accepts writes.
 *
 * @throws EmbeddedError when the archive ends before the instant, and for other failures of Postgres
 */
export async function recoverCluster({
  folder,
  name,
  archive,
  at,
  timeline,
}: Recovery): Promise<RecoveredCluster> {
  writeFileSync(join(folder, name, 'recovery.signal'), '', { mode: 0o600 })
  const log = join(folder, 'server.log')
  // Before its length is read: the launch would do it after.
  rotateLog(log)
  const logStart = statSync(log, { throwIfNoEntry: false })?.size ?? 0
  const settings = {
    ...archiveSettings(archive),
    // Connections are refused until the end of the recovery.
    hot_standby: 'off',
    restore_command: restoreCommand(archive),
    recovery_target_timeline: String(timeline),
    recovery_target_action: 'promote',
    ...(at !== Infinity && { recovery_target_time: postgresInstant(at) }),
  }
  const { pid, socketDir, exited } = launch(await findPostgres(), folder, name, { settings, archive })
  const running: Running = { pid, socketDir }
  while (!(await acceptsConnections(running))) {
    if (exited.value) {
      rmSync(socketDir, { recursive: true, force: true })
      throw failure(at, log, (await readFile(log)).subarray(logStart).toString())
    }
    await sleep(POLL_MS)
  }
  const address = { socketDir, database: DATABASE }
  const { rows } = await withClient(address, (client) =>
    client.query<{ last: Date | null; segment: string }>(
      'select pg_last_xact_replay_timestamp() as last, pg_walfile_name(pg_current_wal_lsn()) as segment',
    ),
  )
  return {
    address,
    lastChangeAt: rows[0]!.last?.getTime() ?? null,
    timeline: Number.parseInt(rows[0]!.segment.slice(0, 8), 16),
    stop: () => stopServer(running),
  }
}

function failure(at: number, log: string, text: string): Error {
  if (!text.includes('recovery ended before configured recovery target was reached'))
    return new EmbeddedError(
      `Postgres could not recover: ${/FATAL: {2}(?!the database system is)(.*)/.exec(text)?.[1] ?? 'it ended'}.\nIts messages are at the end of ${log}`,
    )
  const last = /last completed transaction was at log time (\S+ [\d:.]+)\+00/.exec(text)?.[1]
  const end = last ? ` Its last change is of ${last.replace(' ', 'T')}Z.` : ''
  return new EmbeddedError(
    `The archive ends before ${new Date(at).toISOString()}.${end} Use --at latest for its end. Nothing was changed.`,
  )
}
