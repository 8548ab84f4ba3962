import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { contentsOf, rowsOf } from '../../../../tests/support/database.ts'
import { type Moment, startPaystack } from '../../../../tests/support/paystack-model.ts'
import { newPerson, type NewPerson, PASSWORD } from '../../../../tests/support/people.ts'
import { testServer, type Visitor } from '../../../../tests/support/test-server.ts'
import { DAY } from '../../../domain/calendar.ts'
import { ledgerFaults } from '../alarms/check-ledger.ts'

// Paystack: "reversed: the transaction was refunded, or a chargeback was successfully logged". Neither means that the
// full amount was returned.
const paystack = await startPaystack()
const server = testServer({ settings: paystack.settings, standIns: true })
let admin: Visitor

beforeAll(async () => {
  admin = await server().as('admin')
  paystack.now = () => Date.now() + offset
})
afterEach(async () => {
  later(0)
  paystack.reversedAt.clear()
  expect(await ledgerFaults(server().services.db)).toEqual([])
})
afterAll(() => paystack.stop())

let offset = 0
function later(milliseconds: number): void {
  offset = milliseconds
  server().services.clock.setOffset(offset)
}
/** Runs a daily comparison. It is due at three in the morning, so one of two sweeps half a day apart starts it. */
async function compareOn(day: number): Promise<void> {
  for (const dayFraction of [0.5, 1]) {
    later((day + dayFraction) * DAY)
    await server().sweep()
  }
}
function reverseAt(...moments: Moment[]): void {
  for (const moment of moments) paystack.reversedAt.add(moment)
}
async function buy(person: NewPerson): Promise<string> {
  const { reference } = (await person.visitor.post('/api/initializeTransaction', { plan: 'pro' })).body.data
  paystack.pay(reference)
  await person.visitor.post(`/api/payments/${reference}/confirm`)
  return reference
}
const planOf = async ({ visitor }: NewPerson) => (await visitor.get('/api/me')).body.subscription
const deliverWebhook = async (event: string, reference: string, more = {}) => {
  expect(await paystack.deliver(server().url, paystack.eventOf(event, reference, more))).toBe(200)
  await server().runJobs()
}
/** The open alarms of a payment after a sweep, which closes the solved ones. */
async function openAlarms(reference: string): Promise<string[]> {
  await server().sweep()
  const open = sql`select kind from alarms where reference = ${reference} and closed_at is null order by id`
  return (await rowsOf(server(), open)).map(({ kind }) => kind)
}
const stateOf = async (reference: string) =>
  (await rowsOf(server(), sql`select state from payments where reference = ${reference}`))[0]!.state
const grantsOf = (reference: string) =>
  rowsOf(
    server(),
    sql`select id::int, months, days, replaces::int from grants where payment_id = ${reference} order by id`,
  )
const recheck = (reference: string) => admin.post(`/api/admin/payments/${reference}/check`)
const restore = (reference: string) => admin.post(`/api/admin/payments/${reference}/restore`)
const resolved = (resolution: string) => ({ status: 'resolved', resolution })

describe('a plan continues although Paystack says reversed', () => {
  test('while a dispute is open, and after it was won', async () => {
    reverseAt('dispute-opened')
    const person = await newPerson(server())
    const reference = await buy(person)
    paystack.dispute(reference)
    expect(paystack.transactions.get(reference)!.status).toBe('reversed')
    await deliverWebhook('charge.dispute.create', reference)
    await recheck(reference)
    expect([await planOf(person), await stateOf(reference)]).toEqual(['pro', 'settled'])
    expect(await openAlarms(reference)).toEqual(['dispute'])
    paystack.resolveDispute(reference, 'declined')
    await deliverWebhook('charge.dispute.resolve', reference, resolved('declined'))
    expect([await planOf(person), await stateOf(reference)]).toEqual(['pro', 'settled'])
    expect(await grantsOf(reference)).toHaveLength(1)
  })

  test('and ends when the dispute is lost', async () => {
    reverseAt('dispute-opened')
    const person = await newPerson(server())
    const reference = await buy(person)
    paystack.dispute(reference)
    await deliverWebhook('charge.dispute.create', reference)
    paystack.resolveDispute(reference, 'merchant-accepted')
    await deliverWebhook('charge.dispute.resolve', reference, resolved('merchant-accepted'))
    expect([await planOf(person), await stateOf(reference)]).toEqual(['free', 'reversed'])
  })

  test('while a partial refund is pending, and after it failed', async () => {
    reverseAt('refund-pending')
    const person = await newPerson(server())
    const reference = await buy(person)
    paystack.refund(reference, 50_000, 'pending')
    await deliverWebhook('refund.pending', reference)
    expect([await planOf(person), await stateOf(reference)]).toEqual(['pro', 'settled'])
    expect(await openAlarms(reference)).toEqual(['reversed-unclear'])
    paystack.finishRefunds(reference, 'failed')
    await deliverWebhook('refund.failed', reference)
    expect([await planOf(person), await stateOf(reference)]).toEqual(['pro', 'settled'])
    expect(await openAlarms(reference)).toEqual(['refund-failed'])
    const closed = sql`select closed_reason from alarms where reference = ${reference} and kind = 'reversed-unclear'`
    expect(await rowsOf(server(), closed)).toEqual([
      { closed_reason: 'Paystack no longer reports it as reversed.' },
    ])
  })

  test('after a failed refund that Paystack still calls reversed, with an alarm', async () => {
    reverseAt('refund-failed')
    const person = await newPerson(server())
    const reference = await buy(person)
    paystack.refund(reference, 50_000, 'failed')
    await deliverWebhook('refund.failed', reference)
    expect([await planOf(person), await stateOf(reference)]).toEqual(['pro', 'settled'])
    expect(await openAlarms(reference)).toEqual(['refund-failed', 'reversed-unclear'])
  })

  test('after a partial refund; refunding the rest ends it', async () => {
    reverseAt('partial-refund-processed')
    const person = await newPerson(server())
    const reference = await buy(person)
    paystack.refund(reference, 50_000)
    await deliverWebhook('refund.processed', reference)
    expect([await planOf(person), await stateOf(reference)]).toEqual(['pro', 'settled'])
    expect(await openAlarms(reference)).toEqual(['partial-refund'])
    paystack.refund(reference, 100_000)
    await deliverWebhook('refund.processed', reference, { amount: 100_000 })
    expect([await planOf(person), await stateOf(reference)]).toEqual(['free', 'reversed'])
  })

  test('until a refund by staff is processed, without an alarm', async () => {
    reverseAt('refund-pending')
    const person = await newPerson(server())
    const reference = await buy(person)
    await admin.post(`/api/admin/payments/${reference}/refund`, { reason: 'Asked for it' })
    await server().runJobs()
    expect(paystack.transactions.get(reference)!.status).toBe('reversed')
    expect([await planOf(person), await openAlarms(reference)]).toEqual(['pro', []])
    paystack.finishRefunds(reference)
    await deliverWebhook('refund.processed', reference)
    expect([await planOf(person), await stateOf(reference)]).toEqual(['free', 'reversed'])
  })

  test('and raises an alarm if the reason is unknown', async () => {
    const person = await newPerson(server())
    const reference = await buy(person)
    paystack.pay(reference, { status: 'reversed' })
    await recheck(reference)
    expect([await planOf(person), await openAlarms(reference)]).toEqual(['pro', ['reversed-unclear']])
  })
})

describe('a payment whose money came back to us', () => {
  test('restores the rest of its time after a processed refund failed', async () => {
    const person = await newPerson(server())
    const reference = await buy(person)
    const { period } = (await person.visitor.get(`/api/payments/${reference}`)).body
    later(10 * DAY)
    paystack.refund(reference, 150_000)
    await deliverWebhook('refund.processed', reference)
    expect([await planOf(person), await stateOf(reference)]).toEqual(['free', 'reversed'])

    later(15 * DAY)
    paystack.finishRefunds(reference, 'failed')
    await deliverWebhook('refund.failed', reference)
    expect([await planOf(person), await stateOf(reference)]).toEqual(['pro', 'settled'])
    const again = (await person.visitor.get(`/api/payments/${reference}`)).body
    // The plan was revoked for five days, so it ends five days later.
    expect(again.period.endsAt - period.endsAt).toBe(5 * DAY)
    expect(again.outcome).toBe('active')
    const [first, second] = await grantsOf(reference)
    expect(second).toMatchObject({ replaces: first!.id, months: null })
    const trail = await rowsOf(
      server(),
      sql`select action from audit where subject = ${`payment:${reference}`} order by id`,
    )
    expect(trail.map(({ action }) => action)).toEqual([
      'payment.settle',
      'payment.take-back',
      'payment.give-again',
    ])

    // A repeated check adds no grant; a second refund revokes the plan again.
    await recheck(reference)
    expect(await grantsOf(reference)).toHaveLength(2)
    paystack.refund(reference, 150_000)
    await deliverWebhook('refund.processed', reference, { amount: 150_000 })
    expect([await planOf(person), await stateOf(reference)]).toEqual(['free', 'reversed'])
    const list = (await person.visitor.get('/api/payments')).body.payments
    expect(list).toMatchObject([{ reference, outcome: 'refunded', period: null }])
  })

  test('restores its time when a lost dispute is won on appeal', async () => {
    const person = await newPerson(server())
    const reference = await buy(person)
    paystack.dispute(reference)
    paystack.resolveDispute(reference, 'merchant-accepted')
    await deliverWebhook('charge.dispute.resolve', reference, resolved('merchant-accepted'))
    expect(await planOf(person)).toBe('free')
    paystack.resolveDispute(reference, 'declined')
    await deliverWebhook('charge.dispute.resolve', reference, resolved('declined'))
    expect([await planOf(person), await stateOf(reference)]).toEqual(['pro', 'settled'])
  })

  /** The rows that earlier releases wrote when Paystack said reversed. */
  async function revokedTooEarly(person: NewPerson): Promise<string> {
    const reference = await buy(person)
    await rowsOf(server(), sql`update payments set state = 'reversed' where reference = ${reference}`)
    await rowsOf(
      server(),
      sql`insert into reversals (grant_id, at, reason)
          select id, now(), 'The money went back in full.' from grants where payment_id = ${reference}`,
    )
    await rowsOf(
      server(),
      sql`delete from periods where grant_id in (select id from grants where payment_id = ${reference})`,
    )
    return reference
  }

  test('is granted again by the daily comparison if it was revoked too early', async () => {
    const person = await newPerson(server())
    const reference = await revokedTooEarly(person)
    expect(await planOf(person)).toBe('free')
    await compareOn(1)
    expect([await planOf(person), await stateOf(reference)]).toEqual(['pro', 'settled'])
  })

  test('raises an alarm while Paystack says reversed, and staff restore it', async () => {
    const person = await newPerson(server())
    const reference = await revokedTooEarly(person)
    reverseAt('dispute-opened')
    paystack.dispute(reference)
    await recheck(reference)
    expect(await stateOf(reference)).toBe('reversed')
    expect(await openAlarms(reference)).toEqual(['dispute', 'reversed-unclear'])
    expect((await restore(reference)).status).toBe(200)
    expect([await planOf(person), await openAlarms(reference)]).toEqual(['pro', ['dispute']])
    await recheck(reference)
    expect([await planOf(person), await openAlarms(reference)]).toEqual(['pro', ['dispute']])
  })
})

describe('staff restore a revoked plan', () => {
  /** The dispute is lost, but the transaction stays successful: a contradiction. */
  async function contradictory(person: NewPerson): Promise<string> {
    const reference = await buy(person)
    paystack.dispute(reference)
    paystack.resolveDispute(reference, 'merchant-accepted')
    paystack.pay(reference)
    await deliverWebhook('charge.dispute.resolve', reference, resolved('merchant-accepted'))
    expect(await planOf(person)).toBe('free')
    return reference
  }

  test('in one click, after the daily comparison found it, until Paystack changes the transaction', async () => {
    const person = await newPerson(server())
    const reference = await contradictory(person)
    await compareOn(3)
    // The sessions have ended by then.
    admin = await server().as('admin')
    await person.visitor.post('/api/auth/sign-in/email', { email: person.email, password: PASSWORD })
    expect(await openAlarms(reference)).toEqual(['reversed-but-paid'])
    expect((await restore(reference)).status).toBe(200)
    expect([await planOf(person), await stateOf(reference)]).toEqual(['pro', 'settled'])
    expect(await openAlarms(reference)).toEqual([])
    await recheck(reference)
    expect([await planOf(person), await stateOf(reference)]).toEqual(['pro', 'settled'])
    expect((await restore(reference)).status).toBe(409)
    const trail = sql`select actor is not null as by_staff, action from audit
      where subject = ${`payment:${reference}`} and action in ('payment.restore', 'payment.give-again') order by id`
    expect(await rowsOf(server(), trail)).toEqual([
      { by_staff: true, action: 'payment.restore' },
      { by_staff: false, action: 'payment.give-again' },
    ])
    paystack.refund(reference, 150_000)
    await deliverWebhook('refund.processed', reference)
    expect(await planOf(person)).toBe('free')
  })

  test('and can refund it afterwards', async () => {
    const person = await newPerson(server())
    const reference = await buy(person)
    paystack.refund(reference, 150_000)
    paystack.pay(reference)
    await deliverWebhook('refund.processed', reference)
    expect(await stateOf(reference)).toBe('reversed')
    expect((await restore(reference)).status).toBe(200)
    const reason = { reason: 'The payer asked for it' }
    expect((await admin.post(`/api/admin/payments/${reference}/refund`, reason)).status).toBe(200)
    const { refunds } = (await admin.get(`/api/admin/payments/${reference}`)).body
    expect(refunds).toMatchObject([
      { kobo: 150_000, state: 'processed', isOverruled: true },
      { kobo: 150_000, state: 'asked', isOverruled: false },
    ])
  })

  test('fails if Paystack confirms the refund, and without the staff role', async () => {
    const person = await newPerson(server())
    const reference = await buy(person)
    paystack.refund(reference, 150_000)
    await deliverWebhook('refund.processed', reference)
    const before = await contentsOf(server())
    expect((await restore(reference)).status).toBe(409)
    expect((await restore('z'.repeat(27))).status).toBe(404)
    expect((await person.visitor.post(`/api/admin/payments/${reference}/restore`)).status).toBe(403)
    expect(await contentsOf(server())).toEqual(before)
  })
})

describe('a payment returned before its settlement', () => {
  async function open(person: NewPerson): Promise<string> {
    const { reference } = (await person.visitor.post('/api/initializeTransaction', { plan: 'pro' })).body.data
    paystack.pay(reference)
    return reference
  }
  const refundsOf = async (reference: string) =>
    (await admin.get(`/api/admin/payments/${reference}`)).body.refunds

  test('in full is stored as refunded, without a receipt', async () => {
    const person = await newPerson(server())
    const reference = await open(person)
    paystack.refund(reference, 150_000)
    await deliverWebhook('refund.processed', reference)
    await deliverWebhook('charge.success', reference)
    expect([await planOf(person), await stateOf(reference)]).toEqual(['free', 'reversed'])
    expect(await refundsOf(reference)).toMatchObject([{ kobo: 150_000, state: 'processed' }])
    const own = (await person.visitor.get(`/api/payments/${reference}`)).body
    expect(own).toMatchObject({ outcome: 'refunded', period: null, settledAt: null })
  })

  test('in part is granted, and the refund is stored', async () => {
    const person = await newPerson(server())
    const reference = await open(person)
    paystack.refund(reference, 50_000)
    await deliverWebhook('refund.processed', reference)
    expect([await planOf(person), await openAlarms(reference)]).toEqual(['pro', ['partial-refund']])
    expect(await refundsOf(reference)).toMatchObject([{ kobo: 50_000, state: 'processed' }])
  })

  test('and disputed at once stays open, with an alarm', async () => {
    reverseAt('dispute-opened')
    const person = await newPerson(server())
    const reference = await open(person)
    paystack.dispute(reference)
    await deliverWebhook('charge.dispute.create', reference)
    expect([await planOf(person), await stateOf(reference)]).toEqual(['free', 'open'])
    expect(await openAlarms(reference)).toEqual(['dispute', 'reversed-unclear'])
    expect((await person.visitor.get(`/api/payments/${reference}`)).body.outcome).toBe('review')
    paystack.resolveDispute(reference, 'declined')
    await deliverWebhook('charge.dispute.resolve', reference, resolved('declined'))
    expect([await planOf(person), await stateOf(reference)]).toEqual(['pro', 'settled'])
    expect(await openAlarms(reference)).toEqual([])
  })
})
