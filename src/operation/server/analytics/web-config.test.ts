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

/** Waits for a failure with an answer of now: the fetch that runs may still have the answer before. */
async function untilRefused(app: TestServer): Promise<Record<string, unknown>> {
  const before = failures(app).length
  await waitFor('the fetch has failed', () => failures(app).length > before + 1)
  return failures(app).at(-1)!
}

describe('the web config of analytics', () => {
  test('is fetched with the key in its header, and then with the validator of the last one', async () => {
    const app = await start({ refresh: 10 })
    await waitFor('an unchanged config', async () => (await statuses()).includes(304))
    const [first, second] = (await service.received()).fetches.toReversed()
    expect(first).toEqual({ key: service.environment().ANALYTICS_API_KEY, ifNoneMatch: null, status: 200 })
    expect(second!.ifNoneMatch).toMatch(/^".+"$/)
    expect([isReady(app), failures(app)]).toEqual([true, []])
    await app.stop({ lingerMs: 0 })
  })

  test.each<[string, number[], Partial<AnalyticsTimes>, object]>([
    ['', [429, 500, 503, 504], {}, { times: 3 }],
    // The own pause would outlast the whole fetch.
    [
      'the time that the answer names, ',
      [429, 500, 503],
      { firstPause: HOUR, longestPause: HOUR },
      { times: 1, headers: { 'retry-after': '0' } },
    ],
  ])('is asked for again after %s%j', async (_, codes, times, mode) => {
    const app = await start({ refresh: 10, ...times })
    await untilReady(app)
    for (const status of codes) {
      await service.mode({ status, ...mode })
      const good = new RegExp(`(${status},){${(mode as { times: number }).times}}304`)
      await waitFor(`a good answer after ${status}`, async () => good.test((await statuses()).join()))
    }
    expect(failures(app)).toEqual([])
    await app.stop({ lingerMs: 0 })
  })

  test('is asked for once with other answers, not at an address that would get the key, and stays', async () => {
    const app = await start({ refresh: 10, afterFailure: 10 })
    await untilReady(app)
    const codes = [307, 204, 400, 403, 404, 408, 502]
    const { ANALYTICS_CONFIG_URL: location, ANALYTICS_API_KEY: key } = service.environment()
    for (const [i, status] of codes.entries()) {
      await service.mode({ status, times: 1, headers: { location } })
      await waitFor(`${status} is a failure`, () => failures(app).length > i)
    }
    expect((await statuses()).filter((status) => status !== 200 && status !== 304)).toEqual(codes)
    expect(failures(app)).toMatchObject(codes.map(() => ({ level: 'warn', kept: true })))
    expect(failures(app)[0]).toMatchObject({ reason: 'status 307' })
    expect(JSON.stringify(app.logs)).not.toContain(key)
    expect(isReady(app)).toBe(true)
    await app.stop({ lingerMs: 0 })
  })

  test('is asked for again where no connection is made, until the time of the fetch is over', async () => {
    const app = await start({ total: 300 }, { configUrl: 'http://127.0.0.1:1/webConfig' })
    await waitFor('the fetch has failed', () => failures(app).length > 0)
    expect(failures(app)).toMatchObject([{ reason: 'no answer in time' }])
    await app.stop({ lingerMs: 0 })
  })

  test('is given up when the time of all tries is over', async () => {
    const modes = [{ status: 503 }, { status: 429, headers: { 'retry-after': '3600' } }, { slow: 60_000 }]
    await service.mode(modes[0]!)
    const app = await start({ total: 300, afterFailure: 10 })
    for (const mode of modes) {
      await service.mode(mode)
      expect([mode, await untilRefused(app)]).toMatchObject([mode, { reason: 'no answer in time' }])
    }
    expect(isReady(app)).toBe(false)
    await app.stop({ lingerMs: 0 })
  })

  test('is given up when the time of all tries is over: an answer never ends', async () => {
    const endless = createServer((_, response) => response.write('{"measurementId":'))
    await once(endless.listen(0, '127.0.0.1'), 'listening')
    const { port } = endless.address() as AddressInfo
    const app = await start({ total: 300 }, { configUrl: `http://127.0.0.1:${port}/` })
    await waitFor('the fetch has failed', () => failures(app).length > 0)
    expect(failures(app)).toMatchObject([{ reason: 'no answer in time' }])
    await app.stop({ lingerMs: 0 })
    endless.closeAllConnections()
    endless.close()
  })

  test('is none before a good answer: not "unchanged", no JSON, without an id, with another one, too long', async () => {
    const modes = [
      { status: 304 },
      { body: '<html>' },
      { body: '{"projectId":"x"}' },
      { body: '{"measurementId":"UA-1-1"}' },
      { body: `{"measurementId":"G-SANDBOX1","x":"${'x'.repeat(70_000)}"}` },
    ]
    await service.mode(modes[0]!)
    const app = await start({ refresh: 10, afterFailure: 10 })
    for (const mode of modes) {
      await service.mode(mode)
      expect([mode, await untilRefused(app)]).toMatchObject([mode, { kept: false }])
      expect(isReady(app)).toBe(false)
    }
    expect((await app.anonymous().get('/login')).status).toBe(200)
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

  test('is not fetched without settings', () => expect(server().services.analytics).toBeNull())
})
