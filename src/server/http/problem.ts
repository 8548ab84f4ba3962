import { type ErrorCode, ERRORS, type Problem } from '../../domain/errors.ts'
import type { Log } from '../base/log.ts'
import { isDiskFull, type Space } from '../db/space.ts'
import { Refusal } from './refusal.ts'
import { CACHE } from './reply.ts'

/** What Postgres or its connection says when it is away, restarting, full of connections or too slow. */
const AWAY = new Set([
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

function isAway(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: string; message?: string }
  if (code !== undefined && AWAY.has(code)) return true
  if (/timeout exceeded when trying to connect|Connection terminated|not queryable/.test(message ?? ''))
    return true
  return error instanceof Error && error.cause !== undefined && isAway(error.cause)
}

/** The refusal that an error amounts to. What was not refused on purpose is logged and told nothing of. */
export function toRefusal(error: unknown, log: Log, space: Space): Refusal {
  if (error instanceof Refusal) return error
  if (isDiskFull(error)) {
    space.noteFull()
    return diskFull()
  }
  if (isAway(error)) {
    log.warn({ error }, 'the database is away')
    return new Refusal('unavailable', ERRORS.unavailable.title, { headers: { 'retry-after': '5' } })
  }
  log.error({ error }, 'unexpected error')
  return new Refusal('internal')
}

/** The refusal of writes while the disk of the database is full. */
export const diskFull = () => new Refusal('disk-full', undefined, { headers: { 'retry-after': '30' } })

/** A refusal as one plain sentence. */
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
