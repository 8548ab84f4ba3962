import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '../../src/platform/server/api/endpoint.ts'
import { api } from '../../src/app/server/routes.ts'
import { contentsOf } from '../support/database.ts'
import { expectProblem, expectRefused } from '../support/refusals.ts'
import { testServer, type Visitor } from '../support/test-server.ts'

// Malformed requests, sent to every call of the API. The list is the server's own, so new calls are included. Reading and
// routing are shared, so each twentieth call gets all malformed bodies and methods, and the others some of each kind.
const server = testServer()
let admin: Visitor
let before: Record<string, string>

interface Route {
  name: string
  method: string
  /** With a value for each parameter. */
  path: string
  takesBody: boolean
  /** Browsers ask first whether a script of another site may call it. */
  forOtherSites: boolean
  file: string | undefined
}

const routes: Route[] = Object.entries(api).map(([name, definition]) => {
  const [method, pattern] = name.split(' ') as [string, string]
  const { body, forOtherSites = false } = definition as Endpoint
  const file = body && 'file' in body ? body.file.type : undefined
  const takesJson = body instanceof z.ZodType
  const path = pattern.replace(':reference', 'a'.repeat(26)).replace(/:\w+/g, '1')
  return { name, method, path, takesBody: takesJson, forOtherSites, file }
})
const withBody = routes.filter(({ takesBody }) => takesBody)

beforeAll(async () => {
  admin = await server().as('admin')
  before = await contentsOf(server())
})
afterAll(async () => {
  expect(await contentsOf(server())).toEqual(before)
})

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']

const send = ({ method, path }: Route, type: string, content: string | Uint8Array, headers = {}) =>
  admin.request(method, path, { raw: { type, content }, headers })

test.each(routes)(
  '$name refuses an unknown query field, and does not exist under another method or with a trailing slash',
  async (route) => {
    const surprised = await admin.request(route.method, `${route.path}?surprise=1`)
    // Google may add any query field to its callback.
    if (route.path.includes('/callback/'))
      expect(surprised.headers.get('location')).toMatch(/popup-done\?outcome=failed$/)
    else {
      expectRefused(surprised)
      expect([400, 404]).toContain(surprised.status)
    }
    const place = routes.indexOf(route)
    const methods = METHODS.filter(
      (method) => !routes.some((other) => other.path === route.path && other.method === method),
    )
    for (const method of place % 20 === 0 ? methods : [methods[place % methods.length]!]) {
      const answer = await admin.request(method, route.path)
      if (method === 'OPTIONS' && route.forOtherSites) {
        expect(answer.status).toBe(204)
        continue
      }
      expectRefused(answer, method)
      // 400 where another call has a parameter at this position.
      expect([method, answer.status]).toEqual([method, expect.toBeOneOf([405, 400])])
    }
    expect((await admin.request(route.method, `${route.path}/`)).status).toBe(404)
  },
)

/** Bodies that are not a valid JSON object, with their statuses. */
const json: [string, number, string | Uint8Array][] = [
  ['an empty body', 400, ''],
  ['a space', 400, ' '],
  ['half an object', 400, '{"confirm": tr'],
  ['two objects', 400, '{} {}'],
  ['a comment', 400, '{} // hello'],
  ['a trailing comma', 400, '{"confirm": true,}'],
  ['single quotes', 400, "{'confirm': true}"],
  ['NaN', 400, '{"version": NaN}'],
  ['a list', 400, '[]'],
  ['a list of one object', 400, '[{"confirm": true}]'],
  ['null', 400, 'null'],
  ['a text', 400, '"confirm"'],
  ['a number', 400, '1'],
  ['an empty object', 400, '{}'],
  ['an unknown field', 400, '{"surprise": 1}'],
  ['the same key twice', 400, '{"confirm": true, "confirm": true}'],
  ['the same key twice, once escaped', 400, '{"version": 1, "\\u0076ersion": 1}'],
  ['the same key twice, deeply nested', 400, '{"a": [{"b": {"c": 1, "c": 2}}]}'],
  ['__proto__', 400, '{"__proto__": {"confirm": true, "admin": true}}'],
  ['constructor', 400, '{"constructor": {"prototype": {"admin": true}}}'],
  ['a NUL in a key', 400, '{"a\\u0000": 1}'],
  ['a lone surrogate in a key', 400, '{"\\ud800": 1}'],
  ['30,000 nested lists', 400, '['.repeat(30_000) + ']'.repeat(30_000)],
  ['10,000 nested objects', 400, '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000)],
  ['a million digits', 413, '1'.repeat(1_000_000)],
  ['bytes that are not UTF-8', 400, Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['a byte order mark of UTF-16', 400, Buffer.from('\ufeff{}', 'utf16le')],
]

/** What every call with a body gets. */
const TYPICAL = new Set([
  'half an object',
  'a list',
  'an empty object',
  'an unknown field',
  'the same key twice',
])

const DRAW = { game: 'diamond', date: '2023-10-02', winning: [7, 12, 45, 60, 89] }
const types = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/csv',
  'application/json-patch+json',
  'application/problem+json',
  'text/json',
  'json',
  '*/*',
  'application/json, text/plain',
  '',
]

test.each(withBody)(
  'the body of $name is refused unless it is a plain, uncompressed JSON object (NET-04)',
  async (route) => {
    const isFull = withBody.indexOf(route) % 20 === 0
    const some = <Item>(all: readonly Item[]) => (isFull ? all : all.slice(0, 1))
    for (const [name, status, content] of isFull ? json : json.filter(([name]) => TYPICAL.has(name))) {
      const answer = await send(route, 'application/json', content)
      expectRefused(answer, name)
      expect([name, answer.status]).toEqual([name, expect.toBeOneOf([400, status])])
      // So no call sets a field that is not its own (AUTHZ-03).
      if (name === 'an unknown field' && answer.body.fields)
        expect(answer.body.fields).toMatchObject({ surprise: 'Unknown field.' })
    }
    for (const type of some(types)) {
      const answer = await send(route, type, JSON.stringify({ ...DRAW, confirm: true, version: 1 }))
      expectRefused(answer, type)
      expect([type, answer.status]).toEqual([type, expect.toBeOneOf([415, 400])])
    }
    for (const encoding of some(['gzip', 'br', 'deflate', 'zstd', 'gzip, identity', 'x'])) {
      const content = gzipSync(JSON.stringify(DRAW))
      const answer = await send(route, 'application/json', content, { 'content-encoding': encoding })
      expectRefused(answer, encoding)
      expect([encoding, answer.status]).toEqual([encoding, expect.toBeOneOf([400, 415])])
    }
  },
)

describe('the exact status of requests with a single fault', () => {
  const record = routes.find(({ name }) => name === 'POST /api/admin/draws')!
  const upload = routes.find(({ file }) => file === 'text/csv')!
  test('415 for a draw of another type', async () => {
    for (const type of types)
      expect([type, (await send(record, type, JSON.stringify(DRAW))).status]).toEqual([type, 415])
  })
  test('400 for JSON that is cut off or has a key twice', async () => {
    for (const [body, title] of [
      ['{"game": "dia', 'The body is not valid JSON.'],
      ['{"game": "a", "game": "b"}', 'Duplicate key: "game".'],
    ] as const)
      expect((await send(record, 'application/json', body)).body.title).toBe(title)
  })
  test('415 for a compressed draw and for a compressed file', async () => {
    const headers = { 'content-encoding': 'gzip' }
    const content = gzipSync('x')
    expect((await send(record, 'application/json', content, headers)).body.title).toBe(
      'Compressed bodies are not accepted.',
    )
    expect((await send(upload, 'text/csv', content, headers)).status).toBe(415)
  })
  test('415 for a file of another type', async () => {
    for (const type of ['application/json', 'text/plain', 'application/vnd.ms-excel', 'multipart/form-data'])
      expect((await send(upload, type, 'game,date')).status).toBe(415)
  })
  test('413 for an endless body without a length', async () => {
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new TextEncoder().encode(' '.repeat(16_384))),
    })
    const response = await fetch(`${server().url}/api/auth/sign-in/email`, {
      method: 'POST',
      body: endless,
      duplex: 'half',
      headers: { origin: server().url, 'content-type': 'application/json' },
    } as RequestInit)
    expect(response.status).toBe(413)
  })
  test('404 for calls that do not exist', async () => {
    const paths = ['/api', '/api/', '/api/nothing', '/api/me/more', '/api//me', '/api/admin', '/api/..%2fme']
    for (const path of paths) {
      const answer = await admin.get(path)
      expectProblem(answer, path)
      expect([path, answer.status]).toEqual([path, 404])
    }
  })
  test('404 as problem+json for writes to pages and files', async () => {
    for (const path of ['/', '/dashboard', '/healthz', '/nothing', '/favicon.ico'])
      for (const method of ['POST', 'PUT', 'DELETE']) {
        const answer = await admin.request(method, path)
        expectProblem(answer, path)
        expect(answer.status).toBe(404)
      }
  })
})

test('a call without a body refuses one', async () => {
  const free = routes.find(({ name }) => name === 'POST /api/plans/free')!
  for (const [type, content] of [
    ['application/json', '{"plan": "pro"}'],
    ['application/json', '{"userId": "another"}'],
    ['application/json', 'not json'],
    ['application/json', '[]'],
    ['text/plain', '{}'],
  ] as const)
    expectRefused(await send(free, type, content), content)
})
