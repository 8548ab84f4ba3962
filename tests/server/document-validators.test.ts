import { get } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { PATHS } from '../../src/platform/rules/site/paths.ts'
import { give, newPerson } from '../support/people.ts'
import { lockTable } from '../support/table-lock.ts'
import { testServer, type Visitor } from '../support/test-server.ts'

// The service worker keeps the documents of the signed-in user and asks with their validators.
const server = testServer()
const RESULTS = '/dashboard/past-results'
const PREDICTION = '/dashboard/prediction'
const PROFILE = '/dashboard/profile'
let admin: Visitor

beforeAll(async () => {
  admin = await server().as('admin')
})

// Rendered once for the same data, and never with another one's.
describe('a page that is the same for all its visitors', () => {
  const login = async (visitor = server().anonymous()) => (await visitor.get(PATHS.login)).text
  /** The body as it was sent. */
  const sent = (encoding: string) =>
    new Promise<Buffer>((resolve, reject) => {
      const headers = { 'accept-encoding': encoding }
      get(server().url + PATHS.login, { headers }, (answer) => void buffer(answer).then(resolve, reject))
    })

  test('the login is one document for everyone, and shows a changed draw at once', async () => {
    const date = '2020-05-01'
    const draw = { game: 'gold', date, winning: [11, 12, 13, 14, 15] }
    const { id } = (await admin.post('/api/admin/draws', draw)).body
    const before = await login()
    expect(before).toContain('[11,12,13,14,15]')
    expect(await login()).toBe(before)
    const body = { version: 1, date, winning: [21, 22, 23, 24, 25], reason: 'test' }
    expect((await admin.request('PUT', `/api/admin/draws/${id}`, { body })).status).toBe(200)
    const after = await login()
    expect(after).toContain('[21,22,23,24,25]')
    expect(after).not.toContain('[11,12,13,14,15]')
  })

  test('each encoding has the same document', async () => {
    const plain = await login()
    expect(brotliDecompressSync(await sent('br')).toString()).toBe(plain)
    expect(gunzipSync(await sent('gzip')).toString()).toBe(plain)
    expect((await sent('identity')).toString()).toBe(plain)
  })

  test('what one visitor typed, and the notice of an address, are in no document of another', async () => {
    const first = await login()
    const typed = 'typed-by-one@lotto.test'
    const refused = await server()
      .anonymous()
      .request('POST', PATHS.login, {
        raw: {
          type: 'application/x-www-form-urlencoded',
          content: new URLSearchParams({ email: typed, password: 'wrong' }).toString(),
        },
      })
    expect(refused.text).toContain(typed)
    const { text } = await server().anonymous().get(`${PATHS.login}?notice=password-changed`)
    expect(text).not.toBe(first)
    expect(await login()).toBe(first)
  })
})

const etagOf = async (visitor: Visitor, path: string) => {
  const { status, headers } = await visitor.get(path)
  expect(status).toBe(200)
  expect(headers.get('cache-control')).toBe('private, no-store')
  return headers.get('etag')!
}
const withTag = (visitor: Visitor, path: string, tag: string) =>
  visitor.get(path, { headers: { 'if-none-match': tag } })

test('an unchanged document answers 304 with the server’s time, and another one after a draw', async () => {
  const free = await server().as('free')
  const tag = await etagOf(free, RESULTS)
  const before = Date.now()
  const same = await withTag(free, RESULTS, tag)
  expect([same.status, same.text]).toEqual([304, ''])
  expect(Number(same.headers.get('server-time'))).toBeGreaterThan(before - 60_000)
  const draw = { game: 'metro', date: '2023-10-02', winning: [1, 2, 3, 4, 5] }
  const saved = await admin.post('/api/admin/draws', draw)
  expect(saved.status).toBe(201)
  expect((await withTag(free, RESULTS, tag)).status).toBe(200)
})

test.each(['/dashboard', '/dashboard/frequent-numbers'])(
  'a document that differs in its time alone answers 304 with the new time, before it is rendered: %s',
  async (path) => {
    const free = await server().as('free')
    const tag = await etagOf(free, path)
    server().services.clock.setOffset(120_000)
    const before = await server().now()
    const same = await withTag(free, path, tag)
    server().services.clock.setOffset(0)
    expect(same.status).toBe(304)
    const [, time] = /^now;dur=(\d+), etag;desc="[\w-]+"$/.exec(same.headers.get('server-timing')!)!
    expect(Number(time)).toBeGreaterThanOrEqual(before)
    expect(Number(time)).toBe(Number(same.headers.get('server-time')))
  },
)

test('the headers of an unchanged document, asked for alone, are those of a page', async () => {
  const free = await server().as('free')
  const tag = await etagOf(free, RESULTS)
  const ask = (method: string) => free.request(method, RESULTS, { headers: { 'if-none-match': tag } })
  const [head, same, whole] = [await ask('HEAD'), await ask('GET'), await free.get(RESULTS)]
  expect([head.status, same.status]).toEqual([304, 304])
  expect(whole.headers.get('server-timing')).toContain(`, etag;desc=${tag}`)
  for (const name of ['content-security-policy', 'x-frame-options', 'permissions-policy']) {
    expect(head.headers.get(name)).toBe(whole.headers.get(name))
    expect(same.headers.get(name)).toBeNull()
  }
})

test('a document answers 304 also when its calls end in another order', async () => {
  const free = await server().as('free')
  const tag = await etagOf(free, PROFILE)
  // The page needs both. The longer call has several statements, so it ended last.
  const lock = await lockTable(server(), 'slip_entries')
  const same = withTag(free, PROFILE, tag)
  await lock.untilWaiting(1)
  expect((await free.get('/api/profile')).status).toBe(200)
  await lock.release()
  expect((await same).status).toBe(304)
})

test('the validator of one user is none for another, and none for nobody', async () => {
  const free = await server().as('free')
  const tag = await etagOf(free, RESULTS)
  expect((await withTag(await server().as('basic'), RESULTS, tag)).status).toBe(200)
  expect((await withTag(server().anonymous(), RESULTS, tag)).status).toBe(302)
})

test('after the paid time, and after a logout, a kept validator gets no 304', async () => {
  const { uid, visitor } = await newPerson(server())
  const now = await server().now()
  await give(server(), uid, now - 27 * 86_400_000, { plan: 'pro', length: { months: 1 } })
  const tag = await etagOf(visitor, PREDICTION)
  expect((await withTag(visitor, PREDICTION, tag)).status).toBe(304)
  server().services.clock.setOffset(5 * 86_400_000)
  const lapsed = await withTag(visitor, PREDICTION, tag)
  server().services.clock.setOffset(0)
  expect(lapsed.status).toBe(200)
  expect(lapsed.text).toMatch(/Upgrade to (<!-- -->)?Pro/)
  expect(lapsed.headers.get('account')).toBe(`${uid} 0`)
  await visitor.post('/api/auth/sign-out')
  expect((await withTag(visitor, PREDICTION, tag)).status).toBe(302)
})

test('answers name the user and the rights, refusals too; public documents name nobody', async () => {
  const basic = await server().as('basic')
  const me = await basic.get('/api/me')
  const account = `${me.body.uid} 1`
  expect(me.headers.get('account')).toBe(account)
  expect((await basic.get('/api/movingNumbers')).headers.get('account')).toBe(account)
  expect((await server().anonymous().get('/api/me')).headers.get('account')).toBe('nobody')
  expect((await server().anonymous().get('/login')).headers.get('account')).toBe('nobody')
  expect((await basic.get('/record')).headers.get('account')).toBe(account)
  expect((await server().anonymous().get('/record')).headers.get('account')).toBeNull()
  expect((await basic.get('/manifest.webmanifest')).headers.get('account')).toBeNull()
})
