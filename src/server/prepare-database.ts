import { prepareAppRole, checkReachable, type Database, type DatabaseSource } from './db/app-role.ts'
import { migrate } from './db/migrate.ts'
import { prepareJobs } from './jobs/run.ts'
import type { Log } from './base/log.ts'
import type { Settings } from './base/settings.ts'

/** The database server of the settings; null for the embedded one. */
export function externalDatabase({ databaseUrl, databaseOwnerUrl }: Settings): DatabaseSource | null {
  if (databaseUrl === null) return null
  const app = { url: databaseUrl }
  return databaseOwnerUrl === null ? { owner: app, app: null } : { owner: { url: databaseOwnerUrl }, app }
}

/**
 * Migrates the schema as the owner and grants the app's role its privileges.
 * @throws SettingsError, MigrationError with a message for the operator
 */
export async function prepareDatabase(source: DatabaseSource, log: Log): Promise<Database> {
  await checkReachable(source)
  await migrate(source.owner)
  await prepareJobs(source.owner, log)
  return { owner: source.owner, app: await prepareAppRole(source) }
}
