import { type ErrorCode, ERRORS, type Problem } from '../../rules/base/messages.ts'
import type { Log } from '../base/log.ts'
import { isDatabaseUnavailable, warnOfOutage } from '../db/outage.ts'
import { isDiskFull, type Space } from '../db/space.ts'
import { Refusal } from './refusal.ts'
import { CACHE } from './reply.ts'

/** Maps an error to a refusal. Unexpected errors are logged and answered generically. */
export function toRefusal(error: unknown, log: Log, space: Space): Refusal {
  if (error instanceof Refusal) return error
  if (isDiskFull(error)) {
    space.reportFull()
    return diskFull()
  }
  if (isDatabaseUnavailable(error)) {
    warnOfOutage(log, error)
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

/** A refusal as a problem (RFC 9457). */
export function toProblem(refusal: Refusal, requestId: string): Problem {
  return {
    status: refusal.status,
    code: refusal.code satisfies ErrorCode,
    title: refusal.message,
    ...(refusal.fields && { fields: refusal.fields }),
    requestId,
  }
}

export function problemResponse(refusal: Refusal, requestId: string): Response {
  const problem = toProblem(refusal, requestId)
  return new Response(JSON.stringify(problem), {
    status: problem.status,
    headers: {
      ...refusal.headers,
      'content-type': 'application/problem+json; charset=utf-8',
      'cache-control': CACHE.none,
    },
  })
}

/** Whether a request is a browser's navigation. @param accept the Accept header */
export const acceptsPage = (accept: string | undefined): boolean => accept?.includes('text/html') ?? false

/** A refusal as a page, for a browser's navigation. It needs neither the database nor other files. */
export const refusalPage = ({ message }: Refusal): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>Please try again</title><h1>Please try again</h1><p>${message}</p><p><a href="">Try again</a></p></html>`

/** The refusal of a page while the server is not ready. */
export function unavailablePage(refusal: Refusal): Response {
  const headers = {
    ...refusal.headers,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': CACHE.none,
  }
  return new Response(refusalPage(refusal), { status: refusal.status, headers })
}
