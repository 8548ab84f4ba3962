import { z } from 'zod'
import { readFileBody, readJson, refuseUnstorableText, readUpload } from '../http/body.ts'
import type { Endpoint } from './endpoint.ts'
import { Refusal } from '../http/refusal.ts'
import { itemAt } from '../../rules/base/lists.ts'

/** The query as an object. A repeated name becomes a list, which a schema for one value refuses. */
export function fieldsOf(
  query: Iterable<readonly [string, string]> | null,
): Record<string, string | string[]> {
  if (!query) return {}
  const fields = new Map<string, string[]>()
  for (const [name, value] of query) {
    const values = fields.get(name)
    if (values) values.push(value)
    else fields.set(name, [value])
  }
  return Object.fromEntries(
    Array.from(fields, ([name, values]) => [name, values.length === 1 ? itemAt(values, 0) : values]),
  )
}

/** The input of a call without fields. */
const EMPTY_INPUT = z.strictObject({})

export function parseQuery({ query: schema }: Endpoint, query: URLSearchParams | null): unknown {
  return schema || query ? parse(schema ?? EMPTY_INPUT, fieldsOf(query), 'invalid-input') : undefined
}

/** Parses the body. A call without a schema accepts no body, or an empty object, which some clients send. */
export async function bodyOf(request: Request, { body: schema }: Endpoint): Promise<unknown> {
  if (schema && 'file' in schema) return readFileBody(request, schema.file)
  if (schema && 'form' in schema) return readUpload(request, schema.form)
  const { headers } = request
  const hasBody = Number(headers.get('content-length')) > 0 || headers.has('transfer-encoding')
  return schema || hasBody
    ? parse(schema ?? EMPTY_INPUT, await readJson(request), 'invalid-input')
    : undefined
}

/** A sentence for the reader of a field that has none of its own. */
const tooLong: z.core.$ZodErrorMap = (issue) =>
  issue.code === 'too_big' && issue.origin === 'string' ? `At most ${issue.maximum} characters.` : undefined

export function parse(
  schema: z.ZodType | undefined,
  value: unknown,
  code: 'bad-request' | 'invalid-input',
): unknown {
  if (!schema) return undefined
  refuseUnstorableText(value)
  const result = schema.safeParse(value, { error: tooLong })
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
