import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context, Hono, MiddlewareHandler } from 'hono'
import { accountHeader } from '../../rules/offline/offline.ts'
import { type Feature, FEATURES, isPaused, opens, planNeeded } from '../../rules/access/plans.ts'
import { breakWords } from '../../rules/access/break.ts'
import { isPower } from '../../rules/access/powers.ts'
import { hasRight, isRight, NO_RIGHT, ONLY_SEEN } from '../../rules/access/staff-roles.ts'
import { adminArea } from '../../rules/access/second-factor.ts'
import { findVisit } from './find-visit.ts'
import { withPower } from './powers.ts'
import type { Visit, Person } from './visits.ts'
import type { Services } from './services.ts'
import type { Log } from '../base/log.ts'
import { clientAddress } from '../http/client-address.ts'
import { answerOnce } from './answer-once.ts'
import type { Access, Call, Endpoint, Routes } from './endpoint.ts'
import { type Env, logOf } from './env.ts'
import { NodeStream } from '../http/answer.ts'
import { Refusal } from '../http/refusal.ts'
import { json, keptJson, Reply, respond } from '../http/reply.ts'
import { PATHS } from '../../rules/site/paths.ts'
import type { Priority } from '../http/admission.ts'
import { PROCESS_PATHS, SAFE } from './middleware.ts'
import { itemAt } from '../../rules/base/lists.ts'
import { cors } from 'hono/cors'
import { isDatabaseUnavailable } from '../db/outage.ts'
import { dataHeaders } from '../http/security.ts'
import type { RateLimit } from '../../rules/access/rate-limits.ts'
import { isProofRecent } from '../../rules/access/identity.ts'
import { parse, parseQuery, bodyOf } from './parse.ts'

/** Paths, all without parameters, that the middleware treats differently. */
export interface SpecialPaths {
  /** Another company signs these requests: they are exempt from the cross-site check. */
  signed: ReadonlySet<string>
  /** Refusals are plain text. */
  sentence: ReadonlySet<string>
}

export function specialPaths(routes: Routes): SpecialPaths {
  const pathsWith = (matches: (definition: Endpoint) => boolean | undefined) => {
    const found = Object.entries(routes).filter(([, definition]) => matches(definition))
    return new Set(found.map(([route]) => itemAt(route.split(' '), 1)))
  }
  return {
    signed: pathsWith(({ signed }) => signed),
    sentence: pathsWith(({ errors }) => errors === 'sentence'),
  }
}

/** Adds a table of calls to the app. */
export function mount(app: Hono<Env>, routes: Routes, services: Services): void {
  for (const [route, definition] of Object.entries(routes)) {
    const [method, path] = route.split(' ') as [string, string]
    if (definition.forOtherSites) app.use(path, ...openToOtherSites(services))
    app.on(method, path, (c) => answer(c, definition, services))
  }
}

/** Answers a request in five steps: visit, guard, parse, handle, answer. */
async function answer(c: Context<Env>, definition: Endpoint, services: Services): Promise<Response> {
  if (c.get('hidesSender')) throw new Refusal('cross-site')
  const request = c.req.raw
  const visit = await findVisit(c, services, definition)
  c.set('now', visit.now)
  c.set('account', accountHeader(visit.person))
  c.set('followsDraws', definition.followsDraws)
  if (visit.person) c.set('uid', visit.person.uid)
  const seen = c.req.header('history-version')
  if (seen !== undefined) await catchUpWithClient(services, seen)
  const result = await run(definition, services, {
    visit,
    params: c.req.param(),
    query: queryOf(request.url),
    request,
    requestId: c.get('requestId'),
    address: clientAddress(c.env.incoming, services.settings.trustedProxies),
    get log() {
      return logOf(c, services)
    },
  })
  if (result instanceof Response) return result
  if (result instanceof NodeStream) return startStream(c, result)
  const toReply = definition.forOtherSites ? keptJson : json
  return respond(request, result instanceof Reply ? result : toReply(result), definition.status)
}

/** The query of an address, which has a fragment only if a client sends one against the rules. Null without one. */
function queryOf(url: string): URLSearchParams | null {
  const at = url.indexOf('?')
  return at === -1 ? null : new URLSearchParams(url.slice(at + 1).split('#', 1)[0])
}

/** Another process may have told the client of a change that this one has not read yet. */
async function catchUpWithClient({ draws }: Services, version: string): Promise<void> {
  const seen = Number(version)
  if (Number.isSafeInteger(seen)) await draws.atLeast(seen)
}

/** A request before its guard and its parsing. */
export interface Received {
  visit: Visit
  params: Record<string, string>
  query: URLSearchParams | null
  request: Request
  requestId: string
  address: string
  log: Log
}

/** Guards, parses and handles one call. @throws Refusal */
export async function run(definition: Endpoint, services: Services, received: Received): Promise<unknown> {
  const { visit, request, requestId, address } = received
  const actor = { userId: visit.person?.uid ?? null, requestId, address }
  if (visit.person?.seeing && !SAFE.has(request.method) && !definition.endsSeeing)
    throw new Refusal('forbidden', ONLY_SEEN)
  await guard(visit, definition, services)
  const call: Call = {
    services,
    now: visit.now,
    person: visit.person!,
    visit,
    params: parse(definition.params, received.params, 'bad-request'),
    query: parseQuery(definition, received.query),
    body: await bodyOf(request, definition),
    request,
    requestId,
    address,
    actor,
    context: { db: services.db, now: visit.now, actor },
    get log() {
      return received.log
    },
  }
  if (definition.needsProof) requireProof(visit.person, visit.now)
  if (definition.limit && visit.person) await limitUse({ services, person: visit.person }, definition.limit)
  if (definition.fresh) await refresh(services, visit, request)
  const { effect, amount = () => 1, creates, committed } = definition
  const use = isPower(effect) && { power: effect, amount: amount(call.body), requestId }
  const work = (own: Call) =>
    use
      ? withPower(services.db, visit.now, call.person!, use, () => definition.handle(own))
      : definition.handle(own)
  const result = await (creates === 'once-by-form' ? answerOnce(call, work) : work(call))
  await committed?.(services)
  if (definition.fresh && request.method !== 'GET') await services.draws.catchUp()
  return result
}

/** The visit of a read tells which changes came before the request. A write may have waited for its body since. */
async function refresh({ draws }: Services, { seq }: Visit, { method }: Request): Promise<void> {
  await (method === 'GET' || method === 'HEAD' ? draws.atLeast(seq) : draws.catchUp())
}

/** Starts an answer that its handler writes by itself. Headers that middleware sets later would be lost. */
function startStream(c: Context<Env>, stream: NodeStream): Response {
  const { outgoing } = c.env
  if (c.req.raw.method === 'HEAD' || !outgoing) return new Response(null, { headers: stream.headers })
  if (outgoing.destroyed) return RESPONSE_ALREADY_SENT
  stream.admit()
  outgoing.writeHead(200, { 'server-time': String(c.var.now), ...stream.headers })
  stream.start(outgoing)
  return RESPONSE_ALREADY_SENT
}

const isFeature = (access: Access): access is Feature => access in FEATURES

/**
 * Checks access to a call before the rest of the request is read.
 * @throws Refusal not-signed-in, age-needed, forbidden, second-factor-needed, proof-needed, on-a-break or plan-needed
 */
async function guard(
  { person, now }: Visit,
  { access, effect, beforeAge = false, pausedByBreak = false, forFollowers = false }: Endpoint,
  { settings, prices }: Services,
): Promise<void> {
  if (access === 'anyone') return
  if (!person) throw new Refusal('not-signed-in')
  if (!person.ageConfirmed && !beforeAge) throw new Refusal('age-needed')
  if (isRight(access)) {
    const area = adminArea(person, settings.adminFactor)
    if (area !== 'open') throw new Refusal(area === 'closed' ? 'forbidden' : 'second-factor-needed')
    if (!hasRight(person, access)) throw new Refusal('forbidden', NO_RIGHT)
    if (isPower(effect)) requireProof(person, now)
  }
  if (person.breakUntil !== null && (pausedByBreak || (isFeature(access) && isPaused(person, access))))
    throw new Refusal('on-a-break', breakWords(person.breakUntil))
  if (isFeature(access) && !opens(person, access) && !(forFollowers && person.liveGame !== null))
    throw new Refusal('plan-needed', planNeeded(FEATURES[access], prices.kobo(FEATURES[access], now)))
}

/** The page that a payer returns to. */
const HIGH_PAGES: ReadonlySet<string> = new Set([PATHS.paymentChannel])

/**
 * How an overloaded server treats a request. Checks of the process are exempt; webhooks and payments in progress are
 * refused last.
 */
export function createPriorities(routes: Routes): (method: string, path: string) => Priority {
  const high = Object.entries(routes)
    .filter(([, { priority }]) => priority === 'high')
    .map(([route]) => new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`))
  return (method, path) => {
    if (PROCESS_PATHS.has(path)) return 'exempt'
    const isHigh = HIGH_PAGES.has(path) || high.some((pattern) => pattern.test(`${method} ${path}`))
    return isHigh ? 'high' : 'normal'
  }
}

/**
 * Lets scripts of every site read a call's answers and refusals, without cookies, and counts the requests of each network.
 * Counting writes to the database; the answers come from memory, also while it is full or away.
 */
function openToOtherSites({ settings, limits, space }: Services): MiddlewareHandler<Env>[] {
  const security = dataHeaders(settings, { crossOriginResourcePolicy: 'cross-origin' })
  return [
    async ({ env: { outgoing } }, next) => {
      if (outgoing) outgoing.security = await security
      await next()
    },
    cors({
      origin: '*',
      allowMethods: ['GET', 'HEAD'],
      exposeHeaders: ['etag', 'retry-after', 'server-time'],
      maxAge: 86_400,
    }),
    async ({ env: { incoming } }, next) => {
      const address = clientAddress(incoming, settings.trustedProxies)
      if (space.writable)
        await limits.consume('otherSites', address).catch((error: unknown) => {
          if (!isDatabaseUnavailable(error)) throw error
        })
      await next()
    },
  ]
}

/**
 * Requires a login or a proof of identity in this session within the last 10 minutes.
 * @throws Refusal proof-needed
 */
export function requireProof(person: Pick<Person, 'session'> | null, now: number): void {
  if (!person?.session || !isProofRecent(person.session.provenAt, now)) throw new Refusal('proof-needed')
}

/**
 * Counts one use of an expensive call against the user's rate limit.
 * @throws Refusal too-many with Retry-After
 */
export async function limitUse(
  { services: { limits, space }, person }: { services: Services; person: Pick<Person, 'uid'> },
  limit: RateLimit,
): Promise<void> {
  // Counting writes to the database; reads must still work while its disk is full.
  if (space.writable) await limits.consume(limit, person.uid)
}
