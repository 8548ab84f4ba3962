import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestServer, type Visitor } from '../../../tests/support/test-server.ts'
import { lagosDate, type LagosDate } from '../../domain/base/calendar.ts'
import { type Sandbox, startSandbox } from '../../sandbox/start.ts'

const KEY = 'a-key-of-our-own-2026'
const server = testServer()
let sandbox: Sandbox
let announcing: TestServer
let admin: Visitor
let today: LagosDate

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, appUrl: 'http://localhost:1' })
  announcing = await server().another({ INDEXNOW_URL: `${sandbox.url}/indexnow?key=${KEY}` })
  admin = await announcing.as('admin')
  today = lagosDate(await server().now())
})
afterAll(() => sandbox.stop())

const announced = async (): Promise<string[]> => (await fetch(`${sandbox.url}/indexnow.json`)).json()
const answers = (left: number | null) =>
  fetch(`${sandbox.url}/indexnow/mode`, { method: 'PUT', body: JSON.stringify({ left }) })
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
  const date = new Date(Date.parse(today) - 864e5).toISOString().slice(0, 10)
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

test('too many requests are repeated later, and the result is published meanwhile', async () => {
  const before = (await announced()).length
  await answers(0)
  const date = new Date(Date.parse(today) - 2 * 864e5).toISOString().slice(0, 10)
  await record('metro', date, [21, 22, 23, 24, 25])
  expect((await announcing.anonymous().get(`/d/metro.${date}`)).text).toContain('21')
  await announcing.runJobs()
  expect([await waiting(), (await announced()).length]).toEqual([1, before])
  await answers(null)
  await announcing.runJobs({ retries: true })
  expect([await waiting(), (await announced()).length > before]).toEqual([0, true])
})

test('a refused key is logged and not repeated, and without a key nothing is announced', async () => {
  const refused = await server().another({
    INDEXNOW_URL: `${sandbox.url}/indexnow?key=${KEY}`,
    APP_URL: 'http://localhost:9',
  })
  const before = (await announced()).length
  const date = new Date(Date.parse(today) - 3 * 864e5).toISOString().slice(0, 10)
  await record('super', date, [31, 32, 33, 34, 35])
  await refused.runJobs()
  expect(refused.logs).toContainEqual(
    expect.objectContaining({ status: 403, msg: 'IndexNow refused the pages of a change' }),
  )
  expect(await waiting()).toBe(0)
  await record('king', date, [41, 42, 43, 44, 45])
  await server().runJobs()
  expect([await waiting(), (await announced()).length]).toEqual([0, before])
})
