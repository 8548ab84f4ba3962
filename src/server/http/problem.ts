import { type ErrorCode, ERRORS, type Problem } from '../../domain/errors.ts'
import type { Log } from '../base/log.ts'
import { isDiskFull, type Space } from '../db/space.ts'
import { Refusal } from './refusal.ts'
import { CACHE } from './reply.ts'

/** Error codes of a database that is unreachable, restarting, out of connections or too slow. */
const UNAVAILABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '57014',
  '55P03',
])

function isDatabaseUnavailable(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: string; message?: string }
  if (code !== undefined && UNAVAILABLE_CODES.has(code)) return true
  if (/timeout exceeded when trying to connect|Connection terminated|not queryable/.test(message ?? ''))
    return true
  return error instanceof Error && error.cause !== undefined && isDatabaseUnavailable(error.cause)
}

/** Maps an error to a refusal. Unexpected errors are logged and answered generically. */
export function toRefusal(error: unknown, log: Log, space: Space): Refusal {
  if (error instanceof Refusal) return error
  if (isDiskFull(error)) {
    space.reportFull()
    return diskFull()
  }
  if (isDatabaseUnavailable(error)) {
    log.warn({ error }, 'the database is unavailable')
    return new Refusal('unavailable', ERRORS.unavailable.title, { headers: { 'retry-after': '5' } })
  }
  log.error({ error }, 'unexpected error')
  return new Refusal('internal')
}

/** Refuses a write while the disk of the database is full. */
export const diskFull = () => new Refusal('disk-full', undefined, { headers: { 'retry-after': '30' } })

/** A refusal as plain text. */
export function sentenceResponse({ status, message, headers }: Refusal): Response {
  return new Response(message, {
    status,
    headers: { ...headers, 'content-type': 'text/plain; charset=utf-8', 'cache-control': CACHE.none },
  })
}

/** A refusal as problem+json (RFC 9457). */
export function problemResponse(refusal: Refusal, requestId: string): Response {
  const problem: Problem = {
    status: refusal.status,
    code: refusal.code satisfies ErrorCode,
    title: refusal.message,
    ...(refusal.fields && { fields: refusal.fields }),
    requestId,
  }
  return new Response(JSON.stringify(problem), {
    status: problem.status,
    headers: {
      ...refusal.headers,
      'content-type': 'application/problem+json; charset=utf-8',
      'cache-control': CACHE.none,
    },
  })
}
