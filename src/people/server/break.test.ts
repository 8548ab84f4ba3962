import { beforeAll, describe, expect, test } from 'vitest'
import { textOf } from '../../../tests/support/html.ts'
import { FRIDAY, pushServer, TUESDAY } from '../../../tests/support/push-server.ts'
import { expectProblem } from '../../../tests/support/refusals.ts'
import type { Visitor } from '../../../tests/support/test-server.ts'
import { api } from '../../app/server/routes.ts'

const { setClock, proPerson, subscribed, record, texts } = pushServer()

const takeBreak = (visitor: Visitor, days: number) => visitor.post('/api/profile/break', { days })

/** What a break turns off. Every other call stays open: results, figures of past draws, the account. */
const PAUSED = new Set([
  'GET /api/predictions',
  'GET /api/predictions/:id',
  // Those of forecasts.
  'GET /api/images/:name',
  'GET /api/ticket',
  'GET /api/slip',
  'GET /api/slip/games',
  'GET /api/slip/card/picture',
  'POST /api/slip',
  'PUT /api/slip/:id',
  'DELETE /api/slip/:id',
  'PUT /api/push',
  'PUT /api/follows/:game',
  'PUT /api/push/device',
  'POST /api/push/test',
  'POST /api/initializeTransaction',
  'POST /api/vouchers/redeem',
])

describe('on a break', () => {
  let player: Visitor
  beforeAll(async () => {
    await setClock(`${TUESDAY} 09:00`)
    player = (await proPerson()).visitor
    expect((await takeBreak(player, 7)).status).toBe(200)
  })

  const calls = Object.keys(api).filter((name) => !name.endsWith('sign-out'))
  test.each(calls)('%s', async (name) => {
    const [method, path] = name.split(' ') as [string, string]
    const { status, text } = await player.request(method, path.replace(/:\w+/g, '1'))
    const isRefused = status === 403 && text.includes('You are on a break until the end of Tue 24 Mar 2026.')
    expect(isRefused).toBe(PAUSED.has(name))
  })

  test.each([
    ['/dashboard/prediction', true],
    ['/dashboard/slip', true],
    ['/dashboard/slip/add', true],
    ['/dashboard/ticket', true],
    ['/dashboard/payment-channel', true],
    ['/confirmation', true],
    ['/dashboard', false],
    ['/dashboard/day-result', false],
    ['/dashboard/past-results', false],
    ['/dashboard/frequent-numbers', false],
  ])('the page %s says so: %s', async (path, isPaused) => {
    const { status, text } = await player.get(path)
    expect([status, textOf(text).includes('You are on a break until')]).toEqual([200, isPaused])
  })

  test('the Overview has no forecasts', async () => {
    expect((await player.get('/api/overview')).body.predictions).toBeUndefined()
  })
})

test('a break cannot be ended early, only made longer, and ends by itself', async () => {
  const { visitor } = await proPerson()
  const { until } = (await takeBreak(visitor, 7)).body
  expect((await takeBreak(visitor, 1)).body.until).toBe(until)
  expect((await visitor.get('/api/me')).body.breakUntil).toBe(until)
  expect((await takeBreak(visitor, 0)).body.fields).toEqual({ days: 'Choose a break of the list.' })
  await setClock('2026-03-24 23:59')
  expectProblem(await visitor.get('/api/slip'), 'on-a-break')
  await setClock('2026-03-25 00:00')
  expect((await visitor.get('/api/slip')).status).toBe(200)
  expect((await visitor.get('/api/me')).body.breakUntil).toBeNull()
})

test('a break holds no notification back for later, and the browser stays subscribed', async () => {
  const { visitor } = await subscribed()
  await takeBreak(visitor, 1)
  await record({ date: TUESDAY })
  expect(await texts()).toEqual([])
  await setClock(`${FRIDAY} 16:00`)
  await record({ date: FRIDAY })
  expect(await texts()).toEqual(['New result: Gold, Fri 20 Mar | 1 - 2 - 3 - 4 - 5'])
})
