// Alerts about late draws, on a server with games and no draws. Monday: Diamond is expected at 10:00, Peoples at 13:00,
// Bingo at 16:00, Monday Special at 20:00.
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { csv } from '../../../../tests/support/csv.ts'
import { lateAlert } from '../../../../tests/support/late-alert.ts'
import { rowsOf } from '../../../../tests/support/database.ts'
import { newPerson, newStaff } from '../../../../tests/support/people.ts'
import { clearReceived, received, turnOn } from '../../../../tests/support/push.ts'
import { testServer, type Visitor } from '../../../../tests/support/test-server.ts'
import {
  addDays,
  DAY,
  formatDate,
  instantAt,
  lagosDate,
  type LagosDate,
  weekOf,
} from '../../../platform/rules/base/calendar.ts'
import { raiseLateDraws } from './late-draws.ts'

const server = testServer({ standIns: true })
const STAFF = 'admin@lotto.test'
const WINNING = [7, 12, 45, 60, 89]
let admin: Visitor
/** A Monday of its own for each test. */
let monday = weekOf(addDays(lagosDate(Date.now()), 7))[0]!

beforeEach(async () => {
  monday = addDays(monday, 7)
  await server()
    .rows`update alarms set closed_at = now(), closed_by = 'test', closed_reason = 'test' where closed_at is null`
})
afterAll(() => server().services.clock.setOffset(0))

/** Sets the clock to a Lagos time, and signs staff in, because their sessions end after hours. */
async function setClock(date: LagosDate, clock: string): Promise<number> {
  const [hours, minutes] = clock.split(':').map(Number)
  const instant = instantAt(date, hours! * 60 + minutes!)
  server().services.clock.setOffset(instant - Date.now())
  admin = await server().as('admin')
  return instant
}
const record = (game: string, date: LagosDate, more: object = { winning: WINNING }) =>
  admin.post('/api/admin/draws', { game, date, ...more })
/** Enters the only draw of the day before, so that the Mondays of the tests start without late draws. */
const enterSunday = () => record('aseda', addDays(monday, -1), { winning: [1, 2, 3, 4, 5] })
const late = async () => (await admin.get('/api/admin/overview')).body.lateDraws
const names = async () => (await late()).first.map(({ gameName }: { gameName: string }) => gameName)
const acknowledge = (id: number, body: object = { note: '' }, by = admin) =>
  by.post(`/api/admin/late-draws/${id}/acknowledge`, body)
const mails = async (to = STAFF, { mailbox } = server()) =>
  (await mailbox(to))
    .filter(({ subject }) => /late/i.test(subject))
    .map(({ subject, text }) => ({ subject, text }))
const trailOf = (id: number) =>
  server().rows`select action, actor, details, at from audit where subject = ${`alarm:${id}`} order by id`

/** Monday: Diamond is late, and staff have a mail about it. */
async function lateDiamond() {
  await setClock(monday, lateAlert(1))
  await enterSunday()
  await server().sweep()
  return (await late()).first[0] as { id: number; raisedAt: number }
}

describe('a draw without a result', () => {
  test('raises one alarm and one mail some minutes after its result was expected', async () => {
    await setClock(monday, lateAlert(-1))
    await enterSunday()
    await server().sweep()
    expect(await late()).toEqual({ open: 0, first: [] })
    const before = (await mails()).length

    const now = await setClock(monday, lateAlert(1))
    const [other, { services }] = [await server().another(), server()]
    const { games } = services.draws.current()
    other.services.clock.setOffset(now - Date.now())
    await Promise.all(
      [services, other.services, services, other.services].map(({ db }) => raiseLateDraws(db, now, games)),
    )
    await Promise.all([server().sweep(), other.sweep()])
    await server().sweep()

    const { open, first } = await late()
    expect(open).toBe(1)
    expect(first).toEqual([
      {
        id: expect.any(Number),
        gameName: 'Diamond',
        date: monday,
        expectedAt: instantAt(monday, 10 * 60),
        raisedAt: now,
        acknowledged: null,
      },
    ])
    expect(await trailOf(first[0].id)).toMatchObject([
      { action: 'alarm.raise', actor: null, details: { kind: 'draw-late', reference: `diamond ${monday}` } },
    ])
    // The process that ran the job delivered the mail, to its own mail server.
    const sent = [...(await mails(STAFF, other)), ...(await mails())]
    expect(sent.length - before).toBe(1)
    expect(sent[0]!.subject).toBe('Late results - Lotto Forecast')
    expect(sent[0]!.text).toContain(`Diamond of ${formatDate(monday)}: expected at 10:00, Lagos time`)
    expect(sent[0]!.text).toContain('/admin/results')
  })

  test('is no alarm about money: it is in neither list nor count of those, and cannot be closed by hand', async () => {
    const { id } = await lateDiamond()
    expect((await admin.get('/api/admin/alarms')).body.alarms).toEqual([])
    expect((await admin.get('/api/admin/alarms/count')).body).toEqual({ open: 0 })
    await admin.post('/api/profile/proof', { password: 'lotto-forecast-demo' })
    const { status } = await admin.post(`/api/admin/alarms/${id}/close`, { reason: 'Away with it' })
    expect([status, (await late()).open]).toEqual([404, 1])
  })

  test('is among the ten that staff see, with the number of all', async () => {
    await setClock(monday, '08:00')
    await server().rows`insert into alarms (kind, reference, details, raised_at)
      select 'draw-late', 'diamond ' || date(${monday}::date - i), '{}', now() from generate_series(1, 11) as i`
    const { open, first } = await late()
    expect([open, first.length]).toEqual([11, 10])
  })

  test('shares the mail with the draws that become late with it, and gets no mail for a day that staff marked', async () => {
    const before = (await mails()).length
    await setClock(monday, '20:30')
    await enterSunday()
    await record('msp', monday, { status: 'no_draw' })
    await record('bingo', monday)
    await server().sweep()
    expect(await names()).toEqual(['Diamond', 'Peoples'])
    const sent = await mails()
    expect(sent.length - before).toBe(1)
    expect(sent[0]!.text).toContain('2 scheduled draws have no result.')
    expect(sent[0]!.text).toMatch(/Diamond of .*\n+.*Peoples of /)
  })

  test('notifies the staff who asked for it once, also in their quiet hours', async () => {
    await setClock(monday, lateAlert(-1))
    await enterSunday()
    const colleague = await newStaff(server())
    const quiet = { from: 0, until: 1439 }
    await turnOn(server(), admin, { games: [], lateDraws: true, quiet })
    await turnOn(server(), colleague.visitor, { games: [], lateDraws: false })
    await clearReceived(server())
    await server().sweep()
    expect(await received(server())).toEqual([])

    await setClock(monday, lateAlert(1))
    await Promise.all([server().sweep(), server().sweep()])
    await setClock(monday, '16:16')
    await server().sweep()
    expect((await received(server())).map(({ title, body, path }) => ({ title, body, path }))).toEqual([
      {
        title: expect.stringMatching(/^Late: Diamond, Mon /),
        body: 'No result has been entered.',
        path: '/admin',
      },
      {
        title: '2 draws are late',
        body: expect.stringMatching(/^Peoples, Mon .*\nBingo, Mon /),
        path: '/admin',
      },
    ])
    await server().rows`update users set role = 'user' where id = ${colleague.uid}`
  })

  test('is not looked for beyond yesterday, after a stop of weeks', async () => {
    monday = addDays(monday, 21)
    await setClock(monday, '00:05')
    await server().sweep()
    expect((await late()).first.map(({ gameName, date }: any) => [gameName, date])).toEqual([
      ['Aseda', addDays(monday, -1)],
    ])
  })
})

describe('an acknowledgement', () => {
  test('says who, when and why, once, and stops the daily mail', async () => {
    const { id } = await lateDiamond()
    const count = (await mails()).length
    const now = await setClock(monday, lateAlert(6))
    expect((await acknowledge(id, { note: ' Operator has not published it ' })).status).toBe(200)
    expect((await late()).first[0].acknowledged).toEqual({
      at: expect.closeTo(now, -4),
      by: 'Ada Admin',
      note: 'Operator has not published it',
    })
    const again = await acknowledge(id)
    expect([again.status, again.body.title]).toEqual([409, 'Ada Admin has already acknowledged this draw.'])
    const trail = await trailOf(id)
    expect(trail.map(({ action }) => action)).toEqual(['alarm.raise', 'alarm.acknowledge'])
    const alarm = { kind: 'draw-late', reference: expect.stringContaining('diamond ') }
    expect(trail.map(({ details }) => details)).toEqual([
      alarm,
      { ...alarm, reason: 'Operator has not published it' },
    ])
    expect(trail[1]!.actor).toEqual(expect.any(String))
    const { activity } = (await admin.get('/api/admin/overview')).body
    expect(activity[0]).toMatchObject({
      who: 'Ada Admin',
      did: expect.stringMatching(
        /^acknowledged the alarm about Diamond of Mon .*: A scheduled draw has no result\.$/,
      ),
    })

    await record('peoples', monday)
    await setClock(addDays(monday, 1), '09:00')
    await server().sweep()
    const reminders = (await mails()).slice(0, -count).filter(({ text }) => /Diamond/.test(text))
    expect(reminders).toEqual([])
  })

  test('is missing: a daily mail reminds staff, and the list has such draws first', async () => {
    const { id } = await lateDiamond()
    await setClock(monday, '13:20')
    await server().sweep()
    expect(await names()).toEqual(['Diamond', 'Peoples'])
    await acknowledge(id)
    expect(await names()).toEqual(['Peoples', 'Diamond'])
    const before = (await mails()).length
    await setClock(addDays(monday, 1), '08:01')
    await server().sweep()
    const sent = await mails()
    const reminder = sent
      .slice(0, sent.length - before)
      .find(({ subject }) => subject.startsWith('Results are still'))!
    expect(reminder.text).toMatch(/Peoples of/)
    expect(reminder.text).not.toMatch(/Diamond of/)
  })

  test('is for admins, of a draw that is late', async () => {
    const { id } = await lateDiamond()
    const { visitor } = await newPerson(server())
    for (const by of [visitor, await server().as('pro'), server().anonymous()])
      expect([401, 403]).toContain((await acknowledge(id, { note: '' }, by)).status)
    expect((await acknowledge(999_999)).status).toBe(404)
    expect((await acknowledge(id, { note: 'x'.repeat(301) })).status).toBe(400)
    expect((await late()).first[0].acknowledged).toBeNull()
    await record('diamond', monday)
    const { status, body } = await acknowledge(id)
    expect([status, body.title]).toEqual([409, 'This draw is no longer late.'])
  })
})

describe('the alarm closes', () => {
  const closed = (id: number) => server().rows`select closed_by, closed_reason from alarms where id = ${id}`

  test('with an import of its draw alone', async () => {
    const { id } = await lateDiamond()
    const raw = { type: 'text/csv', content: csv(`diamond,${monday},,,ok,7,12,45,60,89,,,,,`) }
    expect((await admin.request('POST', '/api/admin/draws/import', { raw })).body.inserted).toBe(1)
    expect(await closed(id)).toEqual([{ closed_by: 'program', closed_reason: 'The result was entered.' }])
  })

  test('with the write that enters the draw; a deletion raises it again', async () => {
    const { id } = await lateDiamond()
    const draw = (await record('diamond', monday)).body
    expect(await late()).toEqual({ open: 0, first: [] })
    expect(await closed(id)).toEqual([{ closed_by: 'program', closed_reason: 'The result was entered.' }])
    const trail = await trailOf(id)
    expect(trail.map(({ action }) => action)).toEqual(['alarm.raise', 'alarm.close'])
    const reason = 'The result was entered.'
    expect(trail[1]!.details).toEqual({ kind: 'draw-late', reference: `diamond ${monday}`, reason })

    const path = `/api/admin/draws/${draw.id}`
    await admin.request('DELETE', path, { body: { version: draw.version, reason: 'Wrong' } })
    await server().sweep()
    expect((await late()).open).toBe(1)
    await admin.post(`${path}/restore`)
    expect((await late()).open).toBe(0)
  })

  test('when the game ends', async () => {
    const { id } = await lateDiamond()
    await server().rows`update games set active = false where key = 'diamond'`
    const games = server()
      .services.draws.current()
      .games.map((game) => ({ ...game, active: game.key !== 'diamond' }))
    const { db, clock } = server().services
    await raiseLateDraws(db, await clock.now(db), games)
    expect((await closed(id))[0]!.closed_reason).toBe('The game no longer draws on that day.')
    await server().rows`update games set active = true where key = 'diamond'`
  })
})

describe('a demo with sample draws', () => {
  const demo = testServer({ template: 'samples', settings: { SAMPLE_DATA: 'on' } })

  test('alerts staff to nothing after a stop of weeks: its samples have no gap of today or yesterday', async () => {
    demo().services.clock.setOffset(40 * DAY)
    await demo().sweep()
    expect(await rowsOf(demo(), sql`select * from alarms`)).toEqual([])
  })
})
