// Revoked plans that are granted again.
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { contentsOf, rowsOf } from '../../../../tests/support/database.ts'
import { paymentServer, resolved } from '../../../../tests/support/payment-server.ts'
import { PASSWORD } from '../../../../tests/support/people.ts'
import { DAY } from '../../../platform/rules/base/calendar.ts'

const calls = await paymentServer()
const { admin, bought, buy, deliverWebhook, grantsOf, later, logInAdmin, openAlarms } = calls
const { paystack, planOf, recheck, reverseAt, server, stateOf } = calls

/** Runs a daily comparison. It is due at three in the morning, so one of two sweeps half a day apart starts it. */
async function compareOn(day: number): Promise<void> {
  for (const dayFraction of [0.5, 1]) {
    later((day + dayFraction) * DAY)
    await server().sweep()
  }
}
const restore = (reference: string) => admin().post(`/api/admin/payments/${reference}/restore`)

describe('a payment whose money came back to us', () => {
  test('restores the rest of its time after a processed refund failed', async () => {
    const { person, reference } = await bought()
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
    const given = { userId: person.uid, plan: 'pro', kobo: 150_000, source: expect.any(String) }
    const dates = { startsAt: expect.any(String), endsAt: expect.any(String) }
    expect(await server().trail(`payment:${reference}`)).toEqual([
      ['payment.settle', { ...given, ...dates }],
      [
        'payment.take-back',
        { userId: person.uid, grantId: first!.id, reason: 'The money was refunded in full.' },
      ],
      ['payment.give-again', { ...given, ...dates, endsAt: new Date(again.period.endsAt).toISOString() }],
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

  test('is no fault of the ledger after a refund of a part took all that was restored', async () => {
    const { person, reference } = await bought()
    later(20 * DAY)
    paystack.refund(reference, 150_000)
    await deliverWebhook('refund.processed', reference)
    // The next payment runs first, so the restored days wait for its end.
    await buy(person)
    paystack.finishRefunds(reference, 'failed')
    await deliverWebhook('refund.failed', reference)
    paystack.refund(reference, 75_000)
    await deliverWebhook('refund.processed', reference, { amount: 75_000 })
    const { period } = (await person.visitor.get(`/api/payments/${reference}`)).body
    expect([await stateOf(reference), period]).toEqual(['settled', null])
    expect(await openAlarms(reference)).not.toContain('ledger')
  })

  test('restores its time when a lost dispute is won on appeal', async () => {
    const { person, reference } = await bought()
    paystack.dispute(reference)
    paystack.resolveDispute(reference, 'merchant-accepted')
    await deliverWebhook('charge.dispute.resolve', reference, resolved('merchant-accepted'))
    expect(await planOf(person)).toBe('free')
    paystack.resolveDispute(reference, 'declined')
    await deliverWebhook('charge.dispute.resolve', reference, resolved('declined'))
    expect([await planOf(person), await stateOf(reference)]).toEqual(['pro', 'settled'])
  })

  /** The rows that earlier releases wrote when Paystack said reversed. */
  async function revokedTooEarly() {
    const { person, reference } = await bought()
    await server().rows`update payments set state = 'reversed' where reference = ${reference}`
    await server().rows`insert into reversals (grant_id, at, reason)
          select id, now(), 'The money went back in full.' from grants where payment_id = ${reference}`
    await server()
      .rows`delete from periods where grant_id in (select id from grants where payment_id = ${reference})`
    return { person, reference }
  }

  test('is granted again by the daily comparison if it was revoked too early', async () => {
    const { person, reference } = await revokedTooEarly()
    expect(await planOf(person)).toBe('free')
    await compareOn(1)
    expect([await planOf(person), await stateOf(reference)]).toEqual(['pro', 'settled'])
  })

  test('raises an alarm while Paystack says reversed, and staff restore it', async () => {
    const { person, reference } = await revokedTooEarly()
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
  async function contradictory() {
    const { person, reference } = await bought()
    paystack.dispute(reference)
    paystack.resolveDispute(reference, 'merchant-accepted')
    paystack.pay(reference)
    await deliverWebhook('charge.dispute.resolve', reference, resolved('merchant-accepted'))
    expect(await planOf(person)).toBe('free')
    return { person, reference }
  }

  test('in one click, after the daily comparison found it, until Paystack changes the transaction', async () => {
    const { person, reference } = await contradictory()
    await compareOn(3)
    // The sessions have ended by then.
    await logInAdmin()
    await person.visitor.post('/api/auth/sign-in/email', { email: person.email, password: PASSWORD })
    expect(await openAlarms(reference)).toEqual(['reversed-but-paid'])
    expect((await restore(reference)).status).toBe(200)
    expect([await planOf(person), await stateOf(reference)]).toEqual(['pro', 'settled'])
    expect(await openAlarms(reference)).toEqual([])
    await recheck(reference)
    expect([await planOf(person), await stateOf(reference)]).toEqual(['pro', 'settled'])
    expect((await restore(reference)).body.title).toBe('This payment was not reversed.')
    const trail = sql`select actor is not null as by_staff, action, details->'overruled' as overruled from audit
      where subject = ${`payment:${reference}`} and action in ('payment.restore', 'payment.give-again') order by id`
    expect(await rowsOf(server(), trail)).toEqual([
      { by_staff: true, action: 'payment.restore', overruled: 'dispute-lost' },
      { by_staff: false, action: 'payment.give-again', overruled: null },
    ])
    paystack.refund(reference, 150_000)
    await deliverWebhook('refund.processed', reference)
    expect(await planOf(person)).toBe('free')
  })

  test('and can refund it afterwards', async () => {
    const { reference } = await bought()
    paystack.refund(reference, 150_000)
    paystack.pay(reference)
    await deliverWebhook('refund.processed', reference)
    expect(await stateOf(reference)).toBe('reversed')
    expect((await restore(reference)).status).toBe(200)
    const reason = { reason: 'The payer asked for it' }
    expect((await admin().post(`/api/admin/payments/${reference}/refund`, reason)).status).toBe(200)
    const { refunds } = (await admin().get(`/api/admin/payments/${reference}`)).body
    expect(refunds).toMatchObject([
      { kobo: 150_000, state: 'processed', isOverruled: true },
      { kobo: 150_000, state: 'asked', isOverruled: false },
    ])
  })

  test('fails if Paystack confirms the refund, and without the staff role', async () => {
    const { person, reference } = await bought()
    paystack.refund(reference, 150_000)
    await deliverWebhook('refund.processed', reference)
    const before = await contentsOf(server())
    expect((await restore(reference)).body.title).toBe('Paystack says that the money was returned.')
    expect((await restore('z'.repeat(27))).status).toBe(404)
    expect((await person.visitor.post(`/api/admin/payments/${reference}/restore`)).status).toBe(403)
    expect(await contentsOf(server())).toEqual(before)
  })
})
