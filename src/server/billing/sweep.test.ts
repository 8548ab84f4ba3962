import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addDays, endOfDay, instantAt, lagosDate, weekdayOf } from '../../domain/calendar.ts'
import { rowsOf } from '../../../tests/support/database.ts'
import { startPaystack } from '../../../tests/support/paystack-model.ts'
import { give, newPerson, type NewPerson } from '../../../tests/support/people.ts'
import { testServer, type Visitor } from '../../../tests/support/test-server.ts'
import { ledgerFaults } from './alarms/check-ledger.ts'

const paystack = await startPaystack()
const server = testServer({ settings: paystack.settings, standIns: true })
const DAY = 86_400_000
let admin: Visitor
let began: number

beforeAll(async () => {
  began = await server().services.clock.now(server().services.db)
  // The model's clock is the server's.
  paystack.now = () => now
})
afterEach(() => {
  paystack.fault = null
  moveTo(began)
})
afterAll(() => paystack.stop())

let now = Date.now()
function moveTo(instant: number): void {
  server().services.clock.setOffset(instant - Date.now())
  now = instant
}
async function open(person: NewPerson): Promise<string> {
  return (await person.visitor.post('/api/initializeTransaction', { plan: 'pro' })).body.data.reference
}
const alarmsOf = async (reference: string) =>
  (await rowsOf(server(), sql`select kind from alarms where reference = ${reference} order by id`)).map(
    ({ kind }) => kind,
  )
const endingsOf = async (email: string) =>
  (await server().mailbox(email)).filter(({ subject }) => subject.startsWith('Your plan ends soon'))

describe('the reconciler', () => {
  test('asks about an open payment on every rung, once for all servers, and for a week', async () => {
    const reference = await open(await newPerson(server()))
    const other = await server().another()
    const asked = () => paystack.requests.filter(({ what }) => what.endsWith(`verify/${reference}`)).length
    const rungs = [1, 5, 30, 60, 120, 1440, 2 * 1440, 7 * 1440]
    let before = asked()
    for (const minutes of rungs) {
      moveTo(began + minutes * 60_000 + 20_000)
      other.services.clock.setOffset(now - Date.now())
      await Promise.all([server().sweep(), other.sweep()])
      await server().sweep()
      expect([minutes, asked() - before]).toEqual([minutes, 1])
      before = asked()
    }
    moveTo(began + 9 * DAY)
    await server().sweep()
    expect(asked()).toBe(before)
  })

  /** Three hours into a Lagos day that no sweep of another test has seen. */
  const night = (count: number) => instantAt(addDays(lagosDate(began), 9 + Math.round(5 * count)), 3 * 60 + 1)

  test('compares with Paystack’s list once a day: what was paid is granted, what nobody knows is an alarm', async () => {
    const person = await newPerson(server())
    moveTo(night(1) - DAY / 2)
    const reference = await open(person)
    await rowsOf(server(), sql`update payments set next_check_at = null where reference = ${reference}`)
    paystack.pay(reference)
    const unknown = 'nobodys'.repeat(4)
    paystack.add(unknown, { status: 'success' })
    for (let i = 0; i < 250; i++) paystack.add(`other${String(i).padStart(22, '0')}`, { status: 'failed' })
    moveTo(night(1))
    const lists = () => paystack.requests.filter(({ what }) => what === 'GET /transaction').length
    const before = lists()
    await server().sweep()
    await server().sweep()
    // One list of the successful ones, one of the reversed ones.
    expect(lists() - before).toBe(2)
    expect((await person.visitor.get('/api/me')).body.subscription).toBe('pro')
    expect(await alarmsOf(unknown)).toEqual(['unknown-payment'])
    const [row] = await rowsOf(server(), sql`select * from comparisons order by day desc limit 1`)
    expect(row).toMatchObject({ listed: 2, raised: 1 })
  })

  test('raises an alarm for a grant whose money Paystack does not have', async () => {
    const person = await newPerson(server())
    moveTo(night(2) - DAY / 2)
    const reference = await open(person)
    paystack.pay(reference)
    await person.visitor.post(`/api/payments/${reference}/confirm`)
    paystack.pay(reference, { status: 'failed' })
    moveTo(night(2))
    await server().sweep()
    expect(await alarmsOf(reference)).toEqual(['granted-not-paid'])
  })

  test('takes back what was refunded in full without our hearing of it', async () => {
    const person = await newPerson(server())
    moveTo(night(3) - DAY / 2)
    const reference = await open(person)
    paystack.pay(reference)
    await person.visitor.post(`/api/payments/${reference}/confirm`)
    paystack.refund(reference, 150_000)
    moveTo(night(3))
    await server().sweep()
    expect((await person.visitor.get('/api/me')).body.subscription).toBe('free')
  })

  test('finds a dispute that was lost when its beginning is long forgotten', async () => {
    const person = await newPerson(server())
    const { reference } = (await person.visitor.post('/api/initializeTransaction', { plan: 'basic' })).body
      .data
    paystack.pay(reference)
    await person.visitor.post(`/api/payments/${reference}/confirm`)
    await paystack.deliver(server().url, paystack.eventOf('charge.dispute.create', reference))
    await server().runJobs()
    paystack.dispute(reference).createdAt = now - 300 * DAY
    paystack.resolveDispute(reference, 'merchant-accepted')
    moveTo(night(50))
    await server().sweep()
    const [row] = await rowsOf(server(), sql`select state from payments where reference = ${reference}`)
    expect(row).toEqual({ state: 'reversed' })
  })

  test('finds on a Sunday what was paid long after it was opened, though no webhook said so', async () => {
    const person = await newPerson(server())
    const reference = await open(person)
    let days = 31
    while (weekdayOf(addDays(lagosDate(began), days)) !== 'sunday') days++
    const sunday = (day: number) => instantAt(addDays(lagosDate(began), day), 3 * 60 + 2)
    moveTo(sunday(10))
    await server().sweep()
    paystack.pay(reference)
    moveTo(sunday(days))
    await server().sweep()
    const [row] = await rowsOf(server(), sql`select state from payments where reference = ${reference}`)
    expect(row).toEqual({ state: 'settled' })
  })

  test('finds what went back long after it came, though no webhook said so', async () => {
    const [part, all, disputed] = await Promise.all([1, 2, 3].map(() => newPerson(server())))
    const buy = async (person: NewPerson) => {
      const { reference } = (await person.visitor.post('/api/initializeTransaction', { plan: 'basic' })).body
        .data
      paystack.pay(reference)
      await person.visitor.post(`/api/payments/${reference}/confirm`)
      return reference as string
    }
    const [one, two, three] = [await buy(part!), await buy(all!), await buy(disputed!)]
    moveTo(night(3.4) - DAY / 2)
    paystack.refund(one, 50_000)
    paystack.refund(two, 200_000)
    Object.assign(paystack.dispute(three), { status: 'resolved', resolution: 'merchant-accepted' })
    moveTo(night(3.4))
    await server().sweep()
    expect(await alarmsOf(one)).toEqual(['partial-refund'])
    const plans = [part, all, disputed].map(
      async (person) => (await person!.visitor.get('/api/me')).body.subscription,
    )
    expect(await Promise.all(plans)).toEqual(['basic', 'free', 'free'])
  })

  test('reads every page of a long list', async () => {
    moveTo(night(4) - DAY / 2)
    for (let i = 0; i < 250; i++) paystack.add(`many${String(i).padStart(23, '0')}`, { status: 'success' })
    moveTo(night(4))
    await server().sweep()
    const rows = await rowsOf(server(), sql`select 1 from alarms where reference like 'many%'`)
    expect(rows).toHaveLength(250)
  })
})

// PAY-11
test('a ledger that does not add up is an alarm within a minute', async () => {
  const person = await newPerson(server())
  const reference = await open(person)
  paystack.pay(reference)
  await person.visitor.post(`/api/payments/${reference}/confirm`)
  expect(await ledgerFaults(server().services.db)).toEqual([])
  await rowsOf(server(), sql`update payments set state = 'open' where reference = ${reference}`)
  await server().sweep()
  expect(await alarmsOf(reference)).toEqual(['ledger'])
  await rowsOf(server(), sql`update payments set state = 'settled' where reference = ${reference}`)
})

describe('money that stands still calls staff', () => {
  test('after ten minutes when Paystack has announced it, until it is granted', async () => {
    const person = await newPerson(server())
    const reference = await open(person)
    paystack.pay(reference)
    await paystack.ring(server().url, reference)
    paystack.fault = '500'
    moveTo(began + 9 * 60_000)
    await server().sweep()
    expect(await alarmsOf(reference)).toEqual([])
    moveTo(began + 11 * 60_000)
    await server().sweep()
    await server().sweep()
    paystack.fault = null
    expect(await alarmsOf(reference)).toEqual(['paid-not-granted'])
    await server().runJobs({ retries: true })
    expect((await person.visitor.get('/api/me')).body.subscription).toBe('pro')
    const rows = sql`select closed_reason from alarms where reference = ${reference}`
    expect(await rowsOf(server(), rows)).toEqual([{ closed_reason: 'It has been granted.' }])
    moveTo(began + 30 * 60_000)
    await server().sweep()
    expect(await alarmsOf(reference)).toHaveLength(1)
  })

  test('after an hour when a refund cannot be sent', async () => {
    const person = await newPerson(server())
    const reference = await open(person)
    paystack.pay(reference)
    await person.visitor.post(`/api/payments/${reference}/confirm`)
    const staff = await server().as('admin')
    await staff.post(`/api/admin/payments/${reference}/refund`, { reason: 'Asked for it' })
    paystack.fault = '500'
    moveTo(began + 59 * 60_000)
    await server().sweep()
    expect(await alarmsOf(reference)).toEqual([])
    moveTo(began + 61 * 60_000)
    await server().sweep()
    paystack.fault = null
    expect(await alarmsOf(reference)).toEqual(['refund-failed'])
  })
})

describe('reminders', () => {
  test('come 7, 3, 1 and 0 days before the end, each once, and begin anew after a renewal', async () => {
    const person = await newPerson(server())
    await give(server(), person.uid, began)
    const [row] = await rowsOf(server(), sql`select ends_at from periods where user_id = ${person.uid}`)
    const end = new Date(row!.ends_at).getTime()
    const counts: number[] = []
    for (const left of [8, 7, 6.5, 3, 2.9, 1, 0.5, 0, -0.5, -2]) {
      moveTo(end - left * DAY + 1000)
      await server().sweep()
      await server().sweep()
      counts.push((await endingsOf(person.email)).length)
    }
    expect(counts).toEqual([0, 1, 1, 2, 2, 3, 3, 4, 4, 4])
    const texts = (await endingsOf(person.email)).map(({ text }) => text).toReversed()
    expect(texts[0]).toContain('7 days are left')
    expect(texts[2]).toContain('One day is left')
    expect(texts[3]).toContain('plan ended on')
    expect(texts[0]).toContain('No automatic renewal')
    moveTo(end + 1000)
    await give(server(), person.uid, now)
    moveTo(end + 25 * DAY)
    await server().sweep()
    expect(await endingsOf(person.email)).toHaveLength(5)
  })

  test('skip what was missed while nothing ran, and people whose plan goes on behind it', async () => {
    const [late, renewed] = [await newPerson(server()), await newPerson(server())]
    for (const { uid } of [late, renewed]) await give(server(), uid, began, { length: { days: 10 } })
    await give(server(), renewed.uid, began + 1, { length: { days: 10 } })
    moveTo(endOfDay(addDays(lagosDate(began), 10)) - DAY / 2)
    await server().sweep()
    expect((await endingsOf(late.email)).map(({ text }) => text)).toEqual([
      expect.stringContaining('One day is left'),
    ])
    expect(await endingsOf(renewed.email)).toEqual([])
  })
})

describe('days given back', () => {
  beforeAll(async () => {
    admin = await server().as('admin')
  })
  const back = (body: object) => admin.post('/api/admin/days-given-back', body)

  test('reach everybody whose plan ran on that day, each once, behind what they have', async () => {
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
    const answer = await back(order)
    expect([answer.status, answer.body]).toEqual([201, { people: 2 }])
    expect((await back({ ...order, days: 1 })).status).toBe(409)
    await server().runJobs()
    await server().services.db.execute(
      sql`select graphile_worker.add_job('give-days-back', json_build_object('id', (select max(id)::text from days_given_back)))`,
    )
    await server().runJobs()

    expect(Date.parse(await expiryOf(ran!)) - Date.parse(before)).toBe(2 * DAY)
    expect(await expiryOf(ended!)).not.toBeNull()
    const given = await rowsOf(server(), sql`select user_id, reason from grants where kind = 'given-back'`)
    expect(new Set(given.map(({ user_id }) => user_id))).toEqual(new Set([ran!.uid, ended!.uid]))
    expect(given).toHaveLength(2)
    expect(given[0]!.reason).toBe(order.reason)
    expect((await later!.visitor.get('/api/plan')).body.periods).toHaveLength(1)
    const mails = await server().mailbox(ran!.email)
    expect(mails.filter(({ subject }) => subject.startsWith('We added days'))).toHaveLength(1)
  })

  test.each([
    [{ date: '2026-02-30', days: 1, reason: 'x' }],
    [{ date: '2199-01-01', days: 1, reason: 'x' }],
    [{ date: '2026-02-03', days: 0, reason: 'x' }],
    [{ date: '2026-02-03', days: 1.5, reason: 'x' }],
    [{ date: '2026-02-03', days: 1, reason: ' ' }],
    [{ date: '2026-02-03', days: 1, reason: 'x', plan: 'free' }],
  ])('are refused for %j', async (body) => {
    expect((await back(body)).status).toBe(400)
  })
})

describe('staff', () => {
  beforeAll(async () => {
    admin = await server().as('admin')
  })
  test('gives time with a reason and without a price', async () => {
    const person = await newPerson(server())
    const path = `/api/admin/users/${person.uid}/grants`
    const grant = { plan: 'pro', length: { days: 3 }, reason: 'A gift for a patient tester' }
    const before = (await admin.get(`${path}/preview?plan=pro&days=3`)).body
    const answer = await admin.post(path, grant)
    expect([answer.status, answer.body.plan]).toEqual([201, 'pro'])
    // The form shows the last day before it is sent.
    expect(before.endsAt).toBe(answer.body.endsAt)
    const after = (await admin.get(`${path}/preview?plan=pro&days=3`)).body
    expect(Date.parse(after.endsAt) - Date.parse(before.endsAt)).toBe(3 * DAY)
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
    expect((await person.visitor.get('/api/me')).body.subscriptionExpiry).toBe(answer.body.endsAt)
    for (const wrong of [
      { ...grant, reason: '' },
      { ...grant, length: { days: 0 } },
      { ...grant, length: { days: 367 } },
      { ...grant, length: { days: 1, months: 1 } },
      { ...grant, plan: 'free' },
      { ...grant, price: 1 },
    ])
      expect([wrong, (await admin.post(path, wrong)).status]).toEqual([wrong, 400])
    expect((await admin.post('/api/admin/users/nobody/grants', grant)).status).toBe(404)
    const trail = await rowsOf(
      server(),
      sql`select details from audit where subject = ${`user:${person.uid}`} and action = 'grant.give'`,
    )
    expect(trail).toMatchObject([{ details: { reason: grant.reason, length: { days: 3 } } }])
  })

  test('finds payments by state, plan, e-mail, reference and day, page by page', async () => {
    const person = await newPerson(server())
    const reference = await open(person)
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

  test('closes an alarm with a reason, once', async () => {
    const { alarms } = (await admin.get('/api/admin/alarms')).body
    const path = `/api/admin/alarms/${alarms[0].id}/close`
    expect((await admin.post(path, { reason: ' ' })).status).toBe(400)
    expect((await admin.post(path, { reason: 'Asked Paystack' })).status).toBe(200)
    expect((await admin.post(path, { reason: 'Again' })).status).toBe(409)
    expect((await admin.post('/api/admin/alarms/999999/close', { reason: 'x' })).status).toBe(404)
    const open = (await admin.get('/api/admin/alarms')).body.alarms
    expect(open.map(({ id }: { id: number }) => id)).not.toContain(alarms[0].id)
  })
})
