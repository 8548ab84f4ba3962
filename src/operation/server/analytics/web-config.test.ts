import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import type { AnalyticsTimes } from '../../rules/analytics/analytics.ts'
import { HOUR } from '../../../platform/rules/base/calendar.ts'
import { analyticsService } from '../../../../tests/support/analytics.ts'
import { testServer, type TestServer } from '../../../../tests/support/test-server.ts'
import { waitFor } from '../../../../tests/support/wait.ts'

const server = testServer()
const service = analyticsService()

/** One fetch with tries that follow at once. */
const ONCE: AnalyticsTimes = {
  total: 60_000,
  firstPause: 1,
  longestPause: 5,
  refresh: HOUR,
  afterFailure: HOUR,
  send: HOUR,
}

const start = (times: Partial<AnalyticsTimes> = {}, change = {}) =>
  server().another(service.environment(change), { analyticsTimes: { ...ONCE, ...times } })

const isReady = ({ services }: TestServer) => services.analytics!.isReady()
const failures = ({ logs }: TestServer) =>
  logs.filter(({ msg }) => msg === 'the web config of analytics was not fetched')
const statuses = async () => (await service.received()).fetches.map(({ status }) => status).toReversed()

async function untilReady(app: TestServer): Promise<void> {
  await waitFor('the web config is there', () => isReady(app))
}

async function untilFailed(app: TestServer): Promise<Record<string, unknown>> {
  await waitFor('the fetch has failed', () => failures(app).length > 0)
  return failures(app)[0]!
}

describe('the web config of analytics', () => {
  test('is fetched with the key in its header', async () => {
    const app = await start()
    await untilReady(app)
    expect((await service.received()).fetches).toEqual([
      { key: service.environment().ANALYTICS_API_KEY, ifNoneMatch: null, status: 200 },
    ])
    await app.stop({ lingerMs: 0 })
  })

  test.each([429, 500, 503, 504])('is asked for again after %i', async (status) => {
    await service.mode({ status, times: 3 })
    const app = await start()
    await untilReady(app)
    expect(await statuses()).toEqual([status, status, status, 200])
    expect(failures(app)).toEqual([])
    await app.stop({ lingerMs: 0 })
  })

  test.each([429, 500, 503])('is asked for again after the time that %i names', async (status) => {
    // The own pause would outlast the whole fetch.
    await service.mode({ status, times: 1, headers: { 'retry-after': '0' } })
    const app = await start({ firstPause: HOUR, longestPause: HOUR })
    await untilReady(app)
    expect(await statuses()).toEqual([status, 200])
    await app.stop({ lingerMs: 0 })
  })

  test.each([204, 400, 403, 404, 408, 502])('is not asked for again after %i', async (status) => {
    await service.mode({ status, times: 1 })
    const app = await start()
    expect(await untilFailed(app)).toMatchObject({ level: 'warn', kept: false })
    expect(await statuses()).toEqual([status])
    expect(isReady(app)).toBe(false)
    await app.stop({ lingerMs: 0 })
  })

  test('is asked for again where no connection is made, until the time of the fetch is over', async () => {
    const app = await start({ total: 300 }, { configUrl: 'http://127.0.0.1:1/webConfig' })
    expect(await untilFailed(app)).toMatchObject({ reason: 'no answer in time' })
    await app.stop({ lingerMs: 0 })
  })

  test.each([
    ['the service stays unavailable', { status: 503 }],
    ['the service names a longer time', { status: 429, headers: { 'retry-after': '3600' } }],
    ['the service does not answer', { slow: 60_000 }],
  ])('is given up when the time of all tries is over: %s', async (_, mode) => {
    await service.mode(mode)
    const app = await start({ total: 300 })
    expect(await untilFailed(app)).toMatchObject({ reason: 'no answer in time' })
    expect(isReady(app)).toBe(false)
    await app.stop({ lingerMs: 0 })
  })

  test('is given up when the time of all tries is over: an answer never ends', async () => {
    const endless = createServer((_, response) => response.write('{"measurementId":'))
    await once(endless.listen(0, '127.0.0.1'), 'listening')
    const { port } = endless.address() as AddressInfo
    const app = await start({ total: 300 }, { configUrl: `http://127.0.0.1:${port}/` })
    expect(await untilFailed(app)).toMatchObject({ reason: 'no answer in time' })
    await app.stop({ lingerMs: 0 })
    endless.closeAllConnections()
    endless.close()
  })

  test.each([
    ['no JSON', '<html>'],
    ['without a measurement id', '{"projectId":"x"}'],
    ['with another kind of id', '{"measurementId":"UA-1-1"}'],
    ['too long', `{"measurementId":"G-SANDBOX1","x":"${'x'.repeat(70_000)}"}`],
  ])('is refused and logged when it is %s', async (_, body) => {
    await service.mode({ body })
    const app = await start()
    await untilFailed(app)
    expect(isReady(app)).toBe(false)
    expect((await app.anonymous().get('/login')).status).toBe(200)
    await app.stop({ lingerMs: 0 })
  })

  test('is not followed to another address, which would get the key', async () => {
    const location = service.environment().ANALYTICS_CONFIG_URL
    await service.mode({ status: 307, times: 1, headers: { location } })
    const app = await start()
    expect(await untilFailed(app)).toMatchObject({ reason: 'status 307' })
    expect(await statuses()).toEqual([307])
    await app.stop({ lingerMs: 0 })
  })

  test('does not show the key in the log', async () => {
    await service.mode({ status: 404 })
    const app = await start()
    await untilFailed(app)
    expect(JSON.stringify(app.logs)).not.toContain(service.environment().ANALYTICS_API_KEY)
    await app.stop({ lingerMs: 0 })
  })

  test('is asked for with the validator of the last one, which 304 keeps', async () => {
    const app = await start({ refresh: 10 })
    await waitFor('an unchanged config', async () => (await statuses()).includes(304))
    const [first, second] = (await service.received()).fetches.toReversed()
    expect([first!.ifNoneMatch, second!.ifNoneMatch]).toEqual([null, expect.stringMatching(/^".+"$/)])
    expect(isReady(app)).toBe(true)
    expect(failures(app)).toEqual([])
    await app.stop({ lingerMs: 0 })
  })

  test('stays the last good one while fetches fail, and is fetched again later', async () => {
    const app = await start({ refresh: 10, afterFailure: 10 })
    await untilReady(app)
    await service.mode({ status: 404, times: 2 })
    await waitFor('a good fetch after failed ones', async () =>
      (await statuses()).join().includes('404,404,304'),
    )
    expect(failures(app)).toMatchObject([{ kept: true }, { kept: true }])
    expect(isReady(app)).toBe(true)
    await app.stop({ lingerMs: 0 })
  })

  test('that answers 304 before there was any is none', async () => {
    await service.mode({ status: 304 })
    const app = await start()
    await untilFailed(app)
    expect(isReady(app)).toBe(false)
    await app.stop({ lingerMs: 0 })
  })

  test('does not delay the start or the stop', async () => {
    await service.mode({ slow: 60_000 })
    const app = await start()
    expect((await app.anonymous().get('/login')).status).toBe(200)
    expect(isReady(app)).toBe(false)
    await app.stop({ lingerMs: 0 })
    expect(failures(app)).toEqual([])
  })

  test('is not fetched without settings', async () => {
    const app = await server().another()
    expect(app.services.analytics).toBeNull()
    expect((await service.received()).fetches).toEqual([])
    await app.stop({ lingerMs: 0 })
  })
})
