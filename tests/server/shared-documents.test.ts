import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { get } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import { PATHS } from '../../src/platform/rules/site/paths.ts'
import { testServer, type Visitor } from '../support/test-server.ts'

// Pages that are the same for all their visitors are rendered once for the same data, and never with another one's.
const server = testServer()
let admin: Visitor

beforeAll(async () => {
  admin = await server().as('admin')
})

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
