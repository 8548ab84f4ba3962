import { readSettings } from './base/settings.ts'
import { startServer } from './server.ts'
import { greeting, startFailure } from './startup-text.ts'

/** Starts the server from the environment. SIGTERM and SIGINT stop it gracefully. */
async function main(): Promise<void> {
  const settings = readSettings(process.env)
  const running = await startServer(settings)
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
