import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { basesOf, planRecovery, recoveryName, type RecoveryPlan } from '../domain/wal-archive.ts'
import type { Log } from './base/log.ts'
import type { Settings } from './base/settings.ts'
import { extractBase } from './backups/base-files.ts'
import { finishRestore } from './backups/finish-restore.ts'
import { machineNow } from './db/clock.ts'
import { EmbeddedError, findPostgres } from './db/embedded-process.ts'
import { CLUSTER, stopAbandoned } from './db/embedded-running.ts'
import { findEmbedded } from './db/embedded.ts'
import { recoverCluster } from './db/recover-cluster.ts'
import { archiveFolders, markBroken, type WalArchive } from './db/wal-archive.ts'
import { withClient } from './db/with-client.ts'
import { Refusal } from './http/refusal.ts'
import type { CopySource, LedgerReport } from './ledger/replay-copies.ts'
import { prepareDatabase } from './prepare-database.ts'

interface RecoverOptions {
  /** The instant in milliseconds; Infinity for the end of the archive. */
  at: number
  /** Whether the present data may be moved away. */
  mayReplace: boolean
  /** The copies of the ledger outside the database. */
  copies: CopySource
  say: (text: string) => void
}

const DRAFT = 'recovering-'

/**
 * Rebuilds the folder of the embedded database as it was at an instant, from a base backup and the archived log. The
 * present folder stays until the recovery has succeeded, and is then moved aside.
 *
 * @returns what became of the ledger of forecasts
 * @throws Refusal, EmbeddedError or MigrationError; then nothing has changed
 */
export async function recoverDatabase(
  settings: Settings,
  log: Log,
  { at, mayReplace, copies, say }: RecoverOptions,
): Promise<LedgerReport> {
  const { plan, archive } = choosePlan(settings.walArchive?.folder, at)
  const folder = join(settings.dataDir, 'postgres')
  await checkPresent(settings.dataDir, mayReplace)

  mkdirSync(folder, { recursive: true })
  await removeDrafts(folder)
  const name = `${DRAFT}${randomUUID()}`
  try {
    say(`The base backup of ${new Date(plan.base.at).toISOString()} is unpacked.`)
    await unpack(join(archive.bases, plan.base.name), join(folder, name))
    say('The log is replayed.')
    const recovered = await recoverCluster({ folder, name, archive, at, timeline: plan.timeline })
    const to = recovered.lastChangeAt ?? plan.base.at
    let ledger: LedgerReport
    try {
      await prepareDatabase({ owner: recovered.address, app: null }, log, { isRestoring: true })
      const backup = { at: new Date(to).toISOString() }
      ledger = await withClient(recovered.address, (client) => finishRestore(client, backup, copies))
    } finally {
      await recovered.stop()
    }
    // Meanwhile someone, or the service manager, may have started a server.
    await checkPresent(settings.dataDir, mayReplace)
    const replaced = replaceCluster(folder, name)
    if (replaced) say(`The earlier database is in ${replaced}. Delete it when you no longer need it.`)
    const now = machineNow()
    const mark = recoveryName({ at: now, to: Math.min(at, now), timeline: recovered.timeline })
    writeFileSync(join(archive.bases, mark), '')
    say(`The last change is of ${new Date(to).toISOString()}.`)
    return ledger
  } finally {
    rmSync(join(folder, name), { recursive: true, force: true })
  }
}

/** @throws Refusal conflict when a server runs on the present database, or when it may not be moved aside */
async function checkPresent(dataDir: string, mayReplace: boolean): Promise<void> {
  if (await findEmbedded(dataDir))
    throw new Refusal('conflict', `A server is using ${dataDir}. Stop it, then run the restore again.`)
  const folder = join(dataDir, 'postgres')
  if (existsSync(join(folder, CLUSTER)) && !mayReplace)
    throw new Refusal('conflict', `${folder} holds a database. Add --replace to move it aside.`)
}

/** Deletes what interrupted recoveries left. Their Postgres may still run. */
async function removeDrafts(folder: string): Promise<void> {
  for (const name of readdirSync(folder).filter((one) => one.startsWith(DRAFT))) {
    await stopAbandoned(join(folder, name))
    rmSync(join(folder, name), { recursive: true })
  }
}

/** The archive with the newest usable base backup. After a restore from a backup file there are several. */
function choosePlan(root: string | undefined, at: number): { plan: RecoveryPlan; archive: WalArchive } {
  if (root === undefined)
    throw new Refusal(
      'bad-request',
      'Set WAL_ARCHIVE_DIR to the archive of the server, then run the restore again.',
    )
  if (at !== Infinity && at > machineNow())
    throw new Refusal('bad-request', `${new Date(at).toISOString()} is in the future.`)
  const archives = readdirSync(root)
    .filter((id) => /^\d+$/.test(id))
    .map((id) => archiveFolders(root, id))
    .map((archive) => ({ archive, names: readdirSync(archive.bases) }))
  const [best] = archives
    .flatMap(({ archive, names }) => {
      const plan = planRecovery(names, at)
      return plan ? [{ archive, plan }] : []
    })
    .sort((a, b) => b.plan.base.at - a.plan.base.at)
  if (best) return best
  const begins = archives.flatMap(({ names }) => basesOf(names).map((base) => base.at)).sort((a, b) => a - b)
  throw new Refusal(
    'invalid-input',
    begins.length > 0
      ? `The archive begins at ${new Date(begins[0]!).toISOString()}. Choose a later instant, or restore a backup file.`
      : `${root} holds no base backup.`,
  )
}

async function unpack(file: string, cluster: string): Promise<void> {
  const wrote = await extractBase(file, cluster)
  const { major } = await findPostgres()
  if (wrote !== major)
    throw new EmbeddedError(
      `Postgres ${wrote} wrote this archive; this release includes Postgres ${major}.\n` +
        `Run the restore with the earlier release, or restore a backup file.`,
    )
}

/** @returns where the earlier cluster is now; null if there was none */
function replaceCluster(folder: string, name: string): string | null {
  const cluster = join(folder, CLUSTER)
  // The next start makes a base backup of the new timeline.
  markBroken(folder)
  const replaced = existsSync(cluster) ? join(folder, `replaced-${machineNow()}`) : null
  if (replaced) renameSync(cluster, replaced)
  try {
    renameSync(join(folder, name), cluster)
  } catch (error) {
    if (replaced) renameSync(replaced, cluster)
    throw error
  }
  return replaced
}
