import { randomUUID } from 'node:crypto'
import type { Context, Hono, Next } from 'hono'
import { routePath } from 'hono/route'
import type { Services } from './services.ts'
import type { Settings } from '../base/settings.ts'
import type { Env } from './env.ts'
import type { SpecialPaths } from './mount.ts'
import { diskFull, problemResponse, toRefusal, sentenceResponse } from '../http/problem.ts'
import { Refusal } from '../http/refusal.ts'
import { dataHeaders } from '../http/security.ts'

/**
 * What holds for every request: an id, a line in the log, security headers, the form of errors, no foreign host names,
 * no writes from other sites.
 */
export function addMiddleware(app: Hono<Env>, services: Services, { signed, sentence }: SpecialPaths): void {
  app.use(identify(services))
  app.use(dataHeaders(services.settings))
  app.use(refuseOtherHosts(services.settings))
  app.use(refuseCrossSite(services.settings.appUrl, signed))
  app.use(refuseUnsavable(services))
  app.onError((error, c) => {
    const refusal = toRefusal(error, c.var.log, services.space)
    return sentence.has(c.req.path) ? sentenceResponse(refusal) : problemResponse(refusal, c.var.requestId)
  })
}

/** Gives the request an id and logs its end: route and person by id, never a path, a query or a name. */
function identify({ log, metrics, lifecycle }: Services) {
  return async (c: Context<Env>, next: Next) => {
    const requestId = c.env.inner?.requestId ?? randomUUID()
    const started = performance.now()
    c.set('requestId', requestId)
    c.set('log', log.child({ requestId }))
    await next()
    if (c.env.inner) return
    c.header('x-request-id', requestId)
    if (lifecycle.phase === 'closing') c.header('connection', 'close')
    // The phone's clock is never believed: every answer of the API tells the time. Set here, behind the answer, since
    // headers that are set before a handler returns a response of its own are lost.
    if (c.var.now !== undefined) c.header('server-time', String(c.var.now))
    const ms = Math.round((performance.now() - started) * 10) / 10
    const route = c.var.page ?? routePath(c)
    metrics?.request(c.req.method, route, c.res.status, ms)
    log.info({ requestId, method: c.req.method, route, status: c.res.status, ms, uid: c.var.uid }, 'request')
  }
}

/** Load balancers ask for these by the address of one process. */
const ANY_HOST = new Set(['/healthz', '/readyz'])

/**
 * Refuses requests for any host but APP_URL's. Otherwise a page of another site whose name is made to resolve to our
 * address (DNS rebinding) would count as same-origin. The demo also answers by the names of this machine on its port.
 */
function refuseOtherHosts({ appUrl, mode, port }: Settings) {
  const names = mode === 'demo' ? ['localhost', '127.0.0.1', '[::1]'] : []
  const own = new Set([appUrl, ...names.map((name) => `http://${name}:${port}`)].flatMap(hostsOf))
  return async (c: Context<Env>, next: Next) => {
    const host = c.env.incoming?.headers.host?.toLowerCase() ?? ''
    if (!c.env.inner && !ANY_HOST.has(c.req.path) && !own.has(host))
      throw new Refusal('wrong-host', `This site is at ${appUrl}`)
    await next()
  }
}

/** How a Host header may name the host of an address: the scheme's own port may be left out. */
function hostsOf(address: string): string[] {
  const { host, hostname, port, protocol } = new URL(address)
  return [host, `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`]
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/** State changes must come from our own pages: by what the browser says of the request, which no page can forge. */
function refuseCrossSite(appUrl: string, signed: ReadonlySet<string>) {
  return async (c: Context<Env>, next: Next) => {
    const own = c.req.header('sec-fetch-site') === 'same-origin' || c.req.header('origin') === appUrl
    if (!own && !SAFE.has(c.req.method) && !signed.has(c.req.path)) throw new Refusal('cross-site')
    await next()
  }
}

/** Refuses changes while the disk of the database is full: half of what a change does could fail. */
function refuseUnsavable({ space }: Services) {
  return async (c: Context<Env>, next: Next) => {
    if (!space.writable && !SAFE.has(c.req.method)) throw diskFull()
    await next()
  }
}
