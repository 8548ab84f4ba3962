import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { csv } from '../../../../tests/support/csv.ts'
import { clearReceived, pushMode, received, turnOn } from '../../../../tests/support/push.ts'
import { FRIDAY, pushServer, TUESDAY } from '../../../../tests/support/push-server.ts'
import { waitFor } from '../../../../tests/support/wait.ts'
import { dateOfDay } from '../../../platform/rules/base/calendar.ts'
import { HISTORY_LIMITS } from '../../../draws/rules/history.ts'
import { lateDrawReaders, pushToUsers } from './queue-push.ts'

/** More ids than a change lists. */
const LISTED_IDS = HISTORY_LIMITS.changes + 1

const { server, admin, clockNow, setClock, proPerson, record, texts } = pushServer()

/** 8 May 1990. */
const FIRST_IMPORTED_DAY = 7432

describe('a result', () => {
  test('reaches the chosen browsers encrypted, named by game and date, until the next draw', async () => {
    const { visitor, uid } = await proPerson()
    const subscription = await turnOn(server(), visitor)
    await record({ date: TUESDAY })
    await record({ game: '06', date: '2026-03-14' })
    const [message, ...others] = await received(server())
    expect(others).toEqual([])
    expect(message).toMatchObject({
      browser: subscription.endpoint.split('/').at(-1),
      uid,
      tag: `gold ${TUESDAY}`,
      title: 'New result: Gold, Tue 17 Mar',
      body: '1 - 2 - 3 - 4 - 5',
      path: `/dashboard/draw/gold.${TUESDAY}`,
      urgency: 'high',
    })
    // From Tuesday 10:00 to Friday 15:30.
    expect(message!.ttl).toBeGreaterThan(77.4 * 3600)
    expect(message!.ttl).toBeLessThanOrEqual(77.5 * 3600)
    expect((await visitor.get(message!.path)).status).toBe(200)
  })

  test('reaches a player who waits for own numbers only when one of them comes, and with its correction', async () => {
    const { visitor } = await proPerson()
    await turnOn(server(), visitor, { games: [] })
    const entry = { bet: 'watch', numbers: '3 60', game: '', from: '2026-03-01', once: false }
    expect((await visitor.post('/api/slip', entry)).status).toBe(201)
    await visitor.request('PUT', '/api/follows/gold', { body: { following: 'mine' } })
    const { games } = (await visitor.get('/api/push')).body
    expect(games.find(({ key }: { key: string }) => key === 'gold').numbers).toEqual([3, 60])
    const other = await proPerson()
    await turnOn(server(), other.visitor, { games: [] })
    await other.visitor.request('PUT', '/api/follows/gold', { body: { following: 'mine' } })
    const id = await record({ date: TUESDAY })
    const body = { version: 1, date: TUESDAY, winning: [1, 2, 4, 5, 6], reason: 'typing error' }
    await admin().request('PUT', `/api/admin/draws/${id}`, { body })
    await server().runJobs()
    expect(await texts()).toEqual([
      'Your 3 came in Gold | 1 - 2 - 3 - 4 - 5',
      'Corrected: Gold, Tue 17 Mar | winning 1 - 2 - 4 - 5 - 6, was 1 - 2 - 3 - 4 - 5',
    ])
    await visitor.request('PUT', '/api/follows/gold', { body: { following: 'every' } })
    expect((await visitor.get('/api/me')).body.follows).toEqual({ gold: 'every' })
  })

  test('is replaced by its correction and by its removal', async () => {
    await turnOn(server(), (await proPerson()).visitor)
    const id = await record({ date: TUESDAY })
    const body = { version: 1, date: TUESDAY, winning: [1, 2, 3, 4, 6], machine: [], reason: 'typing error' }
    expect((await admin().request('PUT', `/api/admin/draws/${id}`, { body })).status).toBe(200)
    await server().runJobs()
    const removal = { body: { version: 2, reason: 'test' } }
    expect((await admin().request('DELETE', `/api/admin/draws/${id}`, removal)).status).toBe(200)
    await server().runJobs()
    const messages = await received(server())
    expect(await texts()).toEqual([
      'New result: Gold, Tue 17 Mar | 1 - 2 - 3 - 4 - 5',
      'Corrected: Gold, Tue 17 Mar | winning 1 - 2 - 3 - 4 - 6, was 1 - 2 - 3 - 4 - 5',
      'Result removed: Gold, Tue 17 Mar | ',
    ])
    expect(new Set(messages.map(({ tag }) => tag)).size).toBe(1)
    expect(new Set(messages.map(({ topic }) => topic)).size).toBe(1)
  })

  test('that a correction overtakes is sent once, with the new numbers', async () => {
    await turnOn(server(), (await proPerson()).visitor)
    const draw = { game: 'gold', date: TUESDAY, winning: [1, 2, 3, 4, 5] }
    const { id } = (await admin().post('/api/admin/draws', draw)).body
    const body = { ...draw, version: 1, winning: [1, 2, 3, 4, 6], machine: [], reason: 'typing error' }
    expect(
      (await admin().request('PUT', `/api/admin/draws/${id}`, { body: { ...body, game: undefined } })).status,
    ).toBe(200)
    await server().runJobs()
    expect((await texts()).at(-1)).toContain('1 - 2 - 3 - 4 - 6')
    expect(await texts()).toHaveLength(1)
  })

  test('that is corrected on its way is followed by the correction', async () => {
    await turnOn(server(), (await proPerson()).visitor)
    await pushMode(server(), { slow: 1500 })
    const draw = { game: 'gold', date: TUESDAY, winning: [1, 2, 3, 4, 5] }
    const { id } = (await admin().post('/api/admin/draws', draw)).body
    const sending = server().runJobs()
    await waitFor('the first message is on its way', async () => (await texts()).length === 1)
    const body = { version: 1, date: TUESDAY, winning: [1, 2, 3, 4, 6], machine: [], reason: 'typing error' }
    expect((await admin().request('PUT', `/api/admin/draws/${id}`, { body })).status).toBe(200)
    await server().runJobs()
    await sending
    await server().runJobs()
    expect((await texts()).map((text) => text.split(':')[0])).toEqual(['New result', 'Corrected'])
  })

  test('of an earlier draw is no news', async () => {
    await turnOn(server(), (await proPerson()).visitor)
    await record({ date: '2026-03-13' })
    expect(await texts()).toEqual([])
  })

  test('at the end of a long import is news, and the earlier draws before it are not', async () => {
    await turnOn(server(), (await proPerson()).visitor)
    const dates = Array.from({ length: LISTED_IDS }, (_, i) => dateOfDay(FIRST_IMPORTED_DAY + i))
    const content = csv(...[...dates, TUESDAY].map((date) => `gold,${date},,,ok,1,2,3,4,5`))
    const body = { raw: { type: 'text/csv', content } }
    const { inserted } = (await admin().request('POST', '/api/admin/draws/import', body)).body
    expect(inserted).toBe(LISTED_IDS + 1)
    await server().runJobs()
    expect(await texts()).toHaveLength(1)
  })
})

describe('quiet hours', () => {
  const NIGHT = { games: ['gold', 'diamond', 'super'], quiet: { from: 22 * 60, until: 6 * 60 } }

  test('hold results, which become one summary', async () => {
    await turnOn(server(), (await proPerson()).visitor, NIGHT)
    await setClock(`${TUESDAY} 23:30`)
    await record({ game: 'gold', date: TUESDAY })
    await record({ game: 'super', date: TUESDAY, winning: [11, 12, 13, 14, 15] })
    await server().sweep()
    expect(await texts()).toEqual([])
    await setClock('2026-03-18 05:58')
    await server().sweep()
    expect(await texts()).toEqual([])
    await setClock('2026-03-18 06:01')
    await server().sweep()
    const [summary, ...others] = await received(server())
    expect(others).toEqual([])
    expect(summary).toMatchObject({
      title: '2 results',
      body: 'New result: Gold, Tue 17 Mar: 1 - 2 - 3 - 4 - 5\nNew result: Super, Tue 17 Mar: 11 - 12 - 13 - 14 - 15',
    })
    await server().sweep()
    expect(await texts()).toHaveLength(1)
  })

  test('drop a result that is older than the next draw of its game', async () => {
    await turnOn(server(), (await proPerson()).visitor, {
      games: ['gold', 'diamond'],
      quiet: { from: 540, until: 539 },
    })
    await record({ date: TUESDAY })
    await record({ game: 'diamond', date: '2026-03-16' })
    // Gold draws again at 15:30, Diamond did on Thursday.
    await setClock('2026-03-20 08:59')
    await server().sweep()
    expect(await texts()).toEqual(['New result: Gold, Tue 17 Mar | 1 - 2 - 3 - 4 - 5'])
    await server().sweep()
    expect(await server().rows`select * from push_deliveries`).toEqual([])
  })

  test('that are changed decide again about what they held', async () => {
    const { visitor } = await proPerson()
    await turnOn(server(), visitor, { games: ['gold'], quiet: { from: 540, until: 1200 } })
    await record({ date: TUESDAY })
    expect(await texts()).toEqual([])
    const body = { quiet: null, lateDraws: false }
    expect((await visitor.request('PUT', '/api/push', { body })).status).toBe(200)
    await server().runJobs()
    expect(await texts()).toHaveLength(1)
  })
})

describe('delivery', () => {
  test('two processes send each message once', async () => {
    const two = await server().another({ SANDBOX_URL: server().sandboxUrl! })
    two.services.clock.setOffset((await clockNow()) - (await two.services.clock.now(two.services.db)))
    const { visitor } = await proPerson()
    for (let i = 0; i < 8; i++) await turnOn(server(), visitor)
    await pushMode(server(), { slow: 100 })
    const body = { game: 'gold', date: TUESDAY, winning: [1, 2, 3, 4, 5] }
    expect((await admin().post('/api/admin/draws', body)).status).toBe(201)
    await server().runJobs()
    await server().rows`delete from push_messages`
    await clearReceived(server())
    // Both processes have a job that sends.
    const { db } = server().services
    await db.transaction(async (tx) => {
      const uid = (await visitor.get('/api/me')).body.uid as string
      const message = { title: 'Once', body: '', path: '/', tag: 'once', version: 1, urgent: true }
      await pushToUsers(tx, 0, [uid], { ...message, expiresAt: (await clockNow()) + 60_000 })
      await tx.execute(sql`select graphile_worker.add_job('send-pushes', '{"id":"due"}'::json)`)
    })
    await Promise.all([server().runJobs(), two.runJobs()])
    const browsers = (await received(server())).map(({ browser }) => browser)
    expect(browsers).toHaveLength(8)
    expect(new Set(browsers).size).toBe(8)
    await two.stop({ lingerMs: 0 })
  })

  test('a repeated job of a change queues nothing again', async () => {
    await turnOn(server(), (await proPerson()).visitor)
    await record({ date: TUESDAY })
    await server()
      .rows`select graphile_worker.add_job('push-change', json_build_object('id', max(seq)::text)) from changes`
    await server().runJobs()
    expect(await texts()).toHaveLength(1)
  })

  test('continues with the devices of a process that died, after a minute', async () => {
    await turnOn(server(), (await proPerson()).visitor)
    const until = new Date((await clockNow()) + 60_000)
    await server().rows`update push_subscriptions set claimed_until = ${until}`
    await record({ date: TUESDAY })
    expect(await texts()).toEqual([])
    await setClock(`${TUESDAY} 10:02`)
    await server().sweep()
    await server().sweep()
    expect(await texts()).toHaveLength(1)
  })

  test.each([
    ['seconds', () => '600', ['10:09', '10:11', '10:14']],
    // The push service counts by its own clock.
    ['a date', () => new Date(Date.now() + 600_000).toUTCString(), ['10:09', '10:11', '10:14']],
    ['two hours', () => '7200', ['11:50', '12:05', '12:10']],
  ])('waits %s as a busy push service asks, and tries a failing one again', async (_, after, times) => {
    await turnOn(server(), (await proPerson()).visitor)
    await pushMode(server(), { status: 429, headers: { 'retry-after': after() } })
    await record({ date: TUESDAY })
    await pushMode(server(), { status: 503 })
    await setClock(`${TUESDAY} ${times[0]}`)
    await server().sweep()
    const attempts = async () => (await server().rows`select attempts from push_deliveries`)[0]?.attempts
    expect(await attempts()).toBe(1)
    await setClock(`${TUESDAY} ${times[1]}`)
    await server().sweep()
    expect(await attempts()).toBe(2)
    await pushMode(server(), {})
    await setClock(`${TUESDAY} ${times[2]}`)
    await server().sweep()
    expect(await texts()).toEqual(['New result: Gold, Tue 17 Mar | 1 - 2 - 3 - 4 - 5'])
    expect(await attempts()).toBeUndefined()
  })

  test('tries a busy push service again without waiting for the next minute, into quiet hours', async () => {
    await turnOn(server(), (await proPerson()).visitor)
    await pushMode(server(), { status: 429, headers: { 'retry-after': '1' } })
    await record({ date: TUESDAY })
    expect(await texts()).toEqual([])
    await pushMode(server(), {})
    await expect
      .poll(async () => {
        await server().runJobs()
        return texts()
      })
      .toHaveLength(1)
  })

  test('many results at once are one summary', async () => {
    await setClock(`${FRIDAY} 23:30`)
    const games = ['metro', 'gold', 'jackpot', 'bonanza']
    await turnOn(server(), (await proPerson()).visitor, { games })
    for (const [i, game] of games.entries())
      expect(
        (await admin().post('/api/admin/draws', { game, date: FRIDAY, winning: [1 + i, 12, 23, 34, 45] }))
          .status,
      ).toBe(201)
    await server().runJobs()
    expect((await received(server())).map(({ title }) => title)).toEqual(['4 results'])
  })
})

describe('staff', () => {
  test('choose late draws; the role decides, and quiet hours do not hold them', async () => {
    const { services } = server()
    const choice = { games: [], lateDraws: true, quiet: { from: 0, until: 1439 } }
    await turnOn(server(), admin(), choice)
    const { visitor, uid } = await proPerson()
    await turnOn(server(), visitor, choice)
    const readers = await lateDrawReaders(services.db)
    expect(readers).toEqual([(await admin().get('/api/me')).body.uid])
    expect((await visitor.get('/api/push')).body.lateDraws).toBe(false)
    const now = await clockNow()
    const late = {
      title: 'Late: Gold',
      body: '5 min',
      path: '/admin',
      tag: `late gold ${TUESDAY}`,
      urgent: true,
    }
    const message = { ...late, version: now, expiresAt: now + 3_600_000 }
    await services.db.transaction((tx) => pushToUsers(tx, now, [...readers, uid], message))
    await server().rows`update users set role = 'user' where id = ${readers[0]}`
    await server().runJobs()
    expect((await received(server())).map((one) => [one.uid, one.title])).toEqual([[uid, 'Late: Gold']])
    await server().rows`update users set role = 'admin' where id = ${readers[0]}`
  })
})
