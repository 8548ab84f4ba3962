import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { failOn } from '../../../../tests/support/database.ts'
import { paymentsOf } from '../../../../tests/support/payments.ts'
import { startPaystack } from '../../../../tests/support/paystack-model.ts'
import { give, newPerson, type NewPerson } from '../../../../tests/support/people.ts'
import { testServer, type Visitor } from '../../../../tests/support/test-server.ts'
import { addDays, DAY, instantAt, lagosDate } from '../../../platform/rules/base/calendar.ts'
import { raiseAlarm } from '../../../platform/server/alarms/alarms.ts'

const paystack = await startPaystack()
const server = testServer({ settings: paystack.settings, standIns: true })
const { opened } = paymentsOf(server, paystack)
let admin: Visitor
let began: number

beforeAll(async () => {
  began = await server().now()
  admin = await server().as('admin')
})
afterAll(() => paystack.stop())

describe('an outage compensation', () => {
  const compensate = (body: object) => admin.post('/api/admin/compensations', body)

  test('adds days after the current period of every user whose plan ran on that day, once', async () => {
    const [ran, ended, later, basic] = await Promise.all([1, 2, 3, 4].map(() => newPerson(server())))
    const day = addDays(lagosDate(began), -40)
    const noon = instantAt(day, 12 * 60)
    await give(server(), ran!.uid, noon - 5 * DAY, { length: { days: 60 } })
    await give(server(), ended!.uid, noon - 5 * DAY, { length: { days: 5 } })
    await give(server(), later!.uid, noon + DAY, { length: { days: 60 } })
    await give(server(), basic!.uid, noon, { plan: 'basic' })
    const expiryOf = async ({ visitor }: NewPerson) => (await visitor.get('/api/me')).body.subscriptionExpiry
    const before = await expiryOf(ran!)

    const order = { date: day, days: 2, reason: 'The evening results came a day late.' }
    const answer = await compensate(order)
    expect([answer.status, answer.body]).toEqual([201, { people: 2 }])
    expect((await compensate({ ...order, days: 1 })).body.title).toBe(`Days for ${day} were already added.`)
    await server().runJobs()
    await server().services.db.execute(
      sql`select graphile_worker.add_job('give-days-back', json_build_object('id', (select max(id)::text from days_given_back)))`,
    )
    await server().runJobs()

    expect(Date.parse(await expiryOf(ran!)) - Date.parse(before)).toBe(2 * DAY)
    expect(await expiryOf(ended!)).not.toBeNull()
    const given = await server().rows`select user_id, reason from grants where kind = 'given-back'`
    expect(new Set(given.map(({ user_id }) => user_id))).toEqual(new Set([ran!.uid, ended!.uid]))
    expect(given).toHaveLength(2)
    expect(given[0]!.reason).toBe(order.reason)
    expect((await later!.visitor.get('/api/plan')).body.periods).toHaveLength(1)
    const mails = await server().mailbox(ran!.email)
    expect(mails.filter(({ subject }) => subject.startsWith('We added days'))).toHaveLength(1)
  })

  test('reaches the others when one grant fails, and that one when the job runs again', async () => {
    const people = await Promise.all([1, 2, 3].map(() => newPerson(server())))
    const day = addDays(lagosDate(began), -400)
    for (const { uid } of people) await give(server(), uid, instantAt(day, 0), { length: { days: 3 } })
    // The users are served in an order that nobody knows.
    const bad = people[1]!.uid
    await failOn(server(), 'grants', `new.user_id = '${bad}'`)
    expect((await compensate({ date: day, days: 2, reason: 'x' })).body).toEqual({ people: 3 })
    const given = async () => {
      const rows = await server().rows`select user_id as uid from grants
        join days_given_back as d on d.id = given_back_id where d.date = ${day}`
      return new Set(rows.map(({ uid }) => uid))
    }
    await server().runJobs()
    expect(await given()).toEqual(new Set([people[0]!.uid, people[2]!.uid]))
    await failOn(server(), 'grants', null)
    await server().runJobs({ retries: true })
    expect(await given()).toEqual(new Set(people.map(({ uid }) => uid)))
    const order = { plan: 'pro', days: 2, reason: 'x' }
    const [[, told] = []] = (await server().trail(`user:${bad}`)) as [string, { givenBackId: number }][]
    expect(told).toEqual({ ...order, givenBackId: expect.any(Number) })
    expect(await server().trail(`days-given-back:${told!.givenBackId}`)).toEqual([
      ['days.give-back', { ...order, date: day, people: 3 }],
    ])
  })

  test.each([
    [{ date: '2026-02-30' }, { date: 'This is not a date.' }],
    [{ date: '2199-01-01' }, { date: 'This day is in the future.' }],
    [{ days: 0 }, { days: 'Enter 1 to 366 days.' }],
    [{ days: 1.5 }, { days: 'Enter 1 to 366 days.' }],
    [{ reason: ' ' }, { reason: 'Say why.' }],
    [{ plan: 'free' }, { plan: 'Choose Basic or Pro.' }],
  ])('is refused for %j', async (wrong, fields) => {
    const answer = await compensate({ date: '2026-02-03', days: 1, reason: 'x', ...wrong })
    expect([answer.status, answer.body.fields]).toEqual([400, fields])
  })
})

describe('staff', () => {
  test('add free time with a reason', async () => {
    const person = await newPerson(server())
    const path = `/api/admin/users/${person.uid}/grants`
    const grant = { plan: 'pro', length: { days: 3 }, reason: 'A gift for a patient tester' }
    const before = (await admin.get(`${path}/preview?plan=pro&days=3`)).body
    const answer = await admin.post(path, grant)
    expect([answer.status, answer.body.plan]).toEqual([201, 'pro'])
    // The form shows the last day before it is sent.
    expect(before.endsAt).toBe(answer.body.endsAt)
    const after = (await admin.get(`${path}/preview?plan=pro&days=3`)).body
    expect(after.endsAt - before.endsAt).toBe(3 * DAY)
    for (const wrong of [
      'plan=pro&days=0',
      'plan=pro&days=367',
      'plan=free&days=3',
      'plan=pro&days=1.5',
      'days=3',
    ])
      expect([wrong, (await admin.get(`${path}/preview?${wrong}`)).status]).toEqual([wrong, 400])
    expect((await admin.get('/api/admin/users/nobody/grants/preview?plan=pro&days=3')).status).toBe(404)
    expect((await person.visitor.get(`${path}/preview?plan=pro&days=3`)).status).toBe(403)
    expect(Date.parse((await person.visitor.get('/api/me')).body.subscriptionExpiry)).toBe(answer.body.endsAt)
    for (const wrong of [
      { ...grant, reason: '' },
      { ...grant, length: { days: 0 } },
      { ...grant, length: { days: 367 } },
      { ...grant, length: { days: 1, months: 1 } },
      { ...grant, length: { months: 13 } },
      { ...grant, plan: 'free' },
      { ...grant, price: 1 },
    ])
      expect([wrong, (await admin.post(path, wrong)).status]).toEqual([wrong, 400])
    const nobody = await admin.post('/api/admin/users/nobody/grants', grant)
    expect([nobody.status, nobody.body.title]).toEqual([404, 'There is no such user.'])
    const dates = { startsAt: expect.any(String), endsAt: new Date(answer.body.endsAt).toISOString() }
    expect(await server().trail(`user:${person.uid}`)).toEqual([['grant.give', { ...grant, ...dates }]])
  })

  test('find payments by state, plan, email, reference and day, page by page', async () => {
    const { person, reference } = await opened()
    const find = async (query: string) => (await admin.get(`/api/admin/payments?${query}`)).body
    const today = lagosDate(began)
    for (const query of [
      `reference=${reference.slice(0, 10)}`,
      `email=${encodeURIComponent(person.email.toUpperCase())}`,
      `email=${encodeURIComponent(person.email)}&state=open&plan=pro&from=${today}&to=${today}`,
    ])
      expect((await find(query)).payments).toMatchObject([{ reference, email: person.email }])
    for (const query of [
      `reference=${reference}&state=settled`,
      `reference=${reference}&plan=basic`,
      `reference=${reference}&to=${addDays(today, -1)}`,
      `reference=${reference}&from=${addDays(today, 1)}`,
      'email=%25%25%25',
      'reference=_',
    ])
      expect([query, (await find(query)).payments]).toEqual([query, []])
    const all: string[] = []
    for (let after = ''; ;) {
      const { payments, next } = await find(`plan=pro${after}`)
      all.push(...payments.map((payment: { reference: string }) => payment.reference))
      if (next === null) break
      after = `&after=${next}`
    }
    expect(new Set(all).size).toBe(all.length)
    expect((await find('state=gone')).status).toBe(400)
  })

  test('close an alarm once, with a reason', async () => {
    await raiseAlarm({ tx: server().services.db, now: began }, 'ledger', 'test', {})
    const { alarms } = (await admin.get('/api/admin/alarms')).body
    const path = `/api/admin/alarms/${alarms[0].id}/close`
    expect((await admin.post(path, { reason: ' ' })).status).toBe(400)
    expect((await admin.post(path, { reason: 'Asked Paystack' })).status).toBe(200)
    expect((await admin.post(path, { reason: 'Again' })).body.title).toBe('This alarm is already closed.')
    expect((await admin.post('/api/admin/alarms/999999/close', { reason: 'x' })).status).toBe(404)
    const open = (await admin.get('/api/admin/alarms')).body.alarms
    expect(open.map(({ id }: { id: number }) => id)).not.toContain(alarms[0].id)
  })
})
