import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { contentsOf, rowsOf } from '../../../../tests/support/database.ts'
import { type Moment, startPaystack } from '../../../../tests/support/paystack-model.ts'
import { newPerson, type NewPerson, PASSWORD } from '../../../../tests/support/people.ts'
import { testServer, type Visitor } from '../../../../tests/support/test-server.ts'
import { DAY } from '../../../domain/calendar.ts'
import { ledgerFaults } from '../alarms/check-ledger.ts'

// Paystack: "reversed: the transaction was refunded, or a chargeback was successfully logged". Neither says that all of
// the money went back.
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
/** Runs a daily comparison, which is due from three in the morning: one of two sweeps half a day apart starts it. */
async function compareOn(day: number): Promise<void> {
  for (const half of [0.5, 1]) {
    later((day + half) * DAY)
    await server().sweep()
  }
}
function calls(...moments: Moment[]): void {
  for (const moment of moments) paystack.reversedAt.add(moment)
}
async function buy(person: NewPerson): Promise<string> {
  const { reference } = (await person.visitor.post('/api/initializeTransaction', { plan: 'pro' })).body.data
  paystack.pay(reference)
  await person.visitor.post(`/api/payments/${reference}/confirm`)
  return reference
}
const planOf = async ({ visitor }: NewPerson) => (await visitor.get('/api/me')).body.subscription
const ring = async (event: string, reference: string, more = {}) => {
  expect(await paystack.deliver(server().url, paystack.eventOf(event, reference, more))).toBe(200)
  await server().runJobs()
}
/** The alarms that are open after a sweep has closed those whose cause has gone. */
async function standing(reference: string): Promise<string[]> {
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
    calls('dispute-opened')
    const person = await newPerson(server())
    const reference = await buy(person)
    paystack.dispute(reference)
    expect(paystack.transactions.get(reference)!.status).toBe('reversed')
    await ring('charge.dispute.create', reference)
    await recheck(reference)
    expect([await planOf(person), await stateOf(reference)]).toEqual(['pro', 'settled'])
    expect(await standing(reference)).toEqual(['dispute'])
    paystack.resolveDispute(reference, 'declined')
    await ring('charge.dispute.resolve', reference, resolved('declined'))
    expect([await planOf(person), await stateOf(reference)]).toEqual(['pro', 'settled'])
    expect(await grantsOf(reference)).toHaveLength(1)
  })

  test('and ends when the dispute is lost', async () => {
    calls('dispute-opened')
    const person = await newPerson(server())
    const reference = await buy(person)
    paystack.dispute(reference)
    await ring('charge.dispute.create', reference)
    paystack.resolveDispute(reference, 'merchant-accepted')
    await ring('charge.dispute.resolve', reference, resolved('merchant-accepted'))
    expect([await planOf(person), await stateOf(reference)]).toEqual(['free', 'reversed'])
  })

  test('while a part is on its way back, and after that failed', async () => {
    calls('refund-pending')
    const person = await newPerson(server())
    const reference = await buy(person)
    paystack.refund(reference, 50_000, 'pending')
    await ring('refund.pending', reference)
    expect([await planOf(person), await stateOf(reference)]).toEqual(['pro', 'settled'])
    expect(await standing(reference)).toEqual(['reversed-unclear'])
    paystack.finishRefunds(reference, 'failed')
    await ring('refund.failed', reference)
    expect([await planOf(person), await stateOf(reference)]).toEqual(['pro', 'settled'])
    expect(await standing(reference)).toEqual(['refund-failed'])
    const closed = sql`select closed_reason from alarms where reference = ${reference} and kind = 'reversed-unclear'`
    expect(await rowsOf(server(), closed)).toEqual([
      { closed_reason: 'Paystack no longer reports it as reversed.' },
    ])
  })

  test('after a refund failed and Paystack still calls it reversed, with an alarm', async () => {
    calls('refund-failed')
    const person = await newPerson(server())
    const reference = await buy(person)
    paystack.refund(reference, 50_000, 'failed')
    await ring('refund.failed', reference)
    expect([await planOf(person), await stateOf(reference)]).toEqual(['pro', 'settled'])
    expect(await standing(reference)).toEqual(['refund-failed', 'reversed-unclear'])
  })

  test('after a part went back; the rest ends it', async () => {
    calls('partial-refund-processed')
    const person = await newPerson(server())
    const reference = await buy(person)
    paystack.refund(reference, 50_000)
    await ring('refund.processed', reference)
    expect([await planOf(person), await stateOf(reference)]).toEqual(['pro', 'settled'])
    expect(await standing(reference)).toEqual(['partial-refund'])
    paystack.refund(reference, 100_000)
    await ring('refund.processed', reference, { amount: 100_000 })
    expect([await planOf(person), await stateOf(reference)]).toEqual(['free', 'reversed'])
  })

  test('until a refund by staff has gone through, which needs no alarm', async () => {
    calls('refund-pending')
    const person = await newPerson(server())
    const reference = await buy(person)
    await admin.post(`/api/admin/payments/${reference}/refund`, { reason: 'Asked for it' })
    await server().runJobs()
    expect(paystack.transactions.get(reference)!.status).toBe('reversed')
    expect([await planOf(person), await standing(reference)]).toEqual(['pro', []])
    paystack.finishRefunds(reference)
    await ring('refund.processed', reference)
    expect([await planOf(person), await stateOf(reference)]).toEqual(['free', 'reversed'])
  })

  test('and calls staff when no reason is known', async () => {
    const person = await newPerson(server())
    const reference = await buy(person)
    paystack.pay(reference, { status: 'reversed' })
    await recheck(reference)
    expect([await planOf(person), await standing(reference)]).toEqual(['pro', ['reversed-unclear']])
  })
})

describe('a payment that Paystack has again', () => {
  test('gives the rest of its time again: a refund was processed and came back', async () => {
    const person = await newPerson(server())
    const reference = await buy(person)
    const { period } = (await person.visitor.get(`/api/payments/${reference}`)).body
    later(10 * DAY)
    paystack.refund(reference, 150_000)
    await ring('refund.processed', reference)
    expect([await planOf(person), await stateOf(reference)]).toEqual(['free', 'reversed'])

    later(15 * DAY)
    paystack.finishRefunds(reference, 'failed')
    await ring('refund.failed', reference)
    expect([await planOf(person), await stateOf(reference)]).toEqual(['pro', 'settled'])
    const again = (await person.visitor.get(`/api/payments/${reference}`)).body
    // Five days went by without the plan, so it ends five days later.
    expect(Date.parse(again.period.endsAt) - Date.parse(period.endsAt)).toBe(5 * DAY)
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

    // Repeating it gives nothing more; a second refund takes it back again.
    await recheck(reference)
    expect(await grantsOf(reference)).toHaveLength(2)
    paystack.refund(reference, 150_000)
    await ring('refund.processed', reference, { amount: 150_000 })
    expect([await planOf(person), await stateOf(reference)]).toEqual(['free', 'reversed'])
    const list = (await person.visitor.get('/api/payments')).body.payments
    expect(list).toMatchObject([{ reference, outcome: 'refunded', period: null }])
  })

  test('gives it again when a lost dispute was appealed and won', async () => {
    const person = await newPerson(server())
    const reference = await buy(person)
    paystack.dispute(reference)
    paystack.resolveDispute(reference, 'merchant-accepted')
    await ring('charge.dispute.resolve', reference, resolved('merchant-accepted'))
    expect(await planOf(person)).toBe('free')
    paystack.resolveDispute(reference, 'declined')
    await ring('charge.dispute.resolve', reference, resolved('declined'))
    expect([await planOf(person), await stateOf(reference)]).toEqual(['pro', 'settled'])
  })

  /** What releases before this one wrote when Paystack said reversed. */
  async function takenBackTooEarly(person: NewPerson): Promise<string> {
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

  test('is given again by the daily comparison when it was taken back too early', async () => {
    const person = await newPerson(server())
    const reference = await takenBackTooEarly(person)
    expect(await planOf(person)).toBe('free')
    await compareOn(1)
    expect([await planOf(person), await stateOf(reference)]).toEqual(['pro', 'settled'])
  })

  test('calls staff while Paystack says reversed, and staff give it again', async () => {
    const person = await newPerson(server())
    const reference = await takenBackTooEarly(person)
    calls('dispute-opened')
    paystack.dispute(reference)
    await recheck(reference)
    expect(await stateOf(reference)).toBe('reversed')
    expect(await standing(reference)).toEqual(['dispute', 'reversed-unclear'])
    expect((await restore(reference)).status).toBe(200)
    expect([await planOf(person), await standing(reference)]).toEqual(['pro', ['dispute']])
    await recheck(reference)
    expect([await planOf(person), await standing(reference)]).toEqual(['pro', ['dispute']])
  })
})

describe('staff give a plan again that was taken back', () => {
  /** A dispute is lost, but the transaction stays a success: two facts that cannot both be right. */
  async function contradictory(person: NewPerson): Promise<string> {
    const reference = await buy(person)
    paystack.dispute(reference)
    paystack.resolveDispute(reference, 'merchant-accepted')
    paystack.pay(reference)
    await ring('charge.dispute.resolve', reference, resolved('merchant-accepted'))
    expect(await planOf(person)).toBe('free')
    return reference
  }

  test('after the daily comparison has found it, in one click, until Paystack changes its mind', async () => {
    const person = await newPerson(server())
    const reference = await contradictory(person)
    await compareOn(3)
    // Their sessions have ended by then.
    admin = await server().as('admin')
    await person.visitor.post('/api/auth/sign-in/email', { email: person.email, password: PASSWORD })
    expect(await standing(reference)).toEqual(['reversed-but-paid'])
    expect((await restore(reference)).status).toBe(200)
    expect([await planOf(person), await stateOf(reference)]).toEqual(['pro', 'settled'])
    expect(await standing(reference)).toEqual([])
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
    await ring('refund.processed', reference)
    expect(await planOf(person)).toBe('free')
  })

  test('and can be refunded after that', async () => {
    const person = await newPerson(server())
    const reference = await buy(person)
    paystack.refund(reference, 150_000)
    paystack.pay(reference)
    await ring('refund.processed', reference)
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

  test('not where Paystack confirms that the money went back, and not without the right', async () => {
    const person = await newPerson(server())
    const reference = await buy(person)
    paystack.refund(reference, 150_000)
    await ring('refund.processed', reference)
    const before = await contentsOf(server())
    expect((await restore(reference)).status).toBe(409)
    expect((await restore('z'.repeat(27))).status).toBe(404)
    expect((await person.visitor.post(`/api/admin/payments/${reference}/restore`)).status).toBe(403)
    expect(await contentsOf(server())).toEqual(before)
  })
})

describe('money that went back before we heard that it had come', () => {
  async function open(person: NewPerson): Promise<string> {
    const { reference } = (await person.visitor.post('/api/initializeTransaction', { plan: 'pro' })).body.data
    paystack.pay(reference)
    return reference
  }
  const refundsOf = async (reference: string) =>
    (await admin.get(`/api/admin/payments/${reference}`)).body.refunds

  test('in full has a row, and no receipt', async () => {
    const person = await newPerson(server())
    const reference = await open(person)
    paystack.refund(reference, 150_000)
    await ring('refund.processed', reference)
    await ring('charge.success', reference)
    expect([await planOf(person), await stateOf(reference)]).toEqual(['free', 'reversed'])
    expect(await refundsOf(reference)).toMatchObject([{ kobo: 150_000, state: 'processed' }])
    const own = (await person.visitor.get(`/api/payments/${reference}`)).body
    expect(own).toMatchObject({ outcome: 'refunded', period: null, settledAt: null })
  })

  test('in part has a row, and the plan is given', async () => {
    const person = await newPerson(server())
    const reference = await open(person)
    paystack.refund(reference, 50_000)
    await ring('refund.processed', reference)
    expect([await planOf(person), await standing(reference)]).toEqual(['pro', ['partial-refund']])
    expect(await refundsOf(reference)).toMatchObject([{ kobo: 50_000, state: 'processed' }])
  })

  test('perhaps: a dispute that was opened at once keeps it waiting, with an alarm', async () => {
    calls('dispute-opened')
    const person = await newPerson(server())
    const reference = await open(person)
    paystack.dispute(reference)
    await ring('charge.dispute.create', reference)
    expect([await planOf(person), await stateOf(reference)]).toEqual(['free', 'open'])
    expect(await standing(reference)).toEqual(['dispute', 'reversed-unclear'])
    expect((await person.visitor.get(`/api/payments/${reference}`)).body.outcome).toBe('review')
    paystack.resolveDispute(reference, 'declined')
    await ring('charge.dispute.resolve', reference, resolved('declined'))
    expect([await planOf(person), await stateOf(reference)]).toEqual(['pro', 'settled'])
    expect(await standing(reference)).toEqual([])
  })
})
