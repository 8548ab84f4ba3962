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
 * Adds what applies to every request: an id, a log line, security headers, the error format, and the refusals of foreign
 * host names, of writes from other sites, and of writes while the disk is full.
 */
export function addMiddleware(app: Hono<Env>, services: Services, { signed, sentence }: SpecialPaths): void {
  app.use(identify(services))
  app.use(dataHeaders(services.settings))
  app.use(refuseOtherHosts(services.settings))
  app.use(refuseCrossSite(services.settings.appUrl, signed))
  app.use(refuseWritesOnFullDisk(services))
  app.onError((error, c) => {
    const refusal = toRefusal(error, c.var.log, services.space)
    return sentence.has(c.req.path) ? sentenceResponse(refusal) : problemResponse(refusal, c.var.requestId)
  })
}

/** Assigns the request id and logs the request: its route and user id, never a path, a query or a name. */
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
    // Browsers use the server's time, because a phone's clock may be wrong. Headers set before a handler returns its own
    // Response would be lost.
    if (c.var.now !== undefined) c.header('server-time', String(c.var.now))
    const ms = Math.round((performance.now() - started) * 10) / 10
    const route = c.var.page ?? routePath(c)
    metrics?.request(c.req.method, route, c.res.status, ms)
    log.info({ requestId, method: c.req.method, route, status: c.res.status, ms, uid: c.var.uid }, 'request')
  }
}

/** Load balancers call these by the address of one process. */
const ANY_HOST = new Set(['/healthz', '/readyz'])

/**
 * Refuses requests for another host than that of APP_URL. Otherwise a page of another site whose name resolves to this
 * server (DNS rebinding) would count as same-origin. The demo also accepts the names of the local machine.
 */
function refuseOtherHosts({ appUrl, mode, port }: Settings) {
  const names = mode === 'demo' ? ['localhost', '127.0.0.1', '[::1]'] : []
  const allowed = new Set([appUrl, ...names.map((name) => `http://${name}:${port}`)].flatMap(hostsOf))
  return async (c: Context<Env>, next: Next) => {
    const host = c.env.incoming?.headers.host?.toLowerCase() ?? ''
    if (!c.env.inner && !ANY_HOST.has(c.req.path) && !allowed.has(host))
      throw new Refusal('wrong-host', `This site is at ${appUrl}`)
    await next()
  }
}

/** The Host headers that match an address: with and without the scheme's default port. */
function hostsOf(address: string): string[] {
  const { host, hostname, port, protocol } = new URL(address)
  return [host, `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`]
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses writes from other sites, by headers that browsers set and pages cannot forge. */
function refuseCrossSite(appUrl: string, signed: ReadonlySet<string>) {
  return async (c: Context<Env>, next: Next) => {
    const isSameOrigin = c.req.header('sec-fetch-site') === 'same-origin' || c.req.header('origin') === appUrl
    if (!isSameOrigin && !SAFE.has(c.req.method) && !signed.has(c.req.path)) throw new Refusal('cross-site')
    await next()
  }
}

/** Refuses writes while the disk of the database is full, because they would fail midway. */
function refuseWritesOnFullDisk({ space }: Services) {
  return async (c: Context<Env>, next: Next) => {
    if (!space.writable && !SAFE.has(c.req.method)) throw diskFull()
    await next()
  }
}
