import { EmbeddedError } from './db/embedded-process.ts'
import { MigrationError } from './db/migration-history.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './accounts/demo-accounts.ts'
import { type Running, startServer } from './server.ts'
import { readSettings, SettingsError } from './base/settings.ts'

/** Starts the server from the environment and stops it in good order when told to. */
async function main(): Promise<void> {
  const settings = readSettings(process.env)
  const running = await startServer(settings)
  if (settings.mode === 'demo') greet(running)
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

function greet({ url, sandboxUrl, services: { settings } }: Running): void {
  const width = Math.max(...DEMO_ACCOUNTS.map(({ email }) => email.length))
  const accounts = DEMO_ACCOUNTS.map(
    ({ email, role, plan }) =>
      `  ${email.padEnd(width)}  ${plan?.plan ?? (role === 'admin' ? 'admin' : 'free')}`,
  )
  process.stdout.write(
    [
      '',
      `Lotto Forecast  ${url}`,
      ...(sandboxUrl ? [`Stand-ins       ${sandboxUrl}`, `All mail        ${sandboxUrl}/mailbox`] : []),
      '',
      'Demo accounts, password ' + DEMO_PASSWORD,
      ...accounts,
      '',
      `Data in ${settings.dataDir}`,
      '',
      '',
    ].join('\n'),
  )
}

/** What a person can mend is told in plain words; anything else is our fault and shows where it happened. */
function complain(error: unknown): never {
  const { code, port } = (error ?? {}) as { code?: string; port?: number }
  if (error instanceof SettingsError || error instanceof EmbeddedError || error instanceof MigrationError)
    process.stderr.write(`\n${error.message}\n\n`)
  else if (code === 'EADDRINUSE')
    process.stderr.write(`\nPort ${port} is taken. Stop what uses it, or set PORT.\n\n`)
  else
    process.stderr.write(`\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n\n`)
  process.exit(1)
}

main().catch(complain)
