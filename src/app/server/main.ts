import { createLog } from '../../platform/server/base/log.ts'
import { readSettings } from '../../platform/server/base/settings.ts'
import { refuseTakenPort } from '../../platform/server/http/listener.ts'
import { openDatabase } from './open-database.ts'
import { greeting, startFailure } from './startup-text.ts'

/** Starts the server from the environment. SIGTERM and SIGINT stop it gracefully. */
async function main(): Promise<void> {
  const settings = readSettings(process.env)
  if (settings.port !== 0) await refuseTakenPort(settings.port, settings.host)
  const launched = Promise.withResolvers<void>()
  const database = openDatabase(settings, createLog(settings.logLevel), launched.resolve)
  // The database starts while the modules of the server are loaded, which holds up this process.
  await Promise.race([launched.promise, database])
  const { startServer } = await import('./server.ts')
  const running = await startServer(settings, { database })
  if (settings.mode === 'demo') process.stdout.write(greeting(running))
  let stopping = false
  const stop = (signal: string) => {
    if (stopping) return
    stopping = true
    running.services.log.info({ signal }, 'stopping')
    running.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        running.services.log.error({ error }, 'the stop failed')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', () => stop('SIGTERM'))
  process.on('SIGINT', () => stop('SIGINT'))
}

main().catch((error: unknown) => {
  process.stderr.write(startFailure(error))
  process.exit(1)
})
