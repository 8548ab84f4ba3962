import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  addDays,
  endOfDay,
  instantAt,
  MINUTE,
  type LagosDate,
  lagosDate,
  parseDate,
} from '../../platform/rules/base/calendar.ts'
import { ALARM_KINDS } from '../../platform/rules/alarms/alarms.ts'
import { asOwner } from '../../../tests/support/database.ts'
import { give, newPerson } from '../../../tests/support/people.ts'
import { testServer, type Visitor } from '../../../tests/support/test-server.ts'

const server = testServer()
let admin: Visitor
const overview = async () => (await admin.get('/api/admin/overview')).body

/** A Monday noon in Lagos, before the grants of the demo accounts. */
const DAY = parseDate('2026-03-16')!
const NOON = instantAt(DAY, 12 * 60)
/** Sessions of staff expire after hours, so a jump of the clock needs a new one. */
async function setClock(instant: number): Promise<void> {
  server().services.clock.setOffset(instant - Date.now())
  admin = await server().as('admin')
}
const at = (date: string, minutes = 12 * 60) => new Date(instantAt(date as LagosDate, minutes)).toISOString()

let payments = 0
/** A settled payment, with a grant when it is to run. */
async function pay(
  userId: string,
  settledAt: string,
  { state = 'settled', kobo = 150_000, plan = 'pro', mode = 'test', runs = false } = {},
): Promise<string> {
  const reference = `${String(++payments).padStart(4, '0')}${'x'.repeat(26)}`
  await server()
    .rows`insert into payments (reference, user_id, plan, kobo, mode, state, current, created_at, settled_at)
        values (${reference}, ${userId}, ${plan}, ${kobo}, ${mode}, ${state}, false, ${settledAt}, ${settledAt})`
  if (runs)
    await give(server(), userId, Date.parse(settledAt), {
      plan: plan as 'pro',
      length: { months: plan === 'pro' ? 1 : 12 },
      kind: 'payment',
      paymentId: reference,
      reason: undefined as unknown as string,
    })
  return reference
}
const refund = (reference: string, when: string, kobo = 150_000, state = 'processed') =>
  server().rows`insert into refunds (reference, kobo, state, asked_at, updated_at)
        values (${reference}, ${kobo}, ${state}, ${when}, ${when})`

beforeAll(() => setClock(NOON))

describe('revenue', () => {
  test('is the settled amount of each Lagos month, less refunds and lost disputes by their own time', async () => {
    const { uid } = await newPerson(server())
    await asOwner(server(), sql`delete from payments`)
    // The last instant of February in Lagos is still 22:59 in UTC.
    await pay(uid, new Date(endOfDay('2026-02-28' as LagosDate) - 1).toISOString(), {
      kobo: 200_000,
      plan: 'basic',
    })
    await pay(uid, at('2026-03-01', 0))
    const back = await pay(uid, at('2026-02-10'), { state: 'reversed' })
    await refund(back, at('2026-03-02'))
    const part = await pay(uid, at('2026-03-03'))
    await refund(part, at('2026-03-04'), 50_000)
    await refund(part, at('2026-03-05'), 100_000, 'failed')
    const lost = await pay(uid, at('2025-12-24'), { state: 'reversed' })
    await refund(lost, at('2026-01-02'), 40_000)
    await server().rows`insert into disputes (id, reference, state, updated_at) values
          ('d1', ${lost}, 'lost', ${at('2026-01-20')}), ('d2', ${part}, 'won', ${at('2026-03-06')}),
          ('d3', ${part}, 'open', ${at('2026-03-06')})`
    await pay(uid, at('2025-09-30', 23 * 60), { kobo: 1 })
    await server().rows`update payments set settled_at = null, state = 'open' where kobo = 2`
    const { mode } = server().services.paystack ?? { mode: 'live' }
    await server().rows`update payments set mode = ${mode}`
    await pay(uid, at('2026-03-07'), { mode: mode === 'live' ? 'test' : 'live' })
    expect((await overview()).revenue).toEqual([
      { month: '2025-10-01', kobo: 0 },
      { month: '2025-11-01', kobo: 0 },
      { month: '2025-12-01', kobo: 150_000 },
      { month: '2026-01-01', kobo: -40_000 - 110_000 },
      { month: '2026-02-01', kobo: 200_000 + 150_000 },
      { month: '2026-03-01', kobo: 150_000 - 150_000 + 150_000 - 50_000 },
    ])
  })
})

describe('people', () => {
  test('counts paying and given by the highest running plan, without deleted users', async () => {
    const before = await overview()
    const [pro, both, gift, ended, gone] = await Promise.all(
      Array.from({ length: 5 }, () => newPerson(server())),
    )
    await pay(pro!.uid, at('2026-03-10'), { runs: true })
    await pay(both!.uid, at('2026-03-10'), { plan: 'basic', kobo: 200_000, runs: true })
    await give(server(), both!.uid, NOON)
    await give(server(), gift!.uid, NOON, { plan: 'basic', length: { months: 12 } })
    await pay(ended!.uid, at('2026-01-10'), { runs: true })
    await pay(gone!.uid, at('2026-03-10'), { runs: true })
    await admin.post('/api/profile/proof', { password: 'lotto-forecast-demo' })
    await admin.request('DELETE', `/api/admin/users/${gone!.uid}`, { body: { confirm: true } })
    const after = await overview()
    expect(after.users).toBe(before.users + 4)
    expect(after.holders.paying).toEqual({
      basic: before.holders.paying.basic,
      pro: before.holders.paying.pro + 1,
    })
    expect(after.holders.given).toEqual({
      basic: before.holders.given.basic + 1,
      pro: before.holders.given.pro + 1,
    })
  })

  test('lists the first five plans that end within seven days, unless more time follows', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => newPerson(server())))
    const [chained, ...others] = people
    await give(server(), chained!.uid, NOON, { length: { days: 3 } })
    await give(server(), chained!.uid, NOON, { length: { days: 30 } })
    // The last one ends after noon of the seventh day.
    for (const [i, { uid }] of others.entries()) await give(server(), uid, NOON, { length: { days: i + 1 } })
    const { expiring } = await overview()
    expect(expiring).toEqual({
      count: 6,
      first: others.slice(0, 5).map(({ uid, email }, i) => ({
        uid,
        email,
        plan: 'pro',
        endsAt: endOfDay(addDays(DAY, i + 1)),
      })),
    })
  })

  test('counts sign-ups by Lagos day over thirty days, today last', async () => {
    const day = addDays(DAY, -5)
    await server().rows`insert into users (id, email, username, created_at) values
          ('early', 'early@days.example', 'x', ${new Date(instantAt(day, 0)).toISOString()}),
          ('late', 'late@days.example', 'x', ${new Date(endOfDay(day) - 1).toISOString()}),
          ('old', 'old@days.example', 'x', ${new Date(instantAt(addDays(DAY, -29), 0) - 1).toISOString()})`
    const { signUps } = await overview()
    expect(signUps).toHaveLength(30)
    expect(signUps[29].date).toBe(DAY)
    expect(
      signUps.filter(({ count }: { count: number }) => count > 0).map(({ date }: { date: string }) => date),
    ).toEqual([day, DAY])
    expect(signUps.find(({ date }: { date: string }) => date === day).count).toBe(2)
  })
})

describe('draws, predictions and activity', () => {
  test('counts today’s draws like the desk', async () => {
    const lines = async () =>
      (await admin.get(`/api/admin/desk?date=${DAY}`)).body.games.filter((g: any) => g.schedule)
    const total = (await lines()).length
    const sum = (counts: Record<string, number>) =>
      Object.values(counts).reduce((all, count) => all + count, 0)
    await setClock(instantAt(DAY, 0))
    const atMidnight = (await overview()).draws
    expect(atMidnight.counts).toEqual({ due: 0, late: 0, entered: 0, sample: 0, coming: total })
    const [first] = await lines()
    expect(atMidnight.next).toEqual({ gameName: first.name, closesAt: first.schedule.closesAt })
    expect(atMidnight.late).toEqual([])
    const { missing } = (await admin.get('/api/admin/desk')).body
    expect(atMidnight.missing).toBe(missing.length)
    expect(atMidnight.missing).toBeGreaterThan(0)
    await setClock(endOfDay(DAY) - MINUTE)
    const evening = (await overview()).draws
    expect(evening.counts).toEqual({ due: 0, late: total, entered: 0, sample: 0, coming: 0 })
    expect(evening.next).toBeNull()
    expect(evening.late).toHaveLength(total)
    expect(evening.late[0]).toEqual({ gameName: first.name, expectedAt: first.schedule.expectedAt })
    await admin.post('/api/admin/draws', { game: 'diamond', date: DAY, winning: [7, 12, 45, 60, 89] })
    expect((await overview()).draws.counts).toMatchObject({ late: total - 1, entered: 1 })
    const [{ schedule }] = await lines()
    await setClock(schedule.closesAt)
    const { counts } = (await overview()).draws
    expect([counts.due + counts.entered >= 1, sum(counts)]).toEqual([true, total])
    await setClock(NOON)
  })

  test('lists the five predictions of the latest draw dates, and the last actions with names', async () => {
    for (const days of [3, 9, 5, 1, 7, 11])
      await admin.post('/api/admin/predictions', {
        gameName: 'diamond',
        numbers: '7',
        date: addDays(DAY, days),
      })
    const { predictions, openPredictions, recent, activity } = await overview()
    expect(predictions).toBe(6)
    // Diamond has no draw on four of these days, so those predictions have no close.
    const all = (await admin.get('/api/admin/predictions')).body.predictions
    expect(all.filter((one: any) => one.closesAt !== null)).toHaveLength(2)
    expect(openPredictions).toBe(2)
    expect(recent.map(({ date }: { date: string }) => date)).toEqual(
      [11, 9, 7, 5, 3].map((n) => addDays(DAY, n)),
    )
    expect(activity.length).toBeGreaterThan(5)
    expect(activity[0]).toMatchObject({
      who: 'Ada Admin',
      did: expect.stringMatching(/^published the forecast for Diamond of \w{3} \d+ \w{3} 2026: 7$/),
      at: expect.any(Number),
    })
    expect(lagosDate(activity[0].at)).toBe(DAY)
  })

  test('shows the three oldest alarms about money, and how many are open', async () => {
    await server().rows`insert into alarms (kind, reference, details, raised_at)
      select ${ALARM_KINDS[0]}, 'no-' || i, '{}', now() + i * interval '1 second' from generate_series(1, 4) as i`
    const { alarms } = await overview()
    expect(alarms.open).toBe(4)
    expect(alarms.first.map(({ reference }: any) => reference)).toEqual(['no-1', 'no-2', 'no-3'])
  })
})
