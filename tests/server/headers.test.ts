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

/** One request per kind of answer, with its status. */
const answers: [name: string, status: number, ask: Ask][] = [
  ['a page', 200, get('/admin')],
  ['a page that does not exist', 404, get('/nothing')],
  ['a redirect', 302, get('/login')],
  ['data', 200, get('/api/me')],
  ['the head of data', 200, (visitor) => visitor.request('HEAD', '/api/me')],
  ['unchanged data', 304, get('/api/getResults', { 'if-none-match': '*' })],
  ['a download', 200, get('/api/admin/audit/export')],
  ['the description of the API', 200, get('/api/openapi.json')],
  ['a wrong value', 400, get('/api/days/x')],
  ['a refused visitor', 401, () => server().anonymous().get('/api/me')],
  ['a refused player', 403, async () => (await server().as('free')).get('/api/admin/users')],
  ['a write from another site', 403, (visitor) => visitor.post('/api/plans/free', {}, { foreign: true })],
  ['a call that does not exist', 404, get('/api/nothing')],
  ['a method that does not exist', 405, (visitor) => visitor.request('DELETE', '/api/me')],
  ['another type', 415, (visitor) => visitor.post('/login', {})],
  ['a file of the build', 200, async (visitor) => visitor.get(await script())],
  [
    'an unchanged file',
    304,
    async (visitor) => visitor.get(await script(), { headers: { 'if-none-match': '*' } }),
  ],
  ['an icon', 200, async (visitor) => visitor.get(await icon())],
  ['health', 200, get('/healthz')],
  ['readiness', 200, get('/readyz')],
  ['metrics', 200, get('/metrics', { authorization: `Bearer ${TOKEN}` })],
  ['metrics without the token', 401, get('/metrics')],
]

beforeAll(async () => {
  admin = await server().as('admin')
})

describe('every answer has the security headers', () => {
  test.each(answers)(
    '%s (%i), with its type, and a sandbox unless it is a page',
    async (name, status, ask) => {
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
      const type = answer.headers.get('content-type')
      if (answer.text !== '')
        expect(type).toMatch(/^(application\/json|image\/svg\+xml|.*; ?charset=utf-8$)/i)
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
  const FOREVER = 'public, max-age=31536000, immutable'
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
