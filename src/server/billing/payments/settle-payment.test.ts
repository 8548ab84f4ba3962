import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { contentsOf, rowsOf } from '../../../../tests/support/database.ts'
import { FAULTS, type ModelTransaction, startPaystack } from '../../../../tests/support/paystack-model.ts'
import { newPerson, type NewPerson, PASSWORD } from '../../../../tests/support/people.ts'
import { testServer, type Visitor } from '../../../../tests/support/test-server.ts'
import { ledgerFaults } from '../alarms/check-ledger.ts'

const paystack = await startPaystack()
const server = testServer({ settings: paystack.settings, standIns: true })
let admin: Visitor

beforeAll(async () => {
  admin = await server().as('admin')
})
// PAY-11: whatever a test did, the ledger adds up.
afterEach(async () => {
  paystack.fault = null
  paystack.faults.length = 0
  server().services.clock.setOffset(0)
  expect(await ledgerFaults(server().services.db)).toEqual([])
})
afterAll(() => paystack.stop())

async function start(person: NewPerson, plan = 'pro'): Promise<string> {
  const { status, text, body } = await person.visitor.post('/api/initializeTransaction', { plan })
  if (status !== 200) throw new Error(text)
  return body.data.reference
}
const confirm = (visitor: Visitor, reference: string) => visitor.post(`/api/payments/${reference}/confirm`)
const grantsOf = (uid: string) => rowsOf(server(), sql`select * from grants where user_id = ${uid}`)
const paymentOf = async (reference: string) =>
  (await rowsOf(server(), sql`select * from payments where reference = ${reference}`))[0]!
const alarmsOf = async (reference: string) =>
  (await rowsOf(server(), sql`select kind from alarms where reference = ${reference} order by id`)).map(
    ({ kind }) => kind,
  )
/** Nobody asks Paystack twice within two seconds, so a second look needs a later clock. */
const later = (minutes: number) => server().services.clock.setOffset(minutes * 60_000)

describe('a payment that has arrived', () => {
  test('gives its plan once, with a story, a trail and a receipt, however often it is confirmed', async () => {
    const person = await newPerson(server())
    const reference = await start(person)
    const { paidAt } = paystack.pay(reference, { channel: 'bank_transfer' })
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(person.visitor, reference)))
    const last = await confirm(person.visitor, reference)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(last.body).toMatchObject({
      reference,
      plan: 'pro',
      kobo: 150_000,
      outcome: 'active',
      channel: 'bank_transfer',
      period: { startsAt: last.body.settledAt },
    })
    expect(await grantsOf(person.uid)).toMatchObject([{ payment_id: reference, months: 1, kind: 'payment' }])
    expect((await person.visitor.get('/api/me')).body).toMatchObject({
      subscription: 'pro',
      subscriptionExpiry: last.body.period.endsAt,
    })
    expect((await person.visitor.get('/api/movingNumbers')).status).toBe(200)

    const row = await paymentOf(reference)
    expect(row).toMatchObject({
      state: 'settled',
      provider_id: paystack.transactions.get(reference)!.id,
      current: false,
      next_check_at: null,
    })
    expect(new Date(row.paid_at).getTime()).toBe(paidAt)
    const { events, grant } = (await admin.get(`/api/admin/payments/${reference}`)).body
    expect(events.map(({ what }: { what: string }) => what)).toEqual([
      'opened',
      'Paystack says success',
      'settled',
    ])
    expect(grant).toMatchObject({ endsAt: last.body.period.endsAt, takenBackAt: null })
    const trail = await rowsOf(
      server(),
      sql`select action, details from audit where subject = ${`payment:${reference}`}`,
    )
    expect(trail).toMatchObject([
      { action: 'payment.settle', details: { userId: person.uid, kobo: 150_000 } },
    ])

    await server().runJobs()
    const mails = await server().mailbox(person.email)
    const receipts = mails.filter(({ subject }) => subject.startsWith('Your receipt'))
    expect(receipts).toHaveLength(1)
    expect(receipts[0]!.text).toContain(reference)
    expect(receipts[0]!.text).toContain('₦1,500')
    expect(receipts[0]!.text).toContain('No automatic renewal')
  })

  // PAY-09
  test('after the tab was closed is found by the webhook, or without one by the sweep', async () => {
    const [rung, lost] = [await newPerson(server()), await newPerson(server())]
    const [one, other] = [await start(rung), await start(lost)]
    paystack.pay(one)
    paystack.pay(other)
    expect(await paystack.ring(server().url, one)).toBe(200)
    await server().runJobs()
    expect((await rung.visitor.get('/api/me')).body.subscription).toBe('pro')
    expect((await lost.visitor.get('/api/me')).body.subscription).toBe('free')
    later(1.1)
    await server().sweep()
    await server().runJobs()
    expect((await lost.visitor.get('/api/me')).body.subscription).toBe('pro')
  })

  test('is not doubted because of an answer that was made before it arrived', async () => {
    const person = await newPerson(server())
    const reference = await start(person)
    const { promise, resolve: arrive } = Promise.withResolvers<void>()
    paystack.late.push(promise)
    const asked = confirm(person.visitor, reference)
    await expect.poll(() => paystack.late.length).toBe(0)
    paystack.pay(reference)
    await paystack.ring(server().url, reference)
    await server().runJobs()
    arrive()
    expect((await asked).body.outcome).toBe('active')
    expect(await alarmsOf(reference)).toEqual([])
    const { paid_at, provider_status } = await paymentOf(reference)
    expect([paid_at, provider_status]).toEqual([expect.anything(), 'success'])
  })

  // PAY-06
  test('cannot be used again, by its payer or by anybody else', async () => {
    const [payer, thief] = [await newPerson(server()), await newPerson(server())]
    const reference = await start(payer)
    paystack.pay(reference)
    await confirm(payer.visitor, reference)
    const before = await contentsOf(server())
    later(60)
    expect((await confirm(payer.visitor, reference)).body.outcome).toBe('active')
    expect((await confirm(thief.visitor, reference)).status).toBe(403)
    expect((await thief.visitor.get(`/api/payments/${reference}`)).status).toBe(404)
    expect((await confirm(server().anonymous(), reference)).status).toBe(401)
    expect((await confirm(payer.visitor, 'z'.repeat(27))).status).toBe(404)
    expect((await confirm(payer.visitor, 'short')).status).toBe(400)
    expect(await contentsOf(server())).toEqual(before)
    expect((await thief.visitor.get('/api/me')).body.subscription).toBe('free')
  })

  test('a week late, or after it failed, or after it was given up, counts all the same', async () => {
    const person = await newPerson(server())
    const reference = await start(person)
    paystack.pay(reference, { status: 'failed', paidAt: null })
    expect((await confirm(person.visitor, reference)).body.outcome).toBe('failed')
    later(8 * 24 * 60)
    await server().sweep()
    await server().runJobs()
    expect((await paymentOf(reference)).state).toBe('lapsed')
    paystack.pay(reference)
    await paystack.ring(server().url, reference)
    await server().runJobs()
    expect((await paymentOf(reference)).state).toBe('settled')
    expect(await grantsOf(person.uid)).toHaveLength(1)
  })

  // PAY-10
  test('twice within minutes counts twice, one behind the other, and staff hears of it', async () => {
    const person = await newPerson(server())
    const first = await start(person)
    paystack.pay(first, { status: 'failed', paidAt: null })
    await confirm(person.visitor, first)
    const second = await start(person)
    paystack.pay(first)
    paystack.pay(second)
    for (const reference of [first, second]) await paystack.ring(server().url, reference)
    await server().runJobs()
    const { periods } = (await person.visitor.get('/api/plan')).body
    expect(periods).toHaveLength(2)
    expect(periods[1].startsAt).toBe(periods[0].endsAt)
    expect([...(await alarmsOf(first)), ...(await alarmsOf(second))]).toEqual(['paid-twice'])
  })
})

test('money that arrives when its payer has deleted the account calls staff', async () => {
  const person = await newPerson(server())
  const reference = await start(person)
  const gone = await person.visitor.request('DELETE', '/api/profile', { body: { confirm: true } })
  expect(gone.status).toBe(200)
  paystack.pay(reference)
  await paystack.ring(server().url, reference)
  await server().runJobs()
  expect(await alarmsOf(reference)).toEqual(['payer-gone'])
  expect((await admin.post(`/api/admin/payments/${reference}/refund`, { reason: 'Gone' })).status).toBe(200)
})

// PAY-05
describe('money that is not what was asked for gives nothing and calls staff', () => {
  test.each<[string, Partial<ModelTransaction>]>([
    ['one kobo less', { amount: 149_999 }],
    ['one kobo more', { amount: 150_001 }],
    ['another plan’s price', { amount: 200_000 }],
    ['another currency', { currency: 'GHS' }],
    ['live money in test mode', { domain: 'live' }],
    ['somebody else’s', { metadata: { userId: 'somebody-else', plan: 'pro' } }],
    ['for another plan', { metadata: JSON.stringify({ plan: 'basic' }) }],
  ])('%s', async (_, changes) => {
    const person = await newPerson(server())
    const reference = await start(person)
    paystack.pay(reference, changes)
    await paystack.ring(server().url, reference)
    await server().runJobs()
    expect((await confirm(person.visitor, reference)).body.outcome).toBe('review')
    expect(await grantsOf(person.uid)).toEqual([])
    expect((await person.visitor.get('/api/me')).body.subscription).toBe('free')
    expect(await alarmsOf(reference)).toEqual(['mismatch'])
    const { alarms } = (await admin.get('/api/admin/alarms')).body
    expect(alarms.find((alarm: { reference: string }) => alarm.reference === reference)).toMatchObject({
      kind: 'mismatch',
      meaning: 'Paid, but not what was asked for. Nothing was granted.',
      details: { faults: [expect.any(String)] },
    })
  })

  test('and holds up its payer until staff has dealt with it, no longer', async () => {
    const person = await newPerson(server())
    const reference = await start(person)
    paystack.pay(reference, { amount: 150_001 })
    await confirm(person.visitor, reference)
    const pending = async () =>
      (await person.visitor.get('/api/plan')).body.pending.map((one: { reference: string }) => one.reference)
    expect(await pending()).toEqual([reference])
    const [alarm] = await rowsOf(server(), sql`select id from alarms where reference = ${reference}`)
    await admin.post(`/api/admin/alarms/${alarm!.id}/close`, { reason: 'Gave the month by hand' })
    expect(await pending()).toEqual([])
  })

  test('until Paystack says otherwise and staff asks again', async () => {
    const person = await newPerson(server())
    const reference = await start(person)
    paystack.pay(reference, { amount: 1 })
    await confirm(person.visitor, reference)
    paystack.pay(reference, { amount: 150_000 })
    const { status, body } = await admin.post(`/api/admin/payments/${reference}/check`)
    expect([status, body.payment.state]).toEqual([200, 'settled'])
    expect(await grantsOf(person.uid)).toHaveLength(1)
  })

  test('also where Paystack answers for another reference', async () => {
    const person = await newPerson(server())
    const reference = await start(person)
    const other = paystack.add('x'.repeat(27), { status: 'success' })
    paystack.transactions.set(reference, other)
    expect((await confirm(person.visitor, reference)).body.outcome).toBe('review')
    expect(await grantsOf(person.uid)).toEqual([])
  })
})

// PAY-08
describe('while Paystack cannot be understood', () => {
  test.each(FAULTS.filter((fault) => fault !== 'silent' && fault !== 'drip'))(
    '(%s) nothing is given and nothing lost: the payment is settled later',
    async (fault) => {
      const person = await newPerson(server())
      const reference = await start(person)
      paystack.pay(reference)
      paystack.faults.push(fault)
      const answer = await confirm(person.visitor, reference)
      expect([answer.status, answer.body.outcome]).toEqual([200, 'pending'])
      expect(await grantsOf(person.uid)).toEqual([])
      later(1.1)
      await server().sweep()
      await server().runJobs()
      expect((await paymentOf(reference)).state).toBe('settled')
    },
  )

  test('a webhook’s job is tried again until Paystack answers', async () => {
    const person = await newPerson(server())
    const reference = await start(person)
    paystack.pay(reference)
    await paystack.ring(server().url, reference)
    paystack.fault = '500'
    await server().runJobs()
    expect((await paymentOf(reference)).state).toBe('open')
    paystack.fault = null
    await server().runJobs({ retries: true })
    expect((await paymentOf(reference)).state).toBe('settled')
  })

  test.each(['abandoned', 'ongoing', 'pending', 'processing', 'queued', 'failed'])(
    'says %s, nothing is given',
    async (status) => {
      const person = await newPerson(server())
      const reference = await start(person)
      paystack.pay(reference, { status, paidAt: null })
      const { body } = await confirm(person.visitor, reference)
      expect(body.outcome).toBe(status === 'failed' ? 'failed' : 'pending')
      expect(await grantsOf(person.uid)).toEqual([])
    },
  )
})

describe('a page that asks again and again', () => {
  test('asks Paystack at most every two seconds', async () => {
    const person = await newPerson(server())
    const reference = await start(person)
    const before = paystack.requests.length
    for (let i = 0; i < 10; i++)
      expect((await confirm(person.visitor, reference)).body.outcome).toBe('pending')
    expect(paystack.requests.length - before).toBeLessThan(5)
    paystack.pay(reference)
    later(0.1)
    expect((await confirm(person.visitor, reference)).body.outcome).toBe('active')
  })
})

// EXP-03, EXP-04
describe('what a purchase adds', () => {
  test('is told beforehand exactly as it then comes, beside another plan and behind what is left', async () => {
    const person = await newPerson(server())
    const buy = async (plan: string) => {
      const { purchases } = (await person.visitor.get('/api/plan')).body
      const told = purchases.find((purchase: { plan: string }) => purchase.plan === plan)
      const reference = await start(person, plan)
      paystack.pay(reference)
      const { period } = (await confirm(person.visitor, reference)).body
      expect(period.endsAt).toBe(told.endsAt)
      return { told, period }
    }
    const basic = await buy('basic')
    expect(basic.told.beside).toBeNull()
    const pro = await buy('pro')
    expect(pro.told.beside).toBe('basic')
    expect((await person.visitor.get('/api/me')).body.subscription).toBe('pro')
    const renewed = await buy('pro')
    expect(renewed.told.startsAt).toBe(pro.period.endsAt)
    expect(renewed.period.startsAt).toBe(pro.period.endsAt)
    // The Basic year runs on under both months.
    later((Date.parse(renewed.period.endsAt) - Date.now()) / 60_000 + 1)
    // Their session has ended by then.
    await person.visitor.post('/api/auth/sign-in/email', { email: person.email, password: PASSWORD })
    expect((await person.visitor.get('/api/me')).body).toMatchObject({
      subscription: 'basic',
      subscriptionExpiry: basic.period.endsAt,
    })
  })

  test('choosing Free cancels nothing', async () => {
    const person = await newPerson(server())
    const reference = await start(person)
    paystack.pay(reference)
    await confirm(person.visitor, reference)
    expect((await person.visitor.post('/api/plans/free')).body).toEqual({ saved: true })
    expect((await person.visitor.get('/api/me')).body.subscription).toBe('pro')
  })
})

// AUTHZ-02
describe('the history of payments', () => {
  test('is one’s own, newest first, and goes on page by page without a gap', async () => {
    const [person, other] = [await newPerson(server()), await newPerson(server())]
    await start(other)
    const made: string[] = []
    for (let i = 0; i < 45; i++) {
      // A person may open eight an hour.
      server().services.clock.setOffset(i * 10 * 60_000)
      const reference = await start(person, i % 2 ? 'pro' : 'basic')
      paystack.pay(reference, { status: 'failed', paidAt: null })
      made.unshift(reference)
      // The next click sees that this one failed and opens another.
    }
    const listed: string[] = []
    const sizes: number[] = []
    for (let path: string | null = '/api/payments'; path;) {
      const { payments, next }: { payments: { reference: string }[]; next: string | null } = (
        await person.visitor.get(path)
      ).body
      listed.push(...payments.map(({ reference }) => reference))
      sizes.push(payments.length)
      path = next && `/api/payments?after=${next}`
    }
    expect(listed).toEqual(made)
    expect(sizes).toEqual([20, 20, 5])
    expect((await person.visitor.get('/api/payments?after=x')).status).toBe(400)
  })
})
