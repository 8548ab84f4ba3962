import type { Context, Hono } from 'hono'
import { z } from 'zod'
import { FEATURES, opens, PLANS, type Feature } from '../../domain/plans.ts'
import { adminArea } from '../../domain/second-factor.ts'
import { formatNaira } from '../../domain/money.ts'
import { findVisit } from './find-visit.ts'
import type { Person } from './visits.ts'
import type { Services } from './services.ts'
import type { Settings } from '../base/settings.ts'
import { clientAddress } from '../http/client-address.ts'
import { readFileBody, readJson, refuseUnstorableText } from '../http/body.ts'
import type { Access, Call, Endpoint, Routes } from './endpoint.ts'
import type { Env } from './env.ts'
import { readUpload } from '../http/multipart.ts'
import { Refusal } from '../http/refusal.ts'
import { json, Reply, respond } from '../http/reply.ts'

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
    return new Set(found.map(([route]) => route.split(' ')[1]!))
  }
  return {
    signed: pathsWith(({ signed }) => signed),
    sentence: pathsWith(({ errors }) => errors === 'sentence'),
  }
}

/** Adds a table of calls to the app. Each request takes five steps: visit, guard, parse, handle, answer. */
export function mount(app: Hono<Env>, routes: Routes, services: Services): void {
  for (const [route, definition] of Object.entries(routes)) {
    const [method, path] = route.split(' ') as [string, string]
    app.on(method, path, (c) => answer(c, definition, services))
  }
}

async function answer(c: Context<Env>, definition: Endpoint, services: Services): Promise<Response> {
  const request = c.req.raw
  const visit = c.env.inner?.visit ?? (await findVisit(c, services, definition.idToken ?? false))
  c.set('now', visit.now)
  if (visit.person) c.set('uid', visit.person.uid)
  guard(visit.person, definition, services.settings)

  const params = parse(definition.params, c.req.param(), 'bad-request')
  const query = parse(definition.query ?? EMPTY_INPUT, queryOf(c), 'invalid-input')
  const body = await bodyOf(request, definition)
  const requestId = c.var.requestId
  const address = clientAddress(c.env.incoming, services.settings.trustedProxies)
  const call: Call = {
    services,
    now: visit.now,
    person: visit.person!,
    visit,
    params,
    query,
    body,
    request,
    requestId,
    address,
    actor: { userId: visit.person?.uid ?? null, requestId, address },
    log: c.var.log,
  }
  if (definition.fresh) await services.draws.catchUp()
  const result = await definition.handle(call)
  if (definition.fresh && request.method !== 'GET') await services.draws.catchUp()
  if (result instanceof Response) return result
  return respond(request, result instanceof Reply ? result : json(result), definition.status)
}

const isFeature = (access: Access): access is Feature => access in FEATURES

/**
 * Checks access to a call before the rest of the request is read.
 * @throws Refusal not-signed-in, age-needed, forbidden, second-factor-needed or plan-needed
 */
function guard(person: Person | null, { access, beforeAge = false }: Endpoint, settings: Settings): void {
  if (access === 'anyone') return
  if (!person) throw new Refusal('not-signed-in')
  if (!person.ageConfirmed && !beforeAge) throw new Refusal('age-needed')
  if (access === 'admin') {
    const area = adminArea(person, settings.adminFactor)
    if (area !== 'open') throw new Refusal(area === 'closed' ? 'forbidden' : 'second-factor-needed')
  }
  if (isFeature(access) && !opens(person, access)) {
    const { name, kobo, per } = PLANS[FEATURES[access]]
    throw new Refusal('plan-needed', `This needs the ${name} plan, ${formatNaira(kobo)} per ${per}.`)
  }
}

/** The query as an object. A repeated name becomes a list, which a schema for one value refuses. */
function queryOf(c: Context<Env>): Record<string, string | string[]> {
  const all = c.req.queries()
  return Object.fromEntries(
    Object.entries(all).map(([name, values]) => [name, values.length === 1 ? values[0]! : values]),
  )
}

/** The input of a call without fields. */
const EMPTY_INPUT = z.strictObject({})

/** Parses the body. A call without a schema accepts no body, or an empty object, which some clients send. */
async function bodyOf(request: Request, { body: schema }: Endpoint): Promise<unknown> {
  if (schema && 'file' in schema) return readFileBody(request, schema.file)
  if (schema && 'form' in schema) return readUpload(request, schema.form)
  const { headers } = request
  const hasBody = Number(headers.get('content-length')) > 0 || headers.has('transfer-encoding')
  return schema || hasBody
    ? parse(schema ?? EMPTY_INPUT, await readJson(request), 'invalid-input')
    : undefined
}

function parse(
  schema: z.ZodType | undefined,
  value: unknown,
  code: 'bad-request' | 'invalid-input',
): unknown {
  if (!schema) return undefined
  refuseUnstorableText(value)
  const result = schema.safeParse(value)
  if (result.success) return result.data
  // A map, because a plain object inherits names such as `constructor`.
  const found = new Map<string, string>()
  for (const issue of result.error.issues) {
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.') || 'body']
    const sentence = issue.code === 'unrecognized_keys' ? 'Unknown field.' : issue.message
    for (const name of unknown) if (!found.has(name)) found.set(name, sentence)
  }
  const fields = Object.fromEntries(found)
  const [first] = found
  throw new Refusal(code, first ? `${first[0]}: ${first[1]}` : undefined, { fields })
}
