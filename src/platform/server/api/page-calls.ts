import type { Answers } from '../../../app/web/render.tsx'
import type { Visit } from './visits.ts'
import type { Services } from './services.ts'
import { toRefusal, toProblem } from '../http/problem.ts'
import { Reply } from '../http/reply.ts'
import { itemAt } from '../../rules/base/lists.ts'
import { TrieRouter } from 'hono/router/trie-router'
import type { Endpoint, Routes } from './endpoint.ts'
import { type Received, run } from './mount.ts'

/** What the calls of a page take from the page's request. */
export type PageRequest = Pick<Received, 'visit' | 'requestId' | 'address' | 'log'> & {
  /** Its X-Forwarded-For. */
  forwardedFor: string
}

/** The calls that pages are rendered from, by their addresses. */
export interface PageCalls {
  make(address: string, page: PageRequest): Promise<Answers['calls'][string]>
  /** The version of an answer without making the call; null for a call without versions. */
  version(address: string, visit: Visit): Promise<string | null>
}

/**
 * Calls in process: the same guards, parsing and handlers as over HTTP, but without a request and its JSON, which took a
 * tenth of a page's time.
 */
export function createPageCalls(routes: Routes, services: Services): PageCalls {
  const router = new TrieRouter<Endpoint>()
  for (const [route, definition] of Object.entries(routes)) {
    const [method, path] = route.split(' ') as [string, string]
    if (method === 'GET') router.add(method, path, definition)
  }
  const find = (path: string) => {
    const [match] = router.match('GET', path)[0]
    if (!match) throw new Error(`A page asks for ${path}, which is no call of the API.`)
    return match
  }

  async function make(address: string, page: PageRequest) {
    const url = new URL(address, services.settings.appUrl)
    const [definition, params] = find(url.pathname)
    const follows = definition.followsDraws && { followsDraws: true as const }
    try {
      const result = await run(definition, services, {
        ...page,
        params: decoded(params as Record<string, string>),
        query: url.search ? url.searchParams : null,
        request: new Request(url, { headers: { 'x-forwarded-for': page.forwardedFor } }),
      })
      return { status: definition.status ?? 200, body: valueOf(result), ...follows }
    } catch (error) {
      const problem = toProblem(toRefusal(error, page.log, services.space), page.requestId)
      return { status: problem.status, body: problem, ...follows }
    }
  }

  async function version(address: string, visit: Visit): Promise<string | null> {
    const [{ version: versionOf, fresh }] = find(itemAt(address.split('?', 1), 0))
    if (!versionOf) return null
    if (fresh) await services.draws.atLeast(visit.seq)
    return versionOf(services, visit)
  }

  return { make, version }
}

function valueOf(result: unknown): unknown {
  if (result instanceof Response)
    throw new Error('A page can only be rendered from calls that answer with data.')
  return result instanceof Reply ? JSON.parse(result.body.toString()) : result
}

/** The parameters of a path, decoded. One that is not UTF-8 stays as it is, like in requests. */
const decoded = (params: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decodedPart(value)]))

function decodedPart(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
