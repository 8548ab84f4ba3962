import type { MiddlewareHandler } from 'hono'
import { FROM } from '../../domain/site/destinations.ts'
import { SEARCH_PARAMETERS } from '../../domain/draws/search-address.ts'
import type { Page } from '../../web/render.tsx'
import type { Build } from '../http/build.ts'
import type { Env } from './env.ts'

/**
 * Redirects the address of a page with parameters that the page does not read, or with slashes at its end, to the address
 * without them. Each of them would be a new document to render and to compress.
 */
export function redirectToKnown({ render }: Build): MiddlewareHandler<Env> {
  return async (c, next) => {
    const page = render.findPage(c.req.path)
    if (c.req.method !== 'GET' || page.status !== 200) return next()
    const known = new Set([...(await render.parametersOf(page)), ...frameParameters(page)])
    const given = [...new URL(c.req.url).searchParams]
    const kept = given.filter(([name]) => known.has(name))
    const path = c.req.path.replace(/(?<=.)\/+$/, '')
    if (path === c.req.path && kept.length === given.length) return next()
    return c.redirect(kept.length > 0 ? `${path}?${new URLSearchParams(kept)}` : path)
  }
}

/** The message that the layouts of pages with script show, the payment that it is about, and the page or the search from which a visitor came. */
function frameParameters({ script, access }: Page): readonly string[] {
  if (access === 'start' || access === 'signed-out') return ['notice', FROM, ...SEARCH_PARAMETERS]
  return script ? ['notice', 'paid', FROM] : []
}
