import { createClock } from '../../platform/server/db/clock.ts'
import type { DatabaseSource } from '../../platform/server/db/app-role.ts'
import { connect, type Db } from '../../platform/server/db/connect.ts'
import { findEmbedded, startEmbedded } from '../../platform/server/db/embedded.ts'
import { prepareInstallation, prepareDatabase } from './installation.ts'
import { createLog, type Log } from '../../platform/server/base/log.ts'
import { setParts } from './parts.ts'
import { externalDatabase } from './open-database.ts'
import { messageOrStack } from './startup-text.ts'
import { readSettings, type Settings } from '../../platform/server/base/settings.ts'

/** Runs a command's work on the database of the environment. A server may be running on it or not. */
export async function withDatabase<T>(work: (db: Db, now: number) => Promise<T>): Promise<T> {
  setParts()
  const settings = readSettings(process.env)
  const log = createLog('error')
  const { source, release } = await findDatabase(settings, log)
  try {
    const { app } = await prepareDatabase(source, log)
    const connection = connect(app, { max: 2, noTimeout: true })
    try {
      const { db } = connection
      const clock = createClock({ production: settings.mode === 'production' })
      await prepareInstallation({ db, clock, settings, log })
      return await work(db, await clock.now(db))
    } finally {
      await connection.close()
    }
  } finally {
    await release()
  }
}

/**
 * Runs a command's work on the database of the environment, which no server may use meanwhile.
 * @throws EmbeddedError when a server runs on the embedded database
 */
export async function withStoppedDatabase<T>(
  work: (source: DatabaseSource, settings: Settings) => Promise<T>,
): Promise<T> {
  const settings = readSettings(process.env)
  const external = externalDatabase(settings)
  if (external) return work(external, settings)
  const embedded = await startEmbedded(settings.dataDir, createLog('error'))
  try {
    return await work({ owner: embedded.address, app: null }, settings)
  } finally {
    await embedded.stop()
  }
}

/** The external database, the embedded one of a running server, or an embedded one started for the command only. */
async function findDatabase(
  settings: Settings,
  log: Log,
): Promise<{ source: DatabaseSource; release: () => Promise<void> }> {
  const release = () => Promise.resolve()
  const external = externalDatabase(settings)
  if (external) return { source: external, release }
  const running = await findEmbedded(settings.dataDir)
  if (running) return { source: { owner: running, app: null }, release }
  const started = await startEmbedded(settings.dataDir, log)
  return { source: { owner: started.address, app: null }, release: () => started.stop() }
}

/**
 * Runs a command and sets the exit code. Expected errors print their message only; others print their stack.
 * @param usage printed when the arguments are wrong
 */
export function runCommand(main: () => Promise<void>, usage: string): void {
  main().catch((error: unknown) => {
    const isUsage = (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')
    process.stderr.write(`${isUsage ? usage : messageOrStack(error)}\n`)
    process.exitCode = 1
  })
}
