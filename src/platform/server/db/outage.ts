import { MINUTE } from '../../rules/base/calendar.ts'
import type { Log } from '../base/log.ts'
import { CONFLICT_CODES } from './connect.ts'

/**
 * Error codes of a database that is unreachable, restarting, out of connections, too slow or full of conflicts. A primary
 * that has been demoted, or that still recovers, refuses writes with 25006.
 */
const UNAVAILABLE_CODES = new Set([
  ...'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT ENOENT'.split(' '),
  ...'57P01 57P02 57P03 57P05 08006 25006 53300 57014 55P03'.split(' '),
  ...CONFLICT_CODES,
])

/** Whether an error comes from a database that does not answer now. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: string; message?: string }
  if (code !== undefined && UNAVAILABLE_CODES.has(code)) return true
  if (/timeout exceeded when trying to connect|Connection terminated|not queryable/.test(message ?? ''))
    return true
  return error instanceof Error && error.cause !== undefined && isDatabaseUnavailable(error.cause)
}

let warnedAt = -Infinity

/**
 * Warns that the database is unavailable, at most once a minute in this process: during an outage every request and every
 * attempt to connect fails.
 */
export function warnOfOutage(log: Log, error: unknown): void {
  if (performance.now() - warnedAt < MINUTE) return
  warnedAt = performance.now()
  log.warn({ error }, 'the database is unavailable; this is said once a minute')
}

/** Logs an error, or warns of the outage that causes it. */
export function logOrWarn(log: Log, error: unknown, what: string): void {
  if (isDatabaseUnavailable(error)) warnOfOutage(log, error)
  else log.error({ error }, what)
}
