import { prepareAppRole, checkReachable, type Database, type DatabaseSource } from './db/app-role.ts'
import { migrate } from './db/migrate.ts'
import { prepareJobs } from './jobs/run.ts'
import { refuseRestored } from './restores/refuse.ts'
import type { Log } from './base/log.ts'

/**
 * Migrates the schema as the owner and grants the app's role its privileges.
 *
 * @param options `isAfterRestore` for the command that ends a restore; otherwise a restored database is refused
 * @throws SettingsError, MigrationError, Refusal with a message for the operator
 */
export async function prepareDatabase(
  source: DatabaseSource,
  log: Log,
  { isAfterRestore = false } = {},
): Promise<Database> {
  await checkReachable(source)
  if (!isAfterRestore) await refuseRestored(source.owner)
  await migrate(source.owner)
  await prepareJobs(source.owner, log)
  return { owner: source.owner, app: await prepareAppRole(source) }
}
