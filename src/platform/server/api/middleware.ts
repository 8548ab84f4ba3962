import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Context, Hono, Next } from 'hono'
import { routePath } from 'hono/route'
import { ACCOUNT_HEADER, FOLLOWS_HEADER, MINIMUM_CLIENT_HEADER } from '../../rules/offline/offline.ts'
import type { Services } from './services.ts'
import type { Settings } from '../base/settings.ts'
import { type Env, logOf } from './env.ts'
import type { SpecialPaths } from './mount.ts'
import type { Build } from '../http/build.ts'
import {
  acceptsPage,
  diskFull,
  problemResponse,
  toRefusal,
  sentenceResponse,
  unavailablePage,
} from '../http/problem.ts'
import { FORM_TYPE } from '../http/body.ts'
import { Refusal } from '../http/refusal.ts'
import { sql } from 'drizzle-orm'
import { CACHE } from '../http/reply.ts'

/**
 * Adds what applies to every request: an id, a log line, security headers, the error format, and the refusals of foreign
 * host names, of writes from other sites, and of writes while the disk is full.
 */
export function addMiddleware(
  app: Hono<Env>,
  services: Services,
  { signed, sentence }: SpecialPaths,
  { minimumClient }: Pick<Build, 'minimumClient'>,
): void {
  app.use(identify(services, minimumClient))
  app.use(refuseBefore(services, signed))
  app.onError((error, c) => {
    const refusal = toRefusal(error, logOf(c, services), services.space)
    const isPage = acceptsPage(c.req.header('accept')) && !c.req.path.startsWith('/api/')
    if (refusal.code === 'unavailable' && isPage) return unavailablePage(refusal)
    return sentence.has(c.req.path) ? sentenceResponse(refusal) : problemResponse(refusal, c.get('requestId'))
  })
}

/** Assigns the request id and logs the request: its route and user id, never a path, a query or a name. */
function identify({ log, metrics, lifecycle }: Services, minimumClient: number) {
  const minimum = String(minimumClient)
  return async (c: Context<Env>, next: Next) => {
    const requestId = randomUUID()
    const started = performance.now()
    const { outgoing } = c.env
    c.set('requestId', requestId)
    // For a stream, which starts within its handler.
    if (outgoing) outgoing.own = { 'x-request-id': requestId }
    await next()
    const { now, account, followsDraws, page } = c.var
    if (outgoing) {
      outgoing.own = {
        // A first visit fetches many files, and its reader pays for each header.
        ...(page !== 'asset' && { 'x-request-id': requestId }),
        ...(lifecycle.phase === 'closing' && { connection: 'close' }),
        // Browsers use the server's time, because a phone's clock may be wrong.
        ...(now !== undefined && { 'server-time': String(now) }),
        ...(followsDraws && { [FOLLOWS_HEADER]: 'yes' }),
      }
      outgoing.personal =
        account === undefined ? {} : { [ACCOUNT_HEADER]: account, [MINIMUM_CLIENT_HEADER]: minimum }
    }
    const ms = Math.round((performance.now() - started) * 10) / 10
    const route = page ?? routePath(c)
    metrics?.request(c.req.method, route, c.res.status, ms)
    log.info(
      { requestId, method: c.req.method, route, status: c.res.status, ms, uid: c.get('uid') },
      'request',
    )
  }
}

/** Checks each request before its handler. */
function refuseBefore({ settings, space }: Services, signed: ReadonlySet<string>) {
  const allowed = hostsOfSite(settings)
  return (c: Context<Env>, next: Next): Promise<void> => {
    const { method, path } = c.req
    if (!PROCESS_PATHS.has(path)) refuseOtherHost(c.env.incoming, settings, allowed)
    if (!SAFE.has(method)) {
      if (!signed.has(path) && isCrossSite(c.req.raw.headers, settings, path)) {
        if (!hidesSender(c.req.raw.headers, path)) throw new Refusal('cross-site')
        c.set('hidesSender', true)
      }
      // They would fail midway.
      if (!space.writable) throw diskFull()
    }
    return next()
  }
}

/**
 * Refuses a request for another host than that of APP_URL. Otherwise a page of another site whose name resolves to this
 * server (DNS rebinding) would count as same-origin.
 */
function refuseOtherHost(
  incoming: IncomingMessage | undefined,
  { appUrl }: Settings,
  allowed: ReadonlySet<string>,
): void {
  const host = incoming?.headers.host?.toLowerCase() ?? ''
  if (!allowed.has(host)) throw new Refusal('wrong-host', `This site is at ${appUrl}`)
}

/** The accepted Host headers. The demo also accepts the names of the local machine. */
function hostsOfSite({ appUrl, mode, port }: Settings): ReadonlySet<string> {
  const names = mode === 'demo' ? ['localhost', '127.0.0.1', '[::1]'] : []
  return new Set([appUrl, ...names.map((name) => `http://${name}:${port}`)].flatMap(hostsOf))
}

/** The Host headers that match an address: with and without the scheme's default port. */
function hostsOf(address: string): string[] {
  const { host, hostname, port, protocol } = new URL(address)
  return [host, `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`]
}

/** The methods that change nothing. */
export const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Whether a write comes from another site, by headers that browsers set and pages cannot forge. */
function isCrossSite(headers: Headers, { appUrl }: Settings, path: string): boolean {
  const [site, origin] = [headers.get('sec-fetch-site'), headers.get('origin')]
  // Opera Mini and other old browsers send neither header with a form, but the address of its page.
  const isOldForm = site === null && origin === null && !path.startsWith('/api/')
  const sender = isOldForm ? originOf(headers.get('referer')) : origin
  return site !== 'same-origin' && sender !== appUrl
}

/** Whether a plain form names no sender at all: some browsers and proxies remove the headers. */
const hidesSender = (headers: Headers, path: string): boolean =>
  !path.startsWith('/api/') &&
  headers.get('sec-fetch-site') === null &&
  [null, 'null'].includes(headers.get('origin')) &&
  headers.get('referer') === null &&
  headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() === FORM_TYPE

const originOf = (address: string | null) =>
  address !== null && URL.canParse(address) ? new URL(address).origin : null

/** Balancers and Prometheus call these by the address of one process. They name no host of this site, and read no cookie. */
export const PROCESS_PATHS: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics'])

const NO_STORE = { 'cache-control': CACHE.none }

/**
 * `/healthz`: the process runs. `/readyz`: the database answers and the server is not stopping. With a full disk the server
 * stays ready, with `writes` false: all processes share the disk, and reads still work.
 */
export function addHealth(app: Hono<Env>, { urgentDb, lifecycle, space, log }: Services): void {
  app.get('/healthz', (c) => c.json({ ok: true }, 200, NO_STORE))
  app.get('/readyz', async (c) => {
    if (lifecycle.phase !== 'serving') throw new Refusal('unavailable', 'This server is stopping.')
    try {
      await urgentDb.execute(sql`select 1`)
    } catch (error) {
      logOf(c, { log }).warn({ error }, 'not ready')
      throw new Refusal('unavailable', undefined, { headers: { 'retry-after': '5' } })
    }
    return c.json({ ready: true, writes: space.writable }, 200, NO_STORE)
  })
}
