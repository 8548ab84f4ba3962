import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { contentsOf, rowsOf } from '../../../../tests/support/database.ts'
import { FAULTS, type ModelTransaction, startPaystack } from '../../../../tests/support/paystack-model.ts'
import { newPerson, type NewPerson } from '../../../../tests/support/people.ts'
import { testServer, type Visitor } from '../../../../tests/support/test-server.ts'
import { ledgerFaults } from '../alarms/check-ledger.ts'

const paystack = await startPaystack()
const server = testServer({ settings: paystack.settings, standIns: true })
let admin: Visitor

beforeAll(async () => {
  admin = await server().as('admin')
})
// PAY-11: the ledger is consistent after every test.
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
/** Paystack is asked at most every two seconds, so a second check needs a later clock. */
const later = (minutes: number) => server().services.clock.setOffset(minutes * 60_000)

describe('a payment that has arrived', () => {
  test('is granted once, with events, an audit entry and a receipt, however often it is confirmed', async () => {
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
      subscriptionExpiry: new Date(last.body.period.endsAt).toISOString(),
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
  test('is settled by the webhook after the tab was closed, or without one by the sweep', async () => {
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

  test('is not affected by an outdated answer of Paystack', async () => {
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
  test('cannot be reused by its payer or by another user', async () => {
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

  test('counts a week late, after a failure and after it lapsed', async () => {
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
  test('twice within minutes is granted twice, one after the other, and raises an alarm', async () => {
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

test('a payment of a deleted account raises an alarm', async () => {
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
describe('a payment that differs from what was asked for is not granted and raises an alarm', () => {
  test.each<[string, Partial<ModelTransaction>]>([
    ['one kobo less', { amount: 149_999 }],
    ['one kobo more', { amount: 150_001 }],
    ['another plan’s price', { amount: 200_000 }],
    ['another currency', { currency: 'GHS' }],
    ['live money in test mode', { domain: 'live' }],
    ['another user’s', { metadata: { userId: 'another-user', plan: 'pro' } }],
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
      meaning: 'The payment differs from the request. Nothing was granted.',
      details: { faults: [expect.any(String)] },
    })
  })

  test('and stays pending for its payer until staff close the alarm', async () => {
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

  test('until Paystack corrects it and staff check again', async () => {
    const person = await newPerson(server())
    const reference = await start(person)
    paystack.pay(reference, { amount: 1 })
    await confirm(person.visitor, reference)
    paystack.pay(reference, { amount: 150_000 })
    const { status, body } = await admin.post(`/api/admin/payments/${reference}/check`)
    expect([status, body.payment.state]).toEqual([200, 'settled'])
    expect(await grantsOf(person.uid)).toHaveLength(1)
  })

  test('also if Paystack answers for another reference', async () => {
    const person = await newPerson(server())
    const reference = await start(person)
    const other = paystack.add('x'.repeat(27), { status: 'success' })
    paystack.transactions.set(reference, other)
    expect((await confirm(person.visitor, reference)).body.outcome).toBe('review')
    expect(await grantsOf(person.uid)).toEqual([])
  })
})

// PAY-08
describe('while Paystack fails', () => {
  test.each(FAULTS.filter((fault) => fault !== 'silent' && fault !== 'drip'))(
    '(%s) the payment is settled later',
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

  test('the job of a webhook is retried until Paystack answers', async () => {
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
    'or reports %s, nothing is granted',
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

describe('a page that polls', () => {
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
