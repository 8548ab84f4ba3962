import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { ANALYTICS_LIMITS, ANALYTICS_TIMES } from '../../rules/analytics/analytics.ts'
import { HOUR } from '../../../platform/rules/base/calendar.ts'
import { PATHS } from '../../../platform/rules/site/paths.ts'
import { textOf } from '../../../../tests/support/html.ts'
import { newPerson } from '../../../../tests/support/people.ts'
import { analyticsService } from '../../../../tests/support/analytics.ts'
import { testServer, type TestServer, type Visitor } from '../../../../tests/support/test-server.ts'
import { waitFor } from '../../../../tests/support/wait.ts'

const server = testServer()
const service = analyticsService()
/** A server with an analytics service. */
let app: TestServer

const CHOICE = '/privacy/analytics'
const QUESTION = 'May an analytics service learn which pages you open?'
const PHONE = 'Mozilla/5.0 (Linux; Android 12; TECNO) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36'
const asPhone = { headers: { 'user-agent': PHONE, 'sec-fetch-dest': 'document' } }

beforeAll(async () => {
  // The tests send.
  const analyticsTimes = { ...ANALYTICS_TIMES, send: HOUR }
  app = await server().another(service.environment(), { analyticsTimes })
  await waitFor('the web config is there', () => app.services.analytics!.isReady())
})

const answer = (visitor: Visitor, choice: string, back = '') =>
  visitor.post(CHOICE, undefined, {
    raw: {
      type: 'application/x-www-form-urlencoded',
      content: new URLSearchParams({ form: 'analytics', choice, back }).toString(),
    },
  })

/** A service for events that answers nothing before `answer()`. */
async function slowService() {
  let held: ServerResponse[] | null = []
  let received = 0
  const http = createServer((request, response) => {
    received++
    request.resume()
    if (held) held.push(response)
    else response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mp/collect`,
    received: () => received,
    answer() {
      for (const response of held ?? []) response.writeHead(204).end()
      held = null
    },
    stop: () => new Promise((resolve) => http.close(resolve)),
  }
}

/** What the service got about events that were noted by now: `name path plan`. */
async function sent(): Promise<string[]> {
  await app.services.analytics!.send()
  const { events, problems } = await service.received()
  expect(problems).toEqual([])
  return events
    .map(({ name, params }) => `${name} ${params.page_location.slice(app.url.length)} ${params.plan}`)
    .toReversed()
}

const asks = async (visitor: Visitor, path: string) =>
  (await visitor.get(path, asPhone)).text.includes(QUESTION)

describe('a page view', () => {
  test('is sent for a player who accepted, without the subject of the page', async () => {
    const { visitor, uid, email } = await newPerson(app)
    await answer(visitor, 'accept')
    await visitor.get('/dashboard', asPhone)
    await visitor.get('/dashboard/number/7', asPhone)
    await visitor.post('/api/analytics/events', { event: 'view', path: PATHS.pastResults })
    await visitor.post('/api/analytics/events', { event: 'install', path: '/dashboard' })
    expect(await sent()).toEqual([
      'page_view /dashboard free',
      'page_view /dashboard/number/:number free',
      'page_view /dashboard/past-results free',
      'pwa_install /dashboard free',
    ])
    const received = JSON.stringify(await service.received())
    for (const personal of [uid, email, visitor.address, 'Person']) expect(received).not.toContain(personal)
  })

  test('is not sent without an answer, after a refusal, without a login, and for staff', async () => {
    const { visitor } = await newPerson(app)
    await visitor.get('/dashboard', asPhone)
    await answer(visitor, 'decline')
    await visitor.get('/dashboard', asPhone)
    await visitor.post('/api/analytics/events', { event: 'view', path: '/dashboard' })
    await app.anonymous().get('/login', asPhone)
    const admin = await app.as('admin')
    await admin.post('/api/profile/analytics', { given: true })
    await admin.get('/dashboard', asPhone)
    expect(await sent()).toEqual([])
  })

  test('before the agreement is not sent after it', async () => {
    const { visitor } = await newPerson(app)
    await visitor.get('/dashboard', asPhone)
    await answer(visitor, 'accept')
    await visitor.get('/dashboard/classification', asPhone)
    expect(await sent()).toEqual(['page_view /dashboard/classification free'])
  })

  test('that waits is not sent after a withdrawal on another server, nor are later ones', async () => {
    const { visitor } = await newPerson(app)
    await answer(visitor, 'accept')
    await visitor.get('/dashboard', asPhone)
    const other = await server().another(service.environment())
    const elsewhere = visitor.copy(other.url)
    expect((await answer(elsewhere, 'decline')).status).toBe(303)
    await visitor.get('/dashboard', asPhone)
    expect(await sent()).toEqual([])
    await other.stop({ lingerMs: 0 })
  })

  test('that waits for a slow service is not sent after a withdrawal', async () => {
    const slow = await slowService()
    const other = await server().another(service.environment({ collectUrl: slow.url }), {
      analyticsTimes: { ...ANALYTICS_TIMES, send: HOUR },
    })
    const analytics = other.services.analytics!
    await waitFor('the web config is there', () => analytics.isReady())
    const { visitor, uid } = await newPerson(other)
    await answer(visitor, 'accept')
    // One request more than are sent at once.
    const { requests, eventsPerRequest } = ANALYTICS_LIMITS
    const now = await other.services.clock.now(other.services.db)
    for (let i = 0; i <= requests * eventsPerRequest; i++)
      analytics.note(now, uid, { event: 'view', page: 'classification', plan: 'free' })
    const sending = analytics.send()
    await waitFor('the service has the first requests', () => slow.received() === requests)
    expect((await answer(visitor, 'decline')).status).toBe(303)
    slow.answer()
    await sending
    expect(slow.received()).toBe(requests)
    await other.stop({ lingerMs: 0 })
    await slow.stop()
  })

  test('that waits is not sent after the account is deleted', async () => {
    const { visitor, uid } = await newPerson(app)
    await answer(visitor, 'accept')
    await visitor.get('/dashboard', asPhone)
    await app.rows`update users set deleted_at = now() where id = ${uid}`
    expect(await sent()).toEqual([])
  })

  test('is not sent after a restore, which may have lost a withdrawal: the player is asked again', async () => {
    const { visitor } = await newPerson(app)
    await answer(visitor, 'accept')
    await visitor.get('/dashboard', asPhone)
    const refusing = (await newPerson(app)).visitor
    await answer(refusing, 'decline')
    await app.rows`insert into restores (at, backup_at, payments_opened_at) values (now(), now(), now())`
    expect(await sent()).toEqual([])
    expect([await asks(visitor, '/dashboard'), await asks(refusing, '/dashboard')]).toEqual([true, false])
    await answer(visitor, 'accept')
    await visitor.get('/dashboard', asPhone)
    expect(await sent()).toEqual(['page_view /dashboard free'])
  })

  test('is sent under one number for an agreement, and another for the next', async () => {
    const { visitor } = await newPerson(app)
    for (const choice of ['accept', 'decline', 'accept']) {
      await answer(visitor, choice)
      await visitor.get('/dashboard', asPhone)
      await visitor.get('/dashboard', asPhone)
      await sent()
    }
    const clients = (await service.received()).events.map(({ client }) => client)
    expect(clients).toHaveLength(4)
    expect([...new Set(clients)]).toHaveLength(2)
  })

  test('goes in requests of 25 events', async () => {
    const { visitor } = await newPerson(app)
    await answer(visitor, 'accept')
    for (let i = 0; i < 26; i++)
      await visitor.post('/api/analytics/events', { event: 'view', path: '/dashboard' })
    expect(await sent()).toHaveLength(26)
  })

  test('that the service refuses is lost, and the log names no secret', async () => {
    const { visitor } = await newPerson(app)
    await answer(visitor, 'accept')
    await visitor.get('/dashboard', asPhone)
    await service.mode({ status: 503 })
    expect(await sent()).toEqual([])
    expect(app.logs).toContainEqual(
      expect.objectContaining({ msg: 'events for analytics are lost', requests: 1, reason: 'status 503' }),
    )
    expect(JSON.stringify(app.logs)).not.toContain(service.environment().ANALYTICS_API_SECRET)
    await service.mode({})
    expect(await sent()).toEqual([])
  })
})

describe('the question', () => {
  test('is below the screens of a player until it is answered', async () => {
    for (const choice of ['accept', 'decline']) {
      const { visitor } = await newPerson(app)
      expect(await asks(visitor, '/dashboard')).toBe(true)
      expect(await asks(visitor, PATHS.pastResults)).toBe(true)
      const { status, headers } = await answer(visitor, choice, '/dashboard?notice=verified')
      expect([status, headers.get('location')]).toEqual([303, '/dashboard?notice=verified'])
      expect(await asks(visitor, '/dashboard')).toBe(false)
      expect(await asks(visitor, PATHS.pastResults)).toBe(false)
    }
  })

  test('is not asked of visitors and staff, beside a payment, in forms, and before the service works', async () => {
    const { visitor } = await newPerson(app)
    for (const path of [PATHS.paymentChannel, PATHS.confirmation, PATHS.profile, '/record', '/privacy'])
      expect([path, await asks(visitor, path)]).toEqual([path, false])
    for (const path of ['/login', '/signup', '/record'])
      expect([path, await asks(app.anonymous(), path)]).toEqual([path, false])
    expect(await asks(await app.as('admin'), '/dashboard')).toBe(false)
    await service.mode({ status: 404 })
    const waiting = await server().another(service.environment())
    expect(await asks((await newPerson(waiting)).visitor, '/dashboard')).toBe(false)
    await waiting.stop({ lingerMs: 0 })
  })

  test('leads only to our own pages', async () => {
    const { visitor } = await newPerson(app)
    for (const back of [
      'https://evil.example/',
      '//evil.example',
      '/.//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      '',
    ]) {
      const { headers } = await answer(visitor, 'decline', back)
      expect([back, headers.get('location')]).toEqual([back, CHOICE])
    }
  })

  test('takes no other answer, none of another site, and none without a login', async () => {
    const { visitor, uid } = await newPerson(app)
    expect((await answer(visitor, 'maybe')).status).toBe(400)
    const raw = { type: 'application/x-www-form-urlencoded', content: 'form=analytics&choice=accept' }
    const foreign = { raw, headers: { origin: 'https://evil.example' } }
    expect((await visitor.post(CHOICE, undefined, foreign)).status).toBe(403)
    expect((await answer(app.anonymous(), 'accept')).headers.get('location')).toBe('/login')
    expect(await app.rows`select 1 from consents where user_id = ${uid} and kind = 'analytics'`).toEqual([])
  })

  test('leaves an entry in the consent log and in the audit trail for each change', async () => {
    const { visitor, uid } = await newPerson(app)
    for (const choice of ['accept', 'accept', 'decline', 'decline', 'accept']) await answer(visitor, choice)
    const given =
      await app.rows`select given from consents where user_id = ${uid} and kind = 'analytics' order by id`
    expect(given.map((row) => row.given)).toEqual([true, false, true])
    const audited = ['accepted', 'declined', 'accepted'].map((choice) => [`account.analytics-${choice}`, {}])
    expect(await app.trail(`user:${uid}`)).toEqual(audited)
    const { body } = await visitor.get('/api/profile/data.json')
    expect(body.consents.filter(({ kind }: { kind: string }) => kind === 'analytics')).toHaveLength(3)
  })
})

describe('the pages about it', () => {
  const said = async (visitor: Visitor, path: string) => textOf((await visitor.get(path)).text)

  test('show each person the own choice, and are stored nowhere', async () => {
    const { visitor } = await newPerson(app)
    expect(await said(visitor, CHOICE)).toContain('You have not chosen yet.')
    await answer(visitor, 'accept')
    expect(await said(visitor, CHOICE)).toContain('You accepted')
    await answer(visitor, 'decline')
    expect(await said(visitor, CHOICE)).toContain('You declined')
    expect(await said(app.anonymous(), CHOICE)).toContain('without a login')
    expect(await said(await app.as('admin'), CHOICE)).toContain('about staff')
    expect((await visitor.get(CHOICE)).headers.get('cache-control')).toBe('private, no-store')
  })

  test('ask browsers for nothing from the service, whatever was chosen', async () => {
    const { visitor } = await newPerson(app)
    const before = (await visitor.get('/dashboard', asPhone)).headers.get('content-security-policy')
    await answer(visitor, 'accept')
    const after = (await visitor.get('/dashboard', asPhone)).headers.get('content-security-policy')
    expect(after!.replace(/'sha256-[^']+'/, '')).toBe(before!.replace(/'sha256-[^']+'/, ''))
    expect(after).not.toContain(new URL(service.environment().ANALYTICS_COLLECT_URL).host)
  })
})

describe('without settings', () => {
  test('no one is asked, nothing is sent, and the pages say so', async () => {
    const plain = server()
    const { visitor } = await newPerson(plain)
    expect(await asks(visitor, '/dashboard')).toBe(false)
    expect((await visitor.post('/api/profile/analytics', { given: true })).status).toBe(404)
    expect((await visitor.post('/api/profile/analytics', { given: false })).status).toBe(200)
    expect((await visitor.get(CHOICE)).text).toContain('This site uses no analytics service.')
    const privacy = (await visitor.get('/privacy')).text
    expect(privacy).not.toContain('nalytics')
    expect(await service.received()).toEqual({ fetches: [], events: [], problems: [] })
  })
})
