import { z } from 'zod'
import { RATE_LIMITS } from '../../rules/access/rate-limits.ts'
import { FORM_ID } from '../../rules/base/limits.ts'
import { ERRORS } from '../../rules/base/messages.ts'
import { LEGAL_PATHS } from '../../rules/legal/legal.ts'
import type { Endpoint, FormBody, Routes } from './endpoint.ts'

const asSchema = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return json
}

const problem = z.strictObject({
  status: z.int(),
  code: z.enum(Object.keys(ERRORS)),
  title: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  requestId: z.string(),
})

const CONVENTIONS = `Conventions of every call:

- Times are milliseconds since 1970 (numbers). Days are Lagos dates such as 2023-10-02. Exceptions: \`subscriptionExpiry\`
  and the identity calls under /api/auth use ISO 8601, and so do downloaded files.
- Amounts are in kobo.
- A write that returns no data answers \`{ "done": true }\`. The identity calls keep their own answers.
- A list with a \`next\` field is paged. Pass its value as \`after\` to get the next page; it is null on the last page. A
  cursor is opaque.
- Errors are application/problem+json with a \`code\` from the list in the Problem schema. Unknown fields are refused.
- Every answer has the header \`server-time\`, in milliseconds since 1970.`

const PUBLIC = {
  name: 'public',
  description: `Free for other sites without a key, from scripts of every site (CORS). An answer may be kept for a minute and
has an ETag. A network that asks more than ${RATE_LIMITS.otherSites.points} times a minute gets 429 with Retry-After. Show a link to
\`page\` beside the numbers, and say that lotto is for adults, 18+. Terms: \`${LEGAL_PATHS.terms}\`.`,
}

/** The OpenAPI 3.1 description of the API, generated from the table of routes. */
export function describeApi(routes: Routes, version: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [route, definition] of Object.entries(routes)) {
    const [method, path] = route.split(' ') as [string, string]
    const template = path.replace(/:(\w+)/g, '{$1}')
    paths[template] = { ...paths[template], [method.toLowerCase()]: describe(route, definition) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Lotto Forecast', version, description: CONVENTIONS },
    tags: [PUBLIC],
    paths,
    components: {
      schemas: { Problem: asSchema(problem, 'output') },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'lotto.session_token' },
        idToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      },
    },
  }
}

function describe(route: string, definition: Endpoint) {
  const {
    summary,
    access,
    idToken,
    params,
    query,
    body,
    answer,
    errors,
    creates,
    status = 200,
    forOtherSites,
  } = definition
  const security = access === 'anyone' ? [] : [{ session: [] }, ...(idToken ? [{ idToken: [] }] : [])]
  const content =
    answer instanceof z.ZodType
      ? { 'application/json': { schema: asSchema(answer, 'output') } }
      : { [answer.media]: { schema: BYTES } }
  return {
    operationId: route.replace(/[^A-Za-z0-9]+/g, '-'),
    summary,
    ...(forOtherSites && { tags: [PUBLIC.name] }),
    'x-access': access,
    security,
    parameters: [
      ...parameters(params, 'path'),
      ...parameters(query, 'query'),
      ...(creates === 'once-by-form' ? [FORM_ID_PARAMETER] : []),
    ],
    ...(body && { requestBody: { required: true, content: bodyContent(body) } }),
    responses: {
      [status]: { description: 'Answer', content },
      default: {
        description: 'Refused',
        content:
          errors === 'sentence'
            ? { 'text/plain': { schema: { type: 'string' } } }
            : { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  }
}

const FORM_ID_PARAMETER = {
  name: FORM_ID.header,
  in: 'header',
  required: false,
  description: 'The same request with the same key has one effect, and the same answer for two days.',
  schema: { type: 'string', pattern: FORM_ID.pattern.source },
}

const BYTES = { type: 'string', format: 'binary' }

function bodyContent(body: NonNullable<Endpoint['body']>) {
  if ('file' in body) return { [body.file.type]: { schema: BYTES } }
  if ('form' in body) return { 'multipart/form-data': { schema: formSchema(body.form) } }
  return { 'application/json': { schema: asSchema(body, 'input') } }
}

function formSchema({ file, texts }: FormBody['form']) {
  const named = Object.entries(texts).map(([name, maxLength]) => [name, { type: 'string', maxLength }])
  return {
    type: 'object',
    properties: { [file]: BYTES, ...Object.fromEntries(named) },
    required: [file],
    additionalProperties: false,
  }
}

function parameters(schema: z.ZodType | undefined, where: 'path' | 'query') {
  if (!(schema instanceof z.ZodObject)) return []
  const { properties = {}, required = [] } = asSchema(schema, 'input') as {
    properties?: Record<string, unknown>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: property,
  }))
}
