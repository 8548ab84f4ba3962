// Random requests for the operations of an OpenAPI description: mostly valid, often with one hostile value.
import * as fc from 'fast-check'
import type { Random } from './random.ts'
import type { RequestOptions } from './test-server.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- JSON schemas are read as they come
type Schema = Record<string, any>

export interface Operation {
  name: string
  method: string
  /** With `{name}` for each parameter. */
  path: string
  access: string
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: Schema }[]
  body: { type: string; schema: Schema } | null
  /** The one successful answer. */
  answer: { status: number; media: string; schema: Schema }
  refusal: string
}

export interface FuzzRequest {
  path: string
  options: RequestOptions
}

/** Values by the name of their field, so that many requests reach what exists. */
export type Known = Readonly<Record<string, readonly unknown[]>>

const HOSTILE: readonly unknown[] = [
  '',
  ' ',
  '\0',
  'a\ud800b',
  '../../etc/passwd',
  "' or 1=1 --",
  '<script>alert(1)</script>',
  '${7*7}{{7*7}}',
  '%00',
  'x'.repeat(5000),
  '９',
  '-1',
  '1e309',
  '2023-02-30',
  '=cmd|1',
  -1,
  0,
  1.5,
  2 ** 31,
  2 ** 53,
  -1e308,
  null,
  true,
  [],
  [[]],
  {},
  { $ne: null },
  { __proto__: null, constructor: { prototype: { admin: true } } },
]
const BROKEN_JSON = [
  '',
  '{',
  '[]',
  'null',
  '"x"',
  '{"a":1,"a":2}',
  '{"\\u0000":1}',
  '['.repeat(2000),
  '1'.repeat(70_000),
]
const TEXTS = ['1', '7', 'diamond', '2023-10-02', '2023', 'all', 'any_box', 'Ada', 'a note', '7 12 45 60 89']

/** The operations of an OpenAPI document. */
export function operationsOf(document: Schema): Operation[] {
  return Object.entries<Schema>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Schema>(methods).map(([method, operation]) => {
      const [type, body] = Object.entries<Schema>(operation.requestBody?.content ?? {})[0] ?? []
      const [status, answer] = Object.entries<Schema>(operation.responses).find(([key]) => key !== 'default')!
      const [media, { schema }] = Object.entries<Schema>(answer.content)[0]!
      return {
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        access: operation['x-access'],
        parameters: operation.parameters,
        body: type === undefined ? null : { type, schema: body!.schema },
        answer: { status: Number(status), media, schema },
        refusal: Object.keys(operation.responses.default.content)[0]!,
      }
    }),
  )
}

/** Makes requests that a seed reproduces. */
export class RequestMaker {
  private readonly random: Random
  private readonly known: Known

  constructor(random: Random, known: Known) {
    this.random = random
    this.known = known
  }

  /** A request of the operation. Path parameters are encoded and not empty, so that it always reaches the operation. */
  request({ path, parameters, body }: Operation): FuzzRequest {
    let target = path
    const query = new URLSearchParams()
    for (const { name, in: where, required, schema } of parameters) {
      if (where === 'path')
        target = target.replace(`{${name}}`, encodeURIComponent(this.segment(name, schema)))
      else if (required || this.random.below(2) === 0) this.addTo(query, name, this.value(name, schema))
    }
    const search = query.size > 0 ? `?${query}` : ''
    return { path: target + search, options: body === null ? {} : this.body(body) }
  }

  private segment(name: string, schema: Schema): string {
    const text = asText(this.value(name, schema)).toWellFormed()
    // Every router removes dots, and an empty segment is another address.
    return /^\.{0,2}$/.test(text) ? '1' : text.slice(0, 2000)
  }

  private addTo(query: URLSearchParams, name: string, value: unknown): void {
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, asText(one))
  }

  private body({ type, schema }: NonNullable<Operation['body']>): RequestOptions {
    if (type === 'multipart/form-data') return { raw: this.form() }
    if (schema.format === 'binary') return { raw: { type, content: this.text() } }
    if (this.random.below(12) === 0) return { raw: { type, content: this.random.pick(BROKEN_JSON) } }
    const body = this.value('body', schema)
    return { body: body === undefined ? {} : body }
  }

  private form(): RequestOptions['raw'] {
    const part = `--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n${this.text()}\r\n`
    return { type: 'multipart/form-data; boundary=x', content: `${part}--x--\r\n` }
  }

  private text = () =>
    this.random.pick([
      'game,date,serial,date_label,status\ndiamond,2023-10-02,1,,ok',
      '{"event":"charge.success"}',
      'x',
      '\0',
    ])

  private value(name: string, schema: Schema): unknown {
    if (this.random.below(8) === 0) return this.random.pick(HOSTILE)
    const known = this.known[name]
    if (known && this.random.below(4) > 0) return this.random.pick(known)
    return this.ofSchema(name, schema)
  }

  private ofSchema(name: string, schema: Schema): unknown {
    const variants = schema.anyOf ?? schema.oneOf
    if (variants) return this.ofSchema(name, this.random.pick(variants as Schema[]))
    if ('const' in schema) return schema.const
    if (schema.enum) return this.random.pick(schema.enum as unknown[])
    const { minimum = 0, maximum = 100, minItems = 0, maxItems = 6 } = schema
    switch (schema.type) {
      case 'object':
        return this.ofObject(schema)
      case 'array':
        return Array.from(
          { length: minItems + this.random.below(Math.min(maxItems, minItems + 6) - minItems + 1) },
          () => this.value(name, schema.items ?? {}),
        )
      case 'integer':
      case 'number':
        return minimum + this.random.below(Math.min(maximum - minimum, 400) + 1)
      case 'boolean':
        return this.random.below(2) === 0
      case 'null':
        return null
      default:
        return schema.pattern ? this.matching(schema.pattern) : this.random.pick(TEXTS)
    }
  }

  private ofObject({ properties = {}, required = [] }: Schema): Schema {
    const body: Schema = {}
    for (const [name, schema] of Object.entries<Schema>(properties)) {
      const isNeeded = (required as string[]).includes(name)
      if (this.random.below(isNeeded ? 20 : 2) > 0 || (isNeeded && this.random.below(2) > 0))
        body[name] = this.value(name, schema)
    }
    if (this.random.below(25) === 0) body.surprise = this.random.pick(HOSTILE)
    return body
  }

  private matching(pattern: string): string {
    const strings = fc.stringMatching(new RegExp(pattern, 'u'))
    return fc.sample(strings, { seed: this.random.below(2 ** 31), numRuns: 1 })[0]!
  }
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
