import { beforeAll, describe, expect, test } from 'vitest'
import { ERRORS } from '../../src/platform/rules/base/messages.ts'
import { api } from '../../src/app/server/routes.ts'
import { contentsOf } from '../support/database.ts'
import { expectProblem } from '../support/refusals.ts'
import { type RequestOptions, testServer, type Visitor } from '../support/test-server.ts'

// Another site can make a browser send requests with our cookies. They must not change anything. One check refuses them, so
// each twentieth call gets all foreign headers, and the others the three kinds.
const server = testServer()
let admin: Visitor
let before: Record<string, string>

beforeAll(async () => {
  admin = await server().as('admin')
  before = await contentsOf(server())
})

// Signed webhooks may come from anywhere. receive-webhook.test.ts tests them.
const writes = Object.entries(api)
  .filter(([route, definition]) => !route.startsWith('GET ') && !('signed' in definition))
  .map(([route]) => route.replace(/:\w+/g, '1').split(' ') as [string, string])
const forms: [string, string][] = ['/login', '/signup', '/logout', '/dashboard', '/nothing'].map((path) => [
  'POST',
  path,
])

/** The headers of requests from foreign pages, real and forged. */
const origins: [string, (url: string) => Record<string, string>][] = [
  ['a page without any header', () => ({})],
  ['another site', () => ({ origin: 'https://evil.example' })],
  ['a sandboxed frame', () => ({ origin: 'null' })],
  ['cross-site', () => ({ 'sec-fetch-site': 'cross-site' })],
  ['cross-site with its origin', () => ({ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' })],
  [
    'a sibling host',
    (url) => ({ 'sec-fetch-site': 'same-site', origin: url.replace('localhost', 'x.localhost') }),
  ],
  ['the address bar', () => ({ 'sec-fetch-site': 'none' })],
  ['a site whose name begins with ours', (url) => ({ origin: `${url}.evil.example` })],
  ['our host after a user name', (url) => ({ origin: `https://evil.example@${new URL(url).host}` })],
  ['our host on another port', (url) => ({ origin: url.replace(/:\d+$/, ':1') })],
  ['our host on https', (url) => ({ origin: url.replace('http:', 'https:') })],
  ['our address with a trailing slash', (url) => ({ origin: `${url}/` })],
  ['two origins', (url) => ({ origin: `${url}, https://evil.example` })],
  ['another site in the referrer', () => ({ referer: 'https://evil.example/login' })],
  ['a site in the referrer whose name begins with ours', (url) => ({ referer: `${url}.evil.example/` })],
  ['another site with our address in the referrer', (url) => ({ origin: 'null', referer: `${url}/login` })],
  [
    'cross-site with our address in the referrer',
    (url) => ({ 'sec-fetch-site': 'cross-site', referer: `${url}/login` }),
  ],
]

test.each([...writes, ...forms])('%s %s sent by another site is refused', async (method, path) => {
  const isFull = writes.findIndex((write) => write.join(' ') === `${method} ${path}`) % 20 === 0
  for (const [sender, headersFor] of isFull ? origins : origins.slice(0, 3)) {
    const options: RequestOptions = { foreign: true, headers: headersFor(server().url) }
    const answer = await admin.request(method, path, options)
    expectProblem(answer, sender)
    expect([sender, answer.status]).toEqual([sender, 403])
    // This call's refusals are plain text, by the specification.
    if (path === '/api/initializeTransaction') expect(answer.text).toBe(ERRORS['cross-site'].title)
    else expect([sender, answer.body.code]).toEqual([sender, 'cross-site'])
    expect([sender, answer.headers.getSetCookie()]).toEqual([sender, []])
  }
})

test('the refused requests changed nothing and ended no session', async () => {
  expect(await contentsOf(server())).toEqual(before)
  expect((await admin.get('/api/me')).status).toBe(200)
  const [row] = await server().rows`select count(*)::int as sessions from sessions`
  expect(row!.sessions).toBe(1)
})

test('our own page is recognised by Origin or by Sec-Fetch-Site', async () => {
  const own: Record<string, string>[] = [{ origin: server().url }, { 'sec-fetch-site': 'same-origin' }]
  for (const headers of own) {
    expect((await admin.request('POST', '/api/plans/free', { foreign: true, headers })).status).toBe(200)
  }
})

test('our own page is recognised by the referrer alone only for forms, because old browsers send no Origin with them', async () => {
  const options = { foreign: true, headers: { referer: `${server().url}/confirmation` } }
  expect((await admin.request('POST', '/api/plans/free', options)).status).toBe(403)
  const raw = { type: 'application/x-www-form-urlencoded', content: 'form=free' }
  expect((await admin.request('POST', '/confirmation', { ...options, raw })).status).toBe(303)
  expect((await admin.request('POST', '/confirmation', { raw, foreign: true })).status).toBe(403)
})

describe('a form whose browser hides where it comes from', () => {
  const typed = { username: 'Bisi', email: 'typed@example.com', password: 'a secret of mine', link: 'x' }
  const raw = {
    type: 'application/x-www-form-urlencoded',
    content: new URLSearchParams({
      ...typed,
      newPassword: 'a secret of mine',
      ageConfirmed: 'on',
    }).toString(),
  }
  const hidden: [string, Record<string, string>][] = [
    ['without any header', {}],
    ['with Origin: null', { origin: 'null' }],
  ]
  const pages: [string, string][] = [
    ['/login', 'value="typed@example.com"'],
    ['/signup', 'value="Bisi"'],
    ['/forgot-password', 'value="typed@example.com"'],
    ['/resend-verification', 'value="typed@example.com"'],
    ['/email-link', 'value="typed@example.com"'],
    ['/logout', 'name="password"'],
    ['/reset-password', '<form'],
  ]

  test.each(hidden.flatMap((sent) => pages.map((page) => [...page, ...sent] as const)))(
    '%s with %s is shown again %s, and nothing is executed',
    async (path, field, _, headers) => {
      const before = await contentsOf(server())
      const answer = await server().anonymous().request('POST', path, { foreign: true, headers, raw })
      expect([answer.status, answer.headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8'])
      expect(answer.text).toContain('your browser hides which page this form comes from')
      expect(answer.text).toContain(field)
      expect(answer.text).not.toContain('a secret of mine')
      expect(answer.headers.getSetCookie().filter((cookie) => !cookie.includes('form='))).toEqual([])
      expect(answer.headers.get('content-security-policy')).toContain("form-action 'self'")
      expect(await contentsOf(server())).toEqual(before)
    },
  )

  test.each(hidden)('%s ends no session and changes no account', async (_, headers) => {
    const before = await contentsOf(server())
    for (const [path, content] of [
      ['/logout', ''],
      ['/confirmation', 'form=free'],
      ['/dashboard/profile', 'form=delete&confirm=on'],
    ] as const) {
      const sent = { foreign: true, headers, raw: { ...raw, content } }
      expect([200, 302, 303, 403]).toContain((await admin.request('POST', path, sent)).status)
    }
    expect((await admin.get('/api/me')).status).toBe(200)
    expect(await contentsOf(server())).toEqual(before)
  })

  test.each(origins.filter(([sender]) => !/any header|sandboxed/.test(sender)))(
    'is refused outright from %s',
    async (_, headersFor) => {
      const sent = { foreign: true, headers: headersFor(server().url), raw }
      const answer = await server().anonymous().request('POST', '/login', sent)
      expect([answer.status, answer.body.code]).toEqual([403, 'cross-site'])
    },
  )
})

test('a read from another site is answered, but its pages may not read the answer', async () => {
  const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  const answer = await admin.request('GET', '/api/me', { foreign: true, headers })
  expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin')
  const preflight = await admin.request('OPTIONS', '/api/me', { foreign: true, headers })
  expect(preflight.status).toBe(405)
  expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
})

test('no GET request changes anything, because images and prefetches of other sites send them', async () => {
  const reads = Object.keys(api).filter((route) => /^GET [^:]+$/.test(route))
  const pages = '/ /login /signup /verify-email?token=x /dashboard /dashboard/profile /admin'.split(' ')
  const before = await contentsOf(server())
  for (const visitor of [admin, server().anonymous()])
    for (const path of [...reads.map((route) => route.slice(4)), ...pages, '/logout', '/api/auth/sign-out'])
      expect((await visitor.get(path)).status, path).toEqual(expect.toSatisfy((status) => status < 500))
  expect(await contentsOf(server())).toEqual(before)
  expect((await admin.get('/api/me')).status).toBe(200)
})
