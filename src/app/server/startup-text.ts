import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './demo-accounts.ts'
import type { Running } from './server.ts'
import { SettingsError } from '../../platform/server/base/settings.ts'
import { EmbeddedError } from '../../platform/server/db/postgres-program.ts'
import { MigrationError } from '../../platform/server/db/migrate.ts'
import { isDiskFull } from '../../platform/server/db/space.ts'
import { Refusal } from '../../platform/server/http/refusal.ts'

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

/** Explains why the server did not start. Errors that the server's owner cannot repair include their stack. */
export const startFailure = (error: unknown): string => `\n${messageOrStack(error)}\n\n`

const EXPECTED = [Refusal, SettingsError, EmbeddedError, MigrationError]

/** What the server's owner reads about an error that they can repair; null for a fault of the program. */
function ownerMessage(error: unknown): string | null {
  if (EXPECTED.some((type) => error instanceof type)) return (error as Error).message
  const { code, port, syscall, path } = (error ?? {}) as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Stop the other program, or set PORT.`
  if (code === 'ENOSPC' || isDiskFull(error)) return 'The disk is full. Make room on it, and try again.'
  if (syscall === 'open' && path) return `Cannot open ${path} (${code}).`
  return null
}

/** The same, or the stack of a fault of the program. */
export const messageOrStack = (error: unknown): string =>
  ownerMessage(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error))
