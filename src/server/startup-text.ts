import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './accounts/demo-accounts.ts'
import { SettingsError } from './base/settings.ts'
import { EmbeddedError } from './db/embedded-process.ts'
import { MigrationError } from './db/migration-history.ts'
import type { Running } from './server.ts'

/** The demo's greeting: its addresses and its accounts. */
export function greeting({ url, sandboxUrl, services: { settings } }: Running): string {
  const width = Math.max(...DEMO_ACCOUNTS.map(({ email }) => email.length))
  const accounts = DEMO_ACCOUNTS.map(
    ({ email, role, plan }) =>
      `  ${email.padEnd(width)}  ${plan?.plan ?? (role === 'admin' ? 'admin' : 'free')}`,
  )
  return [
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
  ].join('\n')
}

/** Explains why the server did not start. Errors that the operator cannot fix include their stack. */
export function startFailure(error: unknown): string {
  const { code, port } = (error ?? {}) as { code?: string; port?: number }
  if (error instanceof SettingsError || error instanceof EmbeddedError || error instanceof MigrationError)
    return `\n${error.message}\n\n`
  if (code === 'EADDRINUSE') return `\nPort ${port} is in use. Stop the other program, or set PORT.\n\n`
  return `\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n\n`
}
