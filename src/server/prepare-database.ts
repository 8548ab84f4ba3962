import { prepareAppRole, checkReachable, type Database, type DatabaseSource } from './db/app-role.ts'
import { migrate } from './db/migrate.ts'
import { refuseUnfinishedRestore } from './db/unfinished-restore.ts'
import { prepareJobs } from './jobs/run.ts'
import type { Log } from './base/log.ts'

/**
 * Migrates the schema as the owner and grants the app's role its privileges.
 *
 * @param options `isRestoring` for the restore itself; otherwise a database whose restore has not ended is refused
 * @throws SettingsError, MigrationError with a message for the operator
 */
export async function prepareDatabase(
  source: DatabaseSource,
  log: Log,
  { isRestoring = false } = {},
): Promise<Database> {
  await checkReachable(source)
  if (!isRestoring) await refuseUnfinishedRestore(source.owner)
  await migrate(source.owner)
  await prepareJobs(source.owner, log)
  return { owner: source.owner, app: await prepareAppRole(source) }
}
