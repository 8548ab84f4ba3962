import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tagsOf } from '../support/html.ts'
import { freePort } from '../support/programs.ts'
import { type Answer, testServer, Visitor } from '../support/test-server.ts'

// Every kind of answer has the security headers, including refusals and files.
const TOKEN = 'a-token-of-tests-012345'
const server = testServer({ settings: { METRICS_TOKEN: TOKEN } })
let admin: Visitor

type Ask = (visitor: Visitor) => Promise<Answer>
const get =
  (path: string, headers: Record<string, string> = {}): Ask =>
  (visitor) =>
    visitor.get(path, { headers })

/** The path of a hashed file of the build. */
async function script(): Promise<string> {
  const { text } = await server().anonymous().get('/login')
  return / src="(\/assets\/[^"]+)"/.exec(text)![1]!
}

/** The path of the icon that pages link. */
async function icon(): Promise<string> {
  const { text } = await server().anonymous().get('/login')
  return / href="(\/assets\/icon-[^"]+\.svg)"/.exec(text)![1]!
}

const NONE = 'private, no-store'
const FOREVER = 'public, max-age=31536000, immutable'
const HTML = `text/html; charset=utf-8 ${NONE}`
const DATA = `application/json; charset=utf-8 ${NONE}`
const REFUSAL = `application/problem+json; charset=utf-8 ${NONE}`

/** One request per kind of answer, with its status, and with its type and Cache-Control. */
const answers: [name: string, status: number, kept: string, ask: Ask][] = [
  ['a page', 200, HTML, get('/admin')],
  ['a page that does not exist', 404, HTML, get('/nothing')],
  ['a redirect', 302, ' ', get('/login')],
  ['data', 200, DATA, get('/api/me')],
  ['the head of data', 200, DATA, (visitor) => visitor.request('HEAD', '/api/me')],
  ['unchanged data', 304, ' private, no-cache', get('/api/getResults', { 'if-none-match': '*' })],
  ['a download', 200, `text/csv; charset=utf-8 ${NONE}`, get('/api/admin/audit/export')],
  [
    'the description of the API',
    200,
    'application/json; charset=utf-8 public, no-cache',
    get('/api/openapi.json'),
  ],
  ['a wrong value', 400, REFUSAL, get('/api/days/x')],
  ['a refused visitor', 401, REFUSAL, () => server().anonymous().get('/api/me')],
  ['a refused player', 403, REFUSAL, async () => (await server().as('free')).get('/api/admin/users')],
  [
    'a write from another site',
    403,
    REFUSAL,
    (visitor) => visitor.post('/api/plans/free', {}, { foreign: true }),
  ],
  ['a call that does not exist', 404, REFUSAL, get('/api/nothing')],
  ['a method that does not exist', 405, REFUSAL, (visitor) => visitor.request('DELETE', '/api/me')],
  ['another type', 415, REFUSAL, (visitor) => visitor.post('/login', {})],
  [
    'a file of the build',
    200,
    `text/javascript; charset=utf-8 ${FOREVER}`,
    async (visitor) => visitor.get(await script()),
  ],
  [
    'an unchanged file',
    304,
    ` ${FOREVER}`,
    async (visitor) => visitor.get(await script(), { headers: { 'if-none-match': '*' } }),
  ],
  ['an icon', 200, `image/svg+xml ${FOREVER}`, async (visitor) => visitor.get(await icon())],
  ['health', 200, `application/json ${NONE}`, get('/healthz')],
  ['readiness', 200, `application/json ${NONE}`, get('/readyz')],
  [
    'metrics',
    200,
    `text/plain; version=0.0.4; charset=utf-8 ${NONE}`,
    get('/metrics', { authorization: `Bearer ${TOKEN}` }),
  ],
  ['metrics without the token', 401, REFUSAL, get('/metrics')],
]

beforeAll(async () => {
  admin = await server().as('admin')
})

describe('every answer has the security headers', () => {
  test.each(answers)(
    '%s (%i), with its type, and a sandbox unless it is a page',
    async (name, status, kept, ask) => {
      const answer = await ask(admin)
      expect(answer.status).toBe(status)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'cross-origin-resource-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin-allow-popups',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'content-security-policy': expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
      })
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
      expect(answer.headers.get('x-powered-by') ?? answer.headers.get('server')).toBeNull()
      expect(answer.headers.get('strict-transport-security')).toBeNull()
      const isPage = ['a page', 'a page that does not exist', 'a redirect', 'another type'].includes(name)
      expect(answer.headers.get('content-security-policy')?.includes('sandbox')).toBe(!isPage)
      const { 'content-type': type = '', 'cache-control': cache = '' } = Object.fromEntries(answer.headers)
      expect(`${type} ${cache}`).toBe(kept)
    },
  )

  test('a page may use no camera, microphone or position', async () => {
    const policy = (await admin.get('/admin')).headers.get('permissions-policy')
    expect(policy?.split(', ').sort()).toEqual([
      'camera=()',
      'geolocation=()',
      'microphone=()',
      'payment=(self)',
    ])
  })

  test('and, behind TLS, Strict-Transport-Security', async () => {
    const appUrl = 'https://lotto.example'
    const port = await freePort()
    await server().another({ APP_URL: appUrl, PORT: String(port) })
    const visitor = new Visitor(`http://127.0.0.1:${port}`)
    const paths = ['/login', '/nothing', '/api/me', '/api/nothing', '/favicon.ico', '/healthz', '/metrics']
    for (const path of [...paths, await script()]) {
      const { headers } = await visitor.get(path)
      expect(headers.get('strict-transport-security'), path).toBe('max-age=31536000; includeSubDomains')
    }
  })
})

describe('files of fixed content', () => {
  const cacheOf = async (path: string) => (await server().anonymous().get(path)).headers.get('cache-control')

  test('have a hash in their address and never change, except the manifest and the icon with a fixed address', async () => {
    const withGoogle = await server().another({ GOOGLE_CLIENT_ID: 'x', GOOGLE_CLIENT_SECRET: 'y' })
    const { text } = await withGoogle.anonymous().get('/login')
    const worker = (await server().anonymous().get('/sw.js')).text
    const loaded = tagsOf(text).flatMap(({ name, attributes: { href, src } }) =>
      (name === 'link' && href) || src ? [(href ?? src)!] : [],
    )
    const named = worker.match(/\/assets\/[\w.-]+/g) ?? []
    expect(loaded.some((path) => /google-[\w-]{8}\.svg$/.test(path))).toBe(true)
    expect(named.some((path) => /icon-192-[\w-]{8}\.png$/.test(path))).toBe(true)
    const changing = new Set(['/manifest.webmanifest', '/favicon.ico'])
    const files = [...new Set([...loaded, ...named])].filter((path) => !changing.has(path))
    for (const path of files) expect([path, await cacheOf(path)]).toEqual([path, FOREVER])
    expect(await cacheOf('/manifest.webmanifest')).toBe('public, no-cache')
    expect(await cacheOf('/favicon.ico')).toBe('public, max-age=604800')
  })
})

// The browser takes the time from the answers, not from the phone.
describe('the time', () => {
  afterAll(() => server().services.clock.setOffset(0))

  test('every answer of the API has the server’s time, including refusals and 304', async () => {
    const free = await server().as('free')
    const etag = (await free.get('/api/getResults')).headers.get('etag')!
    const { clock, db } = server().services
    for (const offset of [0, 86_400_000, -86_400_000 * 400]) {
      clock.setOffset(offset)
      const before = await clock.now(db)
      const answers = [
        await free.get('/api/site'),
        await free.get('/api/me'),
        await free.get('/api/movingNumbers'),
        await free.get('/api/getResults', { headers: { 'if-none-match': etag } }),
        await free.get('/api/days/never'),
        await free.get('/api/history'),
      ]
      const after = await clock.now(db)
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 402, 304, 400, 200])
      for (const { headers } of answers) {
        const time = Number(headers.get('server-time'))
        expect(time).toBeGreaterThanOrEqual(before)
        expect(time).toBeLessThanOrEqual(after)
      }
    }
  })

  test('today is the date in Lagos, one hour ahead of UTC', async () => {
    const free = await server().as('free')
    const { clock, db } = server().services
    const today = async (utc: string) => {
      clock.setOffset(0)
      clock.setOffset(Date.parse(utc) - (await clock.now(db)))
      return (await free.get('/api/days/today')).body.today
    }
    expect(await today('2019-12-31T22:59:30Z')).toBe('2019-12-31')
    expect(await today('2019-12-31T23:00:00Z')).toBe('2020-01-01')
    expect(await today('2020-02-28T23:30:00Z')).toBe('2020-02-29')
  })
})
