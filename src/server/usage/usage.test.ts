import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, DAY, HOUR, instantAt, parseDate } from '../../domain/calendar.ts'
import { PATHS } from '../../domain/paths.ts'
import { USAGE_LIMITS } from '../../domain/usage.ts'
import { asOwner, rowsOf } from '../../../tests/support/database.ts'
import { give, newPerson } from '../../../tests/support/people.ts'
import { testServer, type Visitor } from '../../../tests/support/test-server.ts'

const server = testServer()
const PHONE = 'Mozilla/5.0 (Linux; Android 12; TECNO) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36'
const asPhone = (headers: Record<string, string> = {}) => ({
  headers: { 'user-agent': PHONE, 'sec-fetch-dest': 'document', ...headers },
})

/** What was counted since the last call, by event, page, plan and source. */
async function counted(): Promise<Record<string, number>> {
  await server().services.usage.flush()
  const rows = await rowsOf<{ key: string; n: number }>(
    server(),
    sql`delete from usage_counts returning concat_ws(' ', event, page, plan, source) as key, n`,
  )
  return Object.fromEntries(rows.map(({ key, n }) => [key, n]))
}

describe('a page view', () => {
  test('is counted by page, plan and source', async () => {
    const { url } = server()
    const visitor = server().anonymous()
    await visitor.get('/login', asPhone({ referer: 'https://www.google.com/' }))
    await visitor.get('/login?next=%2Fdashboard', asPhone())
    await visitor.get('/record', asPhone({ referer: `${url}/login` }))
    const pro = await server().as('pro')
    await pro.get('/dashboard/number/7', asPhone({ referer: `${url}/dashboard` }))
    await pro.get('/dashboard/number/8', asPhone({ referer: `${url}/dashboard` }))
    expect(await counted()).toEqual({
      'view login none search': 1,
      'view login none direct': 1,
      'view record none own': 1,
      'view number pro own': 2,
    })
  })

  test('names no user, no address and no cookie', async () => {
    const columns = await rowsOf(
      server(),
      sql`select column_name as name from information_schema.columns where table_name = 'usage_counts'`,
    )
    expect(columns.map(({ name }) => name as string).toSorted()).toEqual(
      ['event', 'hour', 'n', 'page', 'plan', 'source'].toSorted(),
    )
    expect((await server().anonymous().get('/record', asPhone())).headers.getSetCookie()).toEqual([])
    await counted()
  })

  test('is not counted for programs, prefetches, redirects, missing pages, calls and staff', async () => {
    const visitor = server().anonymous()
    await visitor.get('/login', { headers: { 'user-agent': 'Googlebot/2.1' } })
    await visitor.get('/login', { headers: { 'user-agent': 'WhatsApp/2.23.20.0' } })
    await visitor.get('/login', { headers: { 'user-agent': '' } })
    await visitor.get('/login', asPhone({ 'sec-purpose': 'prefetch' }))
    await visitor.get('/dashboard', asPhone())
    await visitor.get('/nothing', asPhone())
    await visitor.get('/api/site', asPhone())
    await (await server().as('admin')).get('/admin', asPhone())
    await (await server().as('admin')).get('/dashboard', asPhone())
    expect(await counted()).toEqual({})
  })

  test('by the service worker is counted when it opens a kept page, not when it keeps a copy', async () => {
    const free = await server().as('free')
    const copy = await free.get(PATHS.classification, asPhone({ 'sec-fetch-dest': 'empty' }))
    const etag = copy.headers.get('etag')!
    expect(await counted()).toEqual({})
    const opened = asPhone({ 'sec-fetch-dest': 'empty', 'if-none-match': etag })
    expect((await free.get(PATHS.classification, opened)).status).toBe(304)
    expect(await counted()).toEqual({ 'view classification free direct': 1 })
  })
})

describe('POST /api/usage', () => {
  test('counts a screen that was opened within the app, under the plan of the session', async () => {
    const basic = await server().as('basic')
    expect((await basic.post('/api/usage', { event: 'view', path: PATHS.pastResults })).status).toBe(200)
    await server().anonymous().post('/api/usage', { event: 'install', path: PATHS.login })
    await (await server().as('admin')).post('/api/usage', { event: 'view', path: PATHS.pastResults })
    await basic.post('/api/usage', { event: 'view', path: '/nothing' })
    expect(await counted()).toEqual({ 'view pastResults basic own': 1, 'install login none own': 1 })
  })

  test.each([
    { event: 'click', path: '/login' },
    { event: 'view', path: `/${'x'.repeat(USAGE_LIMITS.path)}` },
    { event: 'view', path: '/login', plan: 'pro' },
    { event: 'view', path: '/login', uid: 'x' },
    { event: 'view' },
  ])('refuses %j', async (body) => {
    expect((await server().anonymous().post('/api/usage', body)).status).toBe(400)
    expect(await counted()).toEqual({})
  })

  test('is limited for one network, in memory', async () => {
    const visitor = server().anonymous()
    const body = { event: 'view', path: PATHS.login }
    const send = () => visitor.post('/api/usage', body)
    const answers = []
    for (let i = 0; i < USAGE_LIMITS.beaconsPerMinute; i += 50)
      answers.push(...(await Promise.all(Array.from({ length: 50 }, send))))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const refused = await send()
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect(await counted()).toEqual({ 'view login none own': USAGE_LIMITS.beaconsPerMinute })
  })
})

describe('the buffer', () => {
  const view = { event: 'view', page: 'login', plan: 'none', source: 'direct' } as const

  test('keeps the counts while the database cannot store them, and adds those of two processes', async () => {
    const { usage } = server().services
    const other = (await server().another()).services.usage
    usage.count(5 * HOUR, view)
    usage.count(6 * HOUR - 1, view)
    await asOwner(server(), sql`alter table usage_counts rename to usage_away`)
    await usage.flush()
    await asOwner(server(), sql`alter table usage_away rename to usage_counts`)
    other.count(5 * HOUR + 1, view)
    await Promise.all([usage.flush(), other.flush()])
    expect(
      await rowsOf(server(), sql`select extract(epoch from hour)::int as hour, n from usage_counts`),
    ).toEqual([{ hour: (5 * HOUR) / 1000, n: 3 }])
    await counted()
  })

  test('is written when a process stops', async () => {
    const other = await server().another()
    other.services.usage.count(0, view)
    await other.stop({ lingerMs: 0 })
    expect(await counted()).toEqual({ 'view login none direct': 1 })
  })

  test('is deleted after the days for which counts are kept', async () => {
    const { usage, clock, db } = server().services
    const now = await clock.now(db)
    usage.count(now - (USAGE_LIMITS.keptDays + 1) * DAY, view)
    usage.count(now - (USAGE_LIMITS.keptDays - 1) * DAY, view)
    await usage.flush()
    await server().sweep()
    expect(await counted()).toEqual({ 'view login none direct': 1 })
  })
})

describe('the staff’s usage charts', () => {
  const TODAY = parseDate('2027-03-16')!
  const noon = (day: number) => instantAt(addDays(TODAY, day), 12 * 60)
  let admin: Visitor

  beforeAll(async () => {
    server().services.clock.setOffset(noon(0) - Date.now())
    admin = await server().as('admin')
  })
  const days = async () => (await admin.get('/api/admin/usage')).body.days as Record<string, any>[]

  test('count visits, views and opened forecasts by Lagos day', async () => {
    const { usage } = server().services
    const view = { event: 'view', plan: 'pro', source: 'own' } as const
    // 23:30 UTC is the next day in Lagos.
    usage.count(instantAt(addDays(TODAY, -1), 30), { ...view, page: 'overview', source: 'direct' })
    usage.count(noon(-1), { ...view, page: 'prediction' })
    usage.count(noon(-1), { ...view, page: 'prediction', plan: 'basic' })
    usage.count(noon(-1), { ...view, page: 'publicForecast', plan: 'none', source: 'messenger' })
    usage.count(noon(-1), { ...view, page: 'login', event: 'install' })
    usage.count(noon(-USAGE_LIMITS.chartDays), { ...view, page: 'overview', source: 'direct' })
    const { body } = await admin.get('/api/admin/usage')
    expect(body.days).toHaveLength(USAGE_LIMITS.chartDays)
    expect(body.days.at(-1)).toMatchObject({ date: TODAY, visits: 0, views: 0, forecasts: 0 })
    expect(body.days.at(-2)).toMatchObject({ date: addDays(TODAY, -1), visits: 2, views: 4, forecasts: 2 })
    expect(body.sources).toEqual([
      { source: 'direct', visits: 1 },
      { source: 'messenger', visits: 1 },
    ])
    expect(body.pages[0]).toEqual({ page: 'prediction', views: 2 })
  })

  test('count each person’s first payment once', async () => {
    const before = await days()
    const { uid } = await newPerson(server())
    const pay = (reference: string, at: number, mode = 'live') =>
      rowsOf(
        server(),
        sql`insert into payments (reference, user_id, plan, kobo, mode, state, current, created_at, settled_at)
            values (${reference.padEnd(30, 'x')}, ${uid}, 'pro', 150000, ${mode}, 'settled', false,
              ${new Date(at)}, ${new Date(at)})`,
      )
    await pay('a', noon(-3))
    await pay('b', noon(-2))
    await pay('c', noon(-4), 'test')
    const after = await days()
    const added = after.map((day, i) => (day.firstPayments as number) - (before[i]!.firstPayments as number))
    expect(added.slice(-5)).toEqual([0, 1, 0, 0, 0])
  })

  test('count a plan from its first day to its last, once while it is renewed', async () => {
    const before = await days()
    const { uid } = await newPerson(server())
    await give(server(), uid, noon(-6), { length: { days: 2 } })
    await give(server(), uid, noon(-6), { length: { days: 2 } })
    const after = await days()
    const added = after.map((day, i) => (day.pro as number) - (before[i]!.pro as number))
    const periods = await rowsOf<{ from: Date; to: Date }>(
      server(),
      sql`select min(starts_at) as "from", max(ends_at) as "to" from periods where user_id = ${uid}`,
    )
    const [{ from, to }] = periods as [{ from: Date; to: Date }]
    const expected = after.map(({ date }) => {
      const end = Math.min(instantAt(addDays(date, 1), 0) - 1, noon(0))
      return Number(new Date(from).getTime() <= end && new Date(to).getTime() > end)
    })
    expect(expected.filter(Boolean).length).toBeGreaterThan(2)
    expect(added).toEqual(expected)
  })

  test('are closed to players', async () => {
    for (const person of ['free', 'basic', 'pro'] as const)
      expect((await (await server().as(person)).get('/api/admin/usage')).status).toBe(403)
    expect((await server().anonymous().get('/api/admin/usage')).status).toBe(401)
  })
})
