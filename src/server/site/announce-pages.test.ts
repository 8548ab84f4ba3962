import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestServer, type Visitor } from '../../../tests/support/test-server.ts'
import { addDays, lagosDate, type LagosDate } from '../../domain/base/calendar.ts'
import { type Sandbox, startSandbox } from '../../sandbox/start.ts'

const KEY = 'a-key-of-our-own-2026'
const server = testServer()
let sandbox: Sandbox
let announcing: TestServer
let admin: Visitor
let today: LagosDate

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, appUrl: 'http://localhost:1' })
  announcing = await server().another({ INDEXNOW_KEY: KEY, SANDBOX_URL: sandbox.url })
  admin = await announcing.as('admin')
  today = lagosDate(await server().now())
})
afterAll(() => sandbox.stop())

const announced = async (): Promise<string[]> => (await fetch(`${sandbox.url}/indexnow.json`)).json()
const answers = (status: number | null) =>
  fetch(`${sandbox.url}/indexnow/mode`, {
    method: 'PUT',
    body: JSON.stringify(status === null ? {} : { status }),
  })
const waiting = async () =>
  (await announcing.rows`select attempts from graphile_worker.jobs where task_identifier = 'announce-pages'`)
    .length
const record = async (game: string, date: string, winning: number[]) => {
  const { status, text } = await admin.post('/api/admin/draws', { game, date, winning })
  expect([status, text]).toEqual([201, expect.anything()])
}

test('the key is at its address, and without one nothing is', async () => {
  expect(await (await fetch(`${announcing.url}/${KEY}.txt`)).text()).toBe(KEY)
  expect((await fetch(`${server().url}/${KEY}.txt`)).status).toBe(404)
})

test('a publication announces its pages once, and one of an earlier year none', async () => {
  await record('diamond', '2024-06-24', [1, 2, 3, 4, 5])
  await announcing.runJobs()
  expect(await announced()).toEqual([])
  const date = addDays(today, -1)
  await record('gold', date, [11, 12, 13, 14, 15])
  await announcing.runJobs()
  expect(new Set(await announced())).toEqual(
    new Set(
      ['', `/${date}`, '/gold', `/gold/${date.slice(0, 4)}`]
        .map((path) => `${announcing.url}/results${path}`)
        .concat(`${announcing.url}/d/gold.${date}`),
    ),
  )
  expect(await waiting()).toBe(0)
})

test.each([
  [429, 'metro', 2],
  [503, 'metro', 4],
])('an answer %i is repeated later, and the result is published meanwhile', async (status, game, days) => {
  const before = (await announced()).length
  await answers(status)
  const date = addDays(today, -days)
  await record(game, date, [21, 22, 23, 24, 25])
  expect((await announcing.anonymous().get(`/d/${game}.${date}`)).text).toContain('21')
  await announcing.runJobs()
  expect([await waiting(), (await announced()).length]).toEqual([1, before])
  await answers(null)
  await announcing.runJobs({ retries: true })
  expect([await waiting(), (await announced()).length > before]).toEqual([0, true])
})

const refusals = ({ logs }: TestServer) =>
  logs.flatMap(({ status, msg }) => (msg === 'IndexNow refused the pages of a change' ? [status] : []))

test.each([
  [400, 'super'],
  [422, 'msp'],
])('a refusal %i is logged and not repeated', async (status, game) => {
  const before = (await announced()).length
  await answers(status)
  await record(game, addDays(today, -3), [31, 32, 33, 34, 35])
  await announcing.runJobs()
  expect(refusals(announcing)).toContain(status)
  await answers(null)
  expect([await waiting(), (await announced()).length]).toEqual([0, before])
})

test('the stand-in refuses what the service refuses', async () => {
  const ask = async (body: object) =>
    (await fetch(`${sandbox.url}/indexnow`, { method: 'POST', body: JSON.stringify(body) })).status
  const { host } = new URL(announcing.url)
  const right = { host, key: KEY, keyLocation: `${announcing.url}/${KEY}.txt`, urlList: [announcing.url] }
  expect(await ask(right)).toBe(200)
  expect(await ask({ ...right, key: 'short' })).toBe(400)
  expect(await ask({ ...right, urlList: ['https://other.example/'] })).toBe(422)
  expect(await ask({ ...right, key: `${KEY}-other` })).toBe(403)
})

test('a refused key is logged and not repeated, and without a key nothing is announced', async () => {
  const refused = await server().another({
    INDEXNOW_KEY: KEY,
    SANDBOX_URL: sandbox.url,
    APP_URL: 'http://localhost:9',
  })
  const before = (await announced()).length
  const date = addDays(today, -3)
  await record('national', date, [31, 32, 33, 34, 35])
  await refused.runJobs()
  expect(refusals(refused)).toEqual([403])
  expect(await waiting()).toBe(0)
  await record('king', date, [41, 42, 43, 44, 45])
  await server().runJobs()
  expect([await waiting(), (await announced()).length]).toEqual([0, before])
})
