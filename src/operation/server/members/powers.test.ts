import { beforeAll, describe, expect, test } from 'vitest'
import { failOn } from '../../../../tests/support/database.ts'
import { newPerson, newStaff, uidOf } from '../../../../tests/support/people.ts'
import { mailsOfPowers } from '../../../../tests/support/powers.ts'
import { type Answer, statusesOf, testServer, type Visitor } from '../../../../tests/support/test-server.ts'
import { HARMLESS, isPower, POWERS } from '../../../platform/rules/access/powers.ts'
import { NO_RIGHT } from '../../../platform/rules/access/staff-roles.ts'
import { addDays, DAY, endOfDay, lagosDate } from '../../../platform/rules/base/calendar.ts'
import type { Endpoint } from '../../../platform/server/api/endpoint.ts'
import { api } from '../../../app/server/routes.ts'

const server = testServer({ standIns: true })
let owner: Visitor

const people = (count: number) => Promise.all(Array.from({ length: count }, () => newPerson(server())))
const ageProof = (uid: string) =>
  server().rows`update sessions set proven_at = now() - interval '1 hour' where user_id = ${uid}`
const user = (uid: string) => `/api/admin/users/${uid}`
const refusal = ({ status, body }: Answer<any>) => [status, body.title]

beforeAll(async () => {
  owner = await server().as('admin')
})

const writes = Object.entries<Endpoint>(api).filter(([route]) => /^(?!GET).* \/api\/admin\//.test(route))

describe('the table of calls', () => {
  test.each(writes)('%s names its power, or is harmless in its right', (_route, { access, effect }) => {
    if (effect === undefined) throw new Error('This write by staff has no effect.')
    if (!isPower(effect)) expect(access).toBe(HARMLESS[effect])
  })

  test('every power belongs to a call', () => {
    const used = new Set(writes.map(([, { effect }]) => effect))
    expect(Object.keys(POWERS).filter((power) => !used.has(power as keyof typeof POWERS))).toEqual([])
  })

  test('a call with a power needs a fresh proof, before its input is read', async () => {
    const { uid, visitor } = await newStaff(server(), 'owner')
    await ageProof(uid)
    for (const [route] of writes.filter(([, { effect }]) => isPower(effect))) {
      const [method, path] = route.split(' ') as [string, string]
      const { body } = await visitor.request(method, path.replace(/:\w+/g, '1'), { body: {} })
      expect([route, body.code]).toEqual([route, 'proof-needed'])
    }
  })
})

describe('Support', () => {
  test('cannot erase 14 players in two loops, but suspends them', async () => {
    const { visitor } = await newStaff(server(), 'support')
    const players = await people(14)
    const erase = (uid: string, by = visitor) => by.request('DELETE', user(uid), { body: { confirm: true } })
    for (const { uid } of players) expect(refusal(await erase(uid))).toEqual([403, NO_RIGHT])
    expect(statusesOf(await Promise.all(players.map(({ uid }) => erase(uid))))).toEqual(
      players.map(() => 403),
    )
    const until = addDays(lagosDate(await server().now()), 1)
    const suspended = await visitor.post(`${user(players[0]!.uid)}/suspension`, { until, reason: 'a loop' })
    expect(suspended.status).toBe(200)
    expect((await players[0]!.visitor.get('/api/me')).status).toBe(401)
    expect((await players[1]!.visitor.get('/api/me')).status).toBe(200)
    // An owner erases ten at most, also at once.
    const answers = await Promise.all(players.slice(1).map(({ uid }) => erase(uid, owner)))
    expect(statusesOf(answers).filter((status) => status === 200)).toHaveLength(10)
    expect(refusal(answers.find(({ status }) => status === 429)!)[1]).toBe(
      'This is more than your daily limit: at most 10 people erased, and 10 so far today. You can go on tomorrow, from midnight in Lagos.',
    )
  })

  test('cannot grant time to nine players with an old proof, nor more than 60 days a day together', async () => {
    const { uid, name, visitor } = await newStaff(server(), 'support')
    const players = await people(9)
    const grant = (to: string, plan = 'pro', length: object = { days: 20 }) =>
      visitor.post(`${user(to)}/grants`, { plan, length, reason: 'a prize' })
    await ageProof(uid)
    for (const player of players) expect((await grant(player.uid)).body.code).toBe('proof-needed')
    await server().rows`update sessions set proven_at = now() where user_id = ${uid}`
    // Refused grants do not count.
    expect((await grant('nobody')).status).toBe(404)
    expect((await grant(players[0]!.uid, 'basic', { months: 1 })).status).toBe(201)
    const answers = await Promise.all(players.slice(1).map((player) => grant(player.uid)))
    expect(statusesOf(answers)).toEqual([201, 429, 429, 429, 429, 429, 429, 429])
    expect((await grant(players[0]!.uid, 'pro', { days: 9 })).status).toBe(201)
    expect((await grant(players[0]!.uid, 'pro', { days: 61 })).body.title).toMatch(
      /Choose less, or ask an owner\.$/,
    )
    const late = await grant(players[0]!.uid, 'pro', { days: 1 })
    expect(late.body.title).toContain('at most 60 days of plans granted, and 60 so far today')
    const now = await server().now()
    expect(Number(late.headers.get('retry-after'))).toBeCloseTo((endOfDay(lagosDate(now)) - now) / 1000, -2)
    // One mail for each owner, with the sum.
    const mails = await mailsOfPowers(server())
    const mail = mails.get(await uidOf(server(), 'admin'))!
    expect(mail.by).toEqual(name)
    expect(mail.sums).toEqual(['Days of plans granted: 60 on this day, at most 60.'])
    expect(mail.changes.length).toBe(3)

    server().services.clock.setOffset(DAY)
    await server()
      .rows`update sessions set seen_at = seen_at + interval '1 day', created_at = created_at + interval '1 day',
      proven_at = proven_at + interval '1 day' where user_id = ${uid}`
    expect((await grant(players[0]!.uid, 'pro', { days: 1 })).status).toBe(201)
    server().services.clock.setOffset(0)
  })

  test('cannot put a bank account above every page, nor end what owners write', async () => {
    const { visitor } = await newStaff(server(), 'support')
    const tomorrow = addDays(lagosDate(await server().now()), 1)
    const text = 'Pay to GTBank 0123456789 for a better forecast'
    const line = { text, audience: 'all', from: '', until: `${tomorrow}T12:00`, game: null, reason: 'x' }
    expect(refusal(await visitor.post('/api/admin/announcements', line))).toEqual([403, NO_RIGHT])
    const results = await newStaff(server(), 'results')
    expect(refusal(await results.visitor.post('/api/admin/announcements', line))).toEqual([403, NO_RIGHT])
    expect((await server().anonymous().get('/login')).text).not.toContain('GTBank')
    const { id } = (await owner.post('/api/admin/announcements', { ...line, text: 'We are back.' })).body
    const end = (by: Visitor) => by.post(`/api/admin/announcements/${id}/end`, { reason: 'x' })
    expect(refusal(await end(results.visitor))).toEqual([403, NO_RIGHT])
    expect((await end(owner)).status).toBe(200)
  })
})

test('Results gives players prepared reasons in the calendar, and owners their own words', async () => {
  const { visitor } = await newStaff(server(), 'results')
  const date = addDays(lagosDate(await server().now()), 12)
  const own = 'Pay to GTBank 0123456789'
  const holiday = (by: Visitor, reason: string) => by.post('/api/admin/calendar/holidays', { date, reason })
  const extra = (by: Visitor, reason: string) => {
    const body = { game: 'diamond', kind: 'extra', date, time: '11:00', toDate: '', reason, seen: null }
    return by.post('/api/admin/calendar', body)
  }
  for (const send of [holiday, extra]) {
    const { status, body } = await send(visitor, own)
    expect([status, body.fields]).toEqual([400, { reason: 'Choose a prepared reason, or ask an owner.' }])
  }
  expect((await holiday(visitor, 'Public holiday')).status).toBe(201)
  expect((await holiday(owner, own)).status).toBe(400)
  const [{ id }] = (await server().rows`select id::int from calendar_changes`) as [{ id: number }]
  expect((await visitor.post(`/api/admin/calendar/${id}/undo`, {})).status).toBe(200)
  expect((await holiday(owner, own)).status).toBe(201)
})

test('owners hear of the others when the mail about one member of staff fails, and of that one later', async () => {
  const staff = [await newStaff(server(), 'support'), await newStaff(server(), 'support')]
  const player = await newPerson(server())
  for (const { visitor } of staff) {
    const grant = { plan: 'pro', length: { days: 1 }, reason: 'a prize' }
    expect((await visitor.post(`${user(player.uid)}/grants`, grant)).status).toBe(201)
  }
  const told = () =>
    server().rows`select distinct data->>'by' as by from mails where template = 'powers-used'
      and data->>'by' in (${staff[0]!.name}, ${staff[1]!.name})`
  await failOn(server(), 'mails', `new.data->>'by' = '${staff[0]!.name}'`)
  await expect(mailsOfPowers(server())).rejects.toThrow()
  expect(await told()).toEqual([{ by: staff[1]!.name }])
  await failOn(server(), 'mails', null)
  await mailsOfPowers(server())
  expect(await told()).toHaveLength(2)
})
