import { TrieRouter } from 'hono/router/trie-router'
import { toProblem, toRefusal } from '../http/problem.ts'
import { Reply } from '../http/reply.ts'
import type { Endpoint, Routes } from './endpoint.ts'
import { type Received, run } from './mount.ts'
import type { Services } from './services.ts'

/** Makes one call for a page: its address, and the request of the page. */
export type PageCall = (
  address: string,
  page: Pick<Received, 'visit' | 'requestId' | 'address' | 'log'>,
) => Promise<{ status: number; body: unknown }>

/**
 * The calls that pages are rendered from, made in process: the same guards, parsing and handlers as over HTTP, but without
 * a request and its JSON, which took a tenth of a page's time.
 */
export function createPageCalls(routes: Routes, services: Services): PageCall {
  const router = new TrieRouter<Endpoint>()
  for (const [route, definition] of Object.entries(routes)) {
    const [method, path] = route.split(' ') as [string, string]
    if (method === 'GET') router.add(method, path, definition)
  }
  return async (address, page) => {
    const url = new URL(address, services.settings.appUrl)
    const [match] = router.match('GET', url.pathname)[0]
    if (!match) throw new Error(`A page asks for ${url.pathname}, which is no call of the API.`)
    const [definition, params] = match
    try {
      const result = await run(definition, services, {
        ...page,
        params: decoded(params as Record<string, string>),
        query: url.searchParams,
        request: new Request(url),
      })
      return { status: definition.status ?? 200, body: valueOf(result) }
    } catch (error) {
      const problem = toProblem(toRefusal(error, page.log, services.space), page.requestId)
      return { status: problem.status, body: problem }
    }
  }
}

function valueOf(result: unknown): unknown {
  if (result instanceof Response)
    throw new Error('A page can only be rendered from calls that answer with data.')
  return result instanceof Reply ? JSON.parse(result.body.toString()) : result
}

/** The parameters of a path, decoded. One that is not UTF-8 stays as it is, like in requests. */
function decoded(params: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decodedPart(value)]))
}

function decodedPart(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
