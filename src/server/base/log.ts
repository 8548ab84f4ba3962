import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import type { Settings } from './settings.ts'

export type Log = Logger

/**
 * JSON lines on standard output. What goes in is chosen at each call: ids, routes and numbers, never names, addresses,
 * passwords, tokens or bodies. Errors of the database lose their `detail`, which quotes whole rows.
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

/** What an error says without the parameters of a statement, which Drizzle puts into its message. */
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
