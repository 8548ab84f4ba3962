import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import type { Settings } from './settings.ts'

export type Log = Logger

/**
 * Writes JSON lines to standard output. Log calls pass ids, routes and numbers only, never names, addresses, passwords,
 * tokens or bodies. Database errors are logged without `detail`, which quotes whole rows.
 */
export function createLog(level: Settings['logLevel'], to: DestinationStream = pino.destination(1)): Log {
  const options: LoggerOptions = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { error: describeError },
  }
  return pino(options, to)
}

/** The message of an error without statement parameters, which Drizzle adds. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}

function describeError(error: unknown): unknown {
  const message = messageOf(error)
  if (!(error instanceof Error)) return { message }
  const { code, constraint } = error as Error & { code?: string; constraint?: string }
  const cause = error.cause instanceof Error ? (error.cause as Error & { code?: string }).code : undefined
  const stack = error.stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 8)
  return { name: error.name, message, code: code ?? cause, constraint, stack }
}
