import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Log } from './base/log.ts'
import type { ArchiveHeader } from './backups/archive.ts'
import { finishRestore } from './backups/finish-restore.ts'
import { loadRows } from './backups/load-rows.ts'
import { checkTarget, emptyTarget, refuseRunningServer } from './backups/target.ts'
import type { DatabaseSource } from './db/app-role.ts'
import { checkReachable } from './db/app-role.ts'
import type { Address } from './db/connect.ts'
import { migrate, migrationsFolder } from './db/migrate.ts'
import { copyFirstMigrations, countArchived, readMigrations } from './db/migration-history.ts'
import { withClient } from './db/with-client.ts'
import type { CopySource, LedgerReport } from './ledger/replay-copies.ts'
import { prepareJobs } from './jobs/run.ts'
import { prepareDatabase } from './prepare-database.ts'

interface RestoreOptions {
  /** A checked archive and its header. */
  file: string
  header: ArchiveHeader
  /** Whether the data of an earlier installation may be deleted. */
  mayReplace: boolean
  /** The copies of the ledger outside the database. */
  copies: CopySource
  /** Called after each table. */
  onTable: (table: string, rows: number) => void
}

/**
 * Restores an archive: creates the schema that the backup had, loads the rows, and applies this release's later
 * migrations. If it fails after the first write, no server starts on the database until a restore has succeeded.
 *
 * @returns what became of the ledger of forecasts
 * @throws Refusal, MigrationError or SettingsError before anything is written
 */
export async function restoreDatabase(
  source: DatabaseSource,
  log: Log,
  { file, header, mayReplace, copies, onTable }: RestoreOptions,
): Promise<LedgerReport> {
  const migrations = readMigrations(migrationsFolder())
  const known = countArchived(migrations, header.migrations)
  await checkReachable(source)
  await withClient(source.owner, async (client) => {
    await refuseRunningServer(client)
    await checkTarget(client, mayReplace)
    await emptyTarget(client)
  })
  await migrateTo(source.owner, known)
  await prepareJobs(source.owner, log)
  await withClient(source.owner, (client) => loadRows(client, file, onTable))
  await prepareDatabase(source, log, { isRestoring: true })
  return withClient(source.owner, async (client) => {
    const ledger = await finishRestore(client, header, copies)
    await client.query('analyze')
    return ledger
  })
}

/** Applies the first migrations of this release only. */
async function migrateTo(owner: Address, count: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'lotto-migrations-'))
  try {
    copyFirstMigrations(migrationsFolder(), folder, count)
    await migrate(owner, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
