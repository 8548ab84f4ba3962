import { SettingsError } from './base/settings.ts'
import { EmbeddedError } from './db/embedded-process.ts'
import { MigrationError } from './db/migration-history.ts'
import { isDiskFull } from './db/space.ts'
import { Refusal } from './http/refusal.ts'

const EXPECTED = [Refusal, SettingsError, EmbeddedError, MigrationError]

/** What an operator reads about an error that they can repair; null for a fault of the program. */
function operatorMessage(error: unknown): string | null {
  if (EXPECTED.some((type) => error instanceof type)) return (error as Error).message
  const { code, port, syscall, path } = (error ?? {}) as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Stop the other program, or set PORT.`
  if (code === 'ENOSPC' || isDiskFull(error)) return 'The disk is full. Make room on it, and try again.'
  if (syscall === 'open' && path) return `Cannot open ${path} (${code}).`
  return null
}

/** The same, or the stack of a fault of the program. */
export const messageOrStack = (error: unknown): string =>
  operatorMessage(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error))
