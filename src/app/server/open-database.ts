import type { Log } from '../../platform/server/base/log.ts'
import type { Settings } from '../../platform/server/base/settings.ts'
import type { DatabaseSource } from '../../platform/server/db/app-role.ts'
import { startEmbedded } from '../../platform/server/db/embedded.ts'

/** The database of the settings, reachable but not prepared. */
export interface OpenDatabase {
  source: DatabaseSource
  stop(): Promise<void>
}

/** The database server of the settings; null for the embedded one. */
export function externalDatabase({ databaseUrl, databaseOwnerUrl }: Settings): DatabaseSource | null {
  if (databaseUrl === null) return null
  const app = { url: databaseUrl }
  return databaseOwnerUrl === null ? { owner: app, app: null } : { owner: { url: databaseOwnerUrl }, app }
}

/**
 * Starts the embedded database, unless the settings name another.
 * @param onLaunch called when its process has begun
 * @throws EmbeddedError when it cannot start
 */
export async function openDatabase(
  settings: Settings,
  log: Log,
  onLaunch?: () => void,
): Promise<OpenDatabase> {
  const external = externalDatabase(settings)
  if (external) return { source: external, stop: () => Promise.resolve() }
  const embedded = await startEmbedded(settings.dataDir, log, onLaunch)
  return { source: { owner: embedded.address, app: null }, stop: () => embedded.stop() }
}
