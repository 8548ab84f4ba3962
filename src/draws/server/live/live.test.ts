import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { LIVE_LIMITS } from '../../../platform/rules/base/streams.ts'
import { type LiveClient, openLive } from '../../../../tests/support/live.ts'
import { give, newPerson, newStaff, PASSWORD } from '../../../../tests/support/people.ts'
import { expectProblem } from '../../../../tests/support/refusals.ts'
import { type TestServer, testServer, type Visitor } from '../../../../tests/support/test-server.ts'
import { waitFor } from '../../../../tests/support/wait.ts'

const TOKEN = 'a-token-of-tests-012345'
const server = testServer({ settings: { METRICS_TOKEN: TOKEN }, recheckMs: 200, pollIntervalMs: 60_000 })
let admin: Visitor
let pro: Visitor

const open: LiveClient[] = []
async function live(visitor: Visitor, seen?: number, at: TestServer = server()): Promise<LiveClient> {
  const client = await openLive(at.url, visitor, seen === undefined ? {} : { seen })
  open.push(client)
  return client
}
const streamsAt = ({ services }: TestServer) => services.live.streams.size

beforeAll(async () => {
  admin = await server().as('admin')
  pro = await server().as('pro')
})
afterEach(async () => {
  for (const client of open.splice(0)) client.close()
  await waitFor('all streams are closed', () => streamsAt(server()) === 0)
})

let day = 10
const seqOf = async (visitor: Visitor) => (await visitor.get('/api/history')).body.seq as number
/** Records a draw. @returns its id, its date and the number of its change */
async function record(winning = [1, 2, 3, 4, 5], game = 'gold') {
  const date = new Date(Date.UTC(2020, 3, day++)).toISOString().slice(0, 10)
  const { status, body } = await admin.post('/api/admin/draws', { game, date, winning })
  expect(status).toBe(201)
  return { id: body.id as number, date, seq: await seqOf(admin) }
}

describe('the stream', () => {
  test('begins with its position and has the security headers of every answer', async () => {
    const client = await live(pro)
    const seq = await seqOf(pro)
    await client.until(seq)
    expect(client.events).toEqual([{ event: 'open', id: seq, data: String(seq) }])
    expect(client.retry()).toBe(LIVE_LIMITS.reconnectWithinMs)
    expect(client.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'private, no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'cross-origin-resource-policy': 'same-origin',
      'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
      'server-time': expect.stringMatching(/^\d{13}$/),
    })
    expect(client.headers['content-encoding']).toBeUndefined()
  })

  test('the news have the values of five draws, and of six only their number', async () => {
    const before = await seqOf(pro)
    const news = async () => (await pro.get(`/api/live/news?after=${before}`)).body
    for (let i = 0; i < 5; i++) await record()
    expect((await news()).draws).toHaveLength(5)
    await record()
    expect(await news()).toMatchObject({ total: 6, draws: [] })
  })

  test('names a new draw and its correction by ids, and the news have their values', async () => {
    const client = await live(pro)
    const before = await seqOf(pro)
    const { id, date, seq } = await record()
    await client.until(seq)
    expect(client.events.at(-1)).toEqual({ event: 'draws', id: seq, data: String(id) })
    const first = (await pro.get(`/api/live/news?after=${before}`)).body
    expect(first).toMatchObject({ seq, total: 1 })
    expect(first.draws).toEqual([
      expect.objectContaining({ name: 'Gold', date, winning: [1, 2, 3, 4, 5], removed: false, changes: [] }),
    ])

    const body = { version: 1, date, winning: [1, 2, 3, 4, 6], machine: [], reason: 'typing error' }
    expect((await admin.request('PUT', `/api/admin/draws/${id}`, { body })).status).toBe(200)
    const corrected = await seqOf(admin)
    await client.until(corrected)
    const changes = [{ what: 'winning', old: '1 - 2 - 3 - 4 - 5', new: '1 - 2 - 3 - 4 - 6' }]
    const news = async (after: number) => (await pro.get(`/api/live/news?after=${after}`)).body
    expect((await news(seq)).draws).toMatchObject([{ winning: [1, 2, 3, 4, 6], changes }])
    // Machine numbers that come later are an addition.
    const completed = { ...body, version: 2, machine: [11, 12, 13, 14, 15] }
    expect((await admin.request('PUT', `/api/admin/draws/${id}`, { body: completed })).status).toBe(200)
    const completedAt = await seqOf(admin)
    await client.until(completedAt)
    expect((await news(corrected)).draws).toMatchObject([{ machine: [11, 12, 13, 14, 15], changes: [] }])
    // The news since an earlier version compare with that version.
    expect((await news(seq)).draws[0].changes[0]).toEqual(changes[0])

    const removal = { body: { version: 3, reason: 'test' } }
    expect((await admin.request('DELETE', `/api/admin/draws/${id}`, removal)).status).toBe(200)
    const removed = await seqOf(admin)
    await client.until(removed)
    expect((await news(completedAt)).draws).toMatchObject([{ removed: true }])
    expect(await news(removed)).toEqual({ seq: removed, total: 0, draws: [] })
  })

  test('resumes after the last event without loss or repetition, and then continues', async () => {
    const before = await seqOf(pro)
    const first = await record()
    const second = await record()
    const client = await live(pro, before)
    await client.until(second.seq)
    const third = await record()
    await client.until(third.seq)
    expect(client.events.map(({ event, id }) => [event, id])).toEqual([
      ['open', before],
      ['draws', first.seq],
      ['draws', second.seq],
      ['draws', third.seq],
    ])
  })

  test('moves to a process that has missed every notification', async () => {
    const two = await server().another()
    const visitor = await two.as('pro')
    const mine = await server().rows`select pid from pg_stat_activity
      where datname = current_database() and query ilike 'listen%' order by backend_start desc limit 1`
    await server().rows`select pg_terminate_backend(${mine[0]!.pid})`
    const before = await record()
    const last = await record()
    const client = await live(visitor, before.seq, two)
    await client.until(last.seq)
    expect(client.events.map(({ id }) => id)).toEqual([before.seq, last.seq])
    await two.stop({ lingerMs: 0 })
  })

  test('resets a client whose position is newer than the table, or older than what is kept', async () => {
    const before = await seqOf(pro)
    const { seq } = await record()
    const newer = await live(pro, seq + 5)
    await newer.until(seq)
    expect(newer.events).toEqual([{ event: 'reset', id: seq, data: String(seq) }])

    const some = LIVE_LIMITS.keptChanges
    await server().rows`insert into changes (seq, kind, ids, at)
      select ${seq}::bigint + n, 'games', '{gold}', now() from generate_series(1, ${some}::int) as n`
    await server().services.draws.catchUp()
    const kept = await live(pro, seq)
    await kept.until(seq + some)
    expect(kept.events).toHaveLength(1 + some)
    const older = await live(pro, before)
    await older.until(seq + some)
    expect(older.events).toEqual([{ event: 'reset', id: seq + some, data: String(seq + some) }])
    // A process that has just started has the same changes from the table.
    const two = await server().another()
    const elsewhere = await live(await two.as('pro'), seq, two)
    await elsewhere.until(seq + some)
    expect(elsewhere.events).toHaveLength(1 + some)
    await two.stop({ lingerMs: 0 })
  })

  test('sends heartbeats as events', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const two = await server().another()
    const client = await live(await two.as('pro'), undefined, two)
    vi.advanceTimersByTime(LIVE_LIMITS.heartbeatMs - 1)
    await sleep(50)
    expect(client.beats()).toBe(0)
    vi.advanceTimersByTime(1)
    await waitFor('a heartbeat', () => client.beats() > 0)
    expect(client.ended()).toBe(false)
    await two.stop({ lingerMs: 0 })
    vi.useRealTimers()
  })

  test.each(['x', '-1', '1.5', '9007199254740993', '99999999999999999999'])(
    'ignores the position %s',
    async (id) => {
      const client = await openLive(server().url, pro, { headers: { 'last-event-id': id } })
      open.push(client)
      expect(client.status).toBe(200)
      await waitFor('the first event', () => client.events.length > 0)
      expect(client.events[0]!.event).toBe('open')
    },
  )
})

describe('access', () => {
  /** A Pro user with two streams, of two sessions. */
  async function twoStreams() {
    const { visitor, uid, email } = await newPerson(server())
    const { clock, db } = server().services
    await give(server(), uid, await clock.now(db))
    const phone = server().anonymous()
    expect((await phone.post('/api/auth/sign-in/email', { email, password: PASSWORD })).status).toBe(200)
    return { visitor, phone, uid, streams: [await live(visitor), await live(phone)] as const }
  }
  /** The status with which the next attempt is refused. */
  const next = async (visitor: Visitor) => (await visitor.get('/api/live')).status

  test('a logout ends the stream of its session at once, and no other', async () => {
    const { visitor, streams } = await twoStreams()
    await visitor.post('/api/auth/sign-out')
    await streams[0].untilEnded()
    expect(streams[0].retry()).toBe(LIVE_LIMITS.resumeWithinMs)
    expect(await next(visitor)).toBe(401)
    await sleep(500)
    expect(streams[1].ended()).toBe(false)
  })

  test('the end of all other sessions ends their streams, also those of another process', async () => {
    const two = await server().another()
    const { visitor, phone, streams } = await twoStreams()
    const elsewhere = await live(phone, undefined, two)
    await visitor.request('DELETE', '/api/profile/sessions')
    await streams[1].untilEnded()
    await elsewhere.untilEnded()
    expect(streams[0].ended()).toBe(false)
    await two.stop({ lingerMs: 0 })
  })

  test('a demotion ends the stream', async () => {
    const { visitor, uid } = await newStaff(server())
    const client = await live(visitor)
    const demotion = { body: { role: 'user', reason: 'test' } }
    expect((await admin.request('PATCH', `/api/admin/users/${uid}`, demotion)).status).toBe(200)
    await client.untilEnded()
    expect(await next(visitor)).toBe(401)
  })

  test('a deletion of the account ends the streams', async () => {
    const { uid, streams } = await twoStreams()
    expect(
      (await admin.request('DELETE', `/api/admin/users/${uid}`, { body: { confirm: true, reason: 'test' } }))
        .status,
    ).toBe(200)
    for (const client of streams) await client.untilEnded()
  })

  test('EXP-01: a plan that ends ends the streams, and the next attempt names the plan', async () => {
    const { visitor, uid, streams } = await twoStreams()
    // Only the regular check can see this.
    await server().rows`update periods set ends_at = now() where user_id = ${uid}`
    for (const client of streams) await client.untilEnded()
    expect(await next(visitor)).toBe(402)
  })

  test.each<[string, (visitor: Visitor, uid: string) => Promise<unknown>]>([
    ['a logout', (visitor) => visitor.post('/api/auth/sign-out')],
    ['a refund', (_, uid) => server().rows`delete from periods where user_id = ${uid}`],
  ])('%s ends the stream of another process without its regular check', async (_, end) => {
    const two = await server().another({}, { recheckMs: 3_600_000 })
    const { visitor, uid } = await twoStreams()
    const client = await live(visitor, undefined, two)
    await end(visitor, uid)
    await client.untilEnded()
    await two.stop({ lingerMs: 0 })
  })

  test('one user who opens many streams at once gets no more than the limit', async () => {
    const streams = await Promise.all(Array.from({ length: 5 * LIVE_LIMITS.streamsOfUser }, () => live(pro)))
    const opened = streams.filter(({ status }) => status === 200)
    expect(opened).toHaveLength(6)
    for (const { status } of streams) expect([200, 429]).toContain(status)
    const refused = await pro.get('/api/live')
    expectProblem(refused)
    expect([refused.status, refused.headers.get('retry-after'), refused.body.title]).toEqual([
      429,
      '60',
      'Live results are open on too many devices of this account.',
    ])
    opened[0]!.close()
    await waitFor('there is room', () => streamsAt(server()) < LIVE_LIMITS.streamsOfUser)
    expect((await live(pro)).status).toBe(200)
  })
})

describe('one game of a lower plan', () => {
  const follow = async (visitor: Visitor, game: string, following: string | null = 'every') =>
    (await visitor.request('PUT', `/api/follows/${game}`, { body: { following } })).status
  const follower = async (game: string) => {
    const { visitor, uid } = await newPerson(server())
    expect(await follow(visitor, game)).toBe(200)
    return { visitor, uid }
  }
  const news = async (visitor: Visitor, after: number) =>
    (await visitor.get(`/api/live/news?after=${after}`)).body

  test('is live: its draws arrive by stream and news, and nothing of another game does', async () => {
    const { visitor } = await follower('gold')
    expect((await visitor.get('/api/me')).body).toMatchObject({
      follows: { gold: 'every' },
      liveGame: 'Gold',
    })
    const client = await live(visitor)
    const before = await seqOf(pro)
    const diamond = await record([6, 7, 8, 9, 10], 'diamond')
    expect(await news(visitor, before)).toEqual({ seq: before, total: 0, draws: [] })
    const gold = await record()
    await client.until(gold.seq)
    expect(client.events.map(({ event, data }) => [event, data])).toEqual([
      ['open', String(before)],
      ['draws', String(gold.id)],
    ])
    expect((await news(visitor, before)).draws).toMatchObject([{ game: 'gold', date: gold.date }])
    // What was missed is replayed for the same game only.
    const again = await live(visitor, before)
    await again.until(gold.seq)
    expect(again.events.map(({ id }) => id)).toEqual([before, gold.seq])
    expect(JSON.stringify([client.events, again.events])).not.toContain(String(diamond.seq))
    const basic = await server().as('basic')
    expect((await basic.get('/api/live')).status).toBe(402)
    expect((await server().anonymous().get('/api/live')).status).toBe(401)
  })

  test('a change of it ends the open streams, also of another process, and the next one has the new game', async () => {
    const { visitor } = await follower('gold')
    const two = await server().another({}, { recheckMs: 3_600_000 })
    const client = await live(visitor, undefined, two)
    const seen = await seqOf(pro)
    expect(await follow(visitor, 'diamond')).toBe(200)
    await client.untilEnded()
    expect(client.retry()).toBe(LIVE_LIMITS.resumeWithinMs)
    const next = await live(visitor, seen)
    await record()
    const { id, seq } = await record([6, 7, 8, 9, 10], 'diamond')
    await next.until(seq)
    expect(next.events.slice(1)).toEqual([{ event: 'draws', id: seq, data: String(id) }])
    // One change a day.
    const again = await visitor.request('PUT', '/api/follows/gold', { body: { following: 'every' } })
    expect(again.body.title).toBe('You have changed your game today. You can change it again tomorrow.')
    expect((await visitor.get('/api/push')).body.nextChangeAt).toBeGreaterThan(await server().now())
    expect(await follow(visitor, 'diamond', null)).toBe(200)
    await next.untilEnded()
    expect((await visitor.get('/api/live')).status).toBe(402)
    await two.stop({ lingerMs: 0 })
  })

  test('of two choices at once one counts as the day’s change', async () => {
    const { visitor } = await follower('gold')
    const games = ['diamond', 'peoples', 'bingo', 'metro']
    const statuses = await Promise.all(games.map((game) => follow(visitor, game)))
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(3)
  })

  test('opens nothing else of Pro', async () => {
    const { visitor } = await follower('gold')
    expect(await follow(visitor, 'gold', 'mine')).toBe(402)
    for (const path of ['/api/predictions', '/api/movingNumbers'])
      expect((await visitor.get(path)).status).toBe(402)
    expect((await visitor.post('/api/push/test')).status).toBe(402)
  })

  test('becomes all games with Pro, and one again after it', async () => {
    const { visitor, uid } = await follower('gold')
    const client = await live(visitor)
    await give(server(), uid, await server().now())
    await client.untilEnded()
    const all = await live(visitor)
    const { seq } = await record([6, 7, 8, 9, 10], 'diamond')
    await all.until(seq)
    await server().rows`delete from periods where user_id = ${uid}`
    await all.untilEnded()
    expect((await live(visitor)).status).toBe(200)
  })
})

test('the metrics count the open streams', async () => {
  const count = async () => {
    const headers = { authorization: `Bearer ${TOKEN}` }
    const { text } = await server().anonymous().get('/metrics', { headers })
    return /^lotto_live_streams (\d+)$/m.exec(text)?.[1]
  }
  expect(await count()).toBe('0')
  await Promise.all([live(pro), live(admin)])
  expect(await count()).toBe('2')
})

test('a server that stops ends its streams first and opens no new ones', async () => {
  const two = await server().another({ DRAIN_DELAY: '1' })
  const visitor = await two.as('pro')
  const client = await live(visitor, undefined, two)
  const stopped = two.stop({ lingerMs: 0 })
  const late = await visitor.get('/api/live')
  expect([late.status, late.headers.get('retry-after')]).toEqual([503, '1'])
  expect(client.ended()).toBe(false)
  await client.untilEnded()
  expect(client.complete()).toBe(true)
  expect(client.retry()).toBe(LIVE_LIMITS.reconnectWithinMs)
  await stopped
})

describe('news', () => {
  test('of a version above the newest are refused', async () => {
    const seq = await seqOf(pro)
    expect((await pro.get(`/api/live/news?after=${seq}`)).body).toEqual({ seq, total: 0, draws: [] })
    const refused = await pro.get(`/api/live/news?after=${seq + 1}`)
    expect(refused.body.title).toBe('There is no such version of the history.')
  })

  test('of versions that no change has are not kept', async () => {
    const { seq } = await record()
    // As after a restore, whose change leaves a gap.
    await server()
      .rows`insert into changes (seq, kind, ids, at) values (${seq + 1000}, 'games', '{gold}', now())`
    await server().services.draws.catchUp()
    const kept = () => server().services.draws.derived('news', () => new Map()).size
    for (let i = 1; i <= 20; i++)
      expect((await pro.get(`/api/live/news?after=${seq + i}`)).body).toEqual({
        seq: seq + 1000,
        total: 0,
        draws: [],
      })
    expect(kept()).toBe(0)
    await pro.get(`/api/live/news?after=${seq}`)
    expect(kept()).toBe(1)
  })
})
