import { describe, expect, test } from 'vitest'
import { contentsOf } from '../../../../tests/support/database.ts'
import { paymentServer, resolved } from '../../../../tests/support/payment-server.ts'
import { newPerson, uidOf } from '../../../../tests/support/people.ts'
import { mailsOfPowers } from '../../../../tests/support/powers.ts'
import { HOUR } from '../../../platform/rules/base/calendar.ts'

const calls = await paymentServer()
const { admin, alarmsOf, bought, buy, deliverWebhook, later } = calls
const { opened, paystack, planOf, server, stateOf } = calls
const reason = 'Paid twice by accident'

const refund = (reference: string, body: object = { reason }) =>
  admin().post(`/api/admin/payments/${reference}/refund`, body)
const sent = (reference: string) =>
  paystack.requests.filter(({ what, body }) => what === 'POST /refund' && body.transaction === reference)

describe('a refund by staff', () => {
  test('is sent once; the plan ends when Paystack confirms it, with a mail and an audit entry', async () => {
    const { person, reference } = await bought()
    expect((await refund(reference)).status).toBe(200)
    expect((await refund(reference)).body.title).toBe('This payment is already being refunded.')
    await server().runJobs()
    expect(sent(reference)).toMatchObject([{ body: { amount: 150_000, merchant_note: reason } }])
    expect(await planOf(person)).toBe('pro')

    paystack.finishRefunds(reference)
    await deliverWebhook('refund.processed', reference)
    expect(await planOf(person)).toBe('free')
    expect(await stateOf(reference)).toBe('reversed')
    const own = (await person.visitor.get(`/api/payments/${reference}`)).body
    expect(own.outcome).toBe('refunded')
    const record = (await admin().get(`/api/admin/payments/${reference}`)).body
    expect(record.refunds).toMatchObject([{ kobo: 150_000, state: 'processed', reason }])
    expect(record.grant.revokedAt).not.toBeNull()
    const trail = await server()
      .rows`select actor, action, details from audit where subject = ${`payment:${reference}`} order by id`
    const staff = await uidOf(server(), 'admin')
    const news = (await mailsOfPowers(server())).get(staff)
    expect(news).toMatchObject({
      by: 'Ada Admin',
      changes: [{ did: `asked Paystack to refund the payment of ${person.name} (${person.email}): ₦1,500` }],
    })
    expect(trail[0]).toMatchObject({ actor: null, action: 'payment.settle' })
    const takenBack = {
      userId: person.uid,
      grantId: expect.any(Number),
      reason: 'The money was refunded in full.',
    }
    expect(trail.slice(1)).toEqual([
      { actor: staff, action: 'payment.refund', details: { kobo: 150_000, reason } },
      { actor: null, action: 'payment.take-back', details: takenBack },
    ])
    await server().runJobs()
    const subjects = (await server().mailbox(person.email)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject.startsWith('Your payment was refunded'))).toHaveLength(1)
    expect((await refund(reference)).body.title).toBe('Only a payment that has arrived can be refunded.')
  })

  test('is not sent twice after a lost answer', async () => {
    const { reference } = await bought()
    await refund(reference)
    // The first call lists the refunds; the second sends one.
    paystack.faults.push(null, 'lost')
    await server().runJobs()
    await server().runJobs({ retries: true })
    expect(sent(reference)).toHaveLength(1)
    expect(paystack.refunds.filter((one) => one.reference === reference)).toHaveLength(1)
  })

  test('that fails at Paystack raises an alarm, keeps the plan and can be repeated', async () => {
    const { person, reference } = await bought()
    await refund(reference)
    await server().runJobs()
    paystack.finishRefunds(reference, 'failed')
    await deliverWebhook('refund.failed', reference)
    expect(await alarmsOf(reference)).toEqual(['refund-failed'])
    expect(await planOf(person)).toBe('pro')
    expect((await refund(reference)).status).toBe(200)
  })

  test.each([
    ['more', 200_000],
    ['less', 1000],
  ])('of a payment of %s than the price refunds the paid amount', async (_, amount) => {
    const { reference } = await bought('pro', { amount })
    expect(await stateOf(reference)).toBe('review')
    expect((await refund(reference)).status).toBe(200)
    await server().runJobs()
    expect(sent(reference)).toMatchObject([{ body: { amount } }])
    expect(await stateOf(reference)).toBe('review')
    paystack.finishRefunds(reference)
    await deliverWebhook('refund.processed', reference)
    expect([await stateOf(reference), await alarmsOf(reference)]).toEqual(['reversed', ['mismatch']])
  })

  test('after a partial refund covers the rest, even if both amounts are equal', async () => {
    const { person, reference } = await bought()
    paystack.refund(reference, 75_000)
    await deliverWebhook('refund.processed', reference)
    expect((await refund(reference)).status).toBe(200)
    expect((await refund(reference)).body.title).toBe('This payment is already being refunded.')
    await server().runJobs()
    expect(sent(reference)).toMatchObject([{ body: { amount: 75_000 } }])
    paystack.finishRefunds(reference)
    await deliverWebhook('refund.processed', reference, { amount: 75_000 })
    expect([await planOf(person), await stateOf(reference)]).toEqual(['free', 'reversed'])
  })

  test('is confirmed by the sweep without a webhook', async () => {
    const { reference } = await bought()
    await refund(reference)
    await server().runJobs()
    paystack.finishRefunds(reference)
    later(2 * HOUR)
    await server().sweep()
    expect(await stateOf(reference)).toBe('reversed')
  })

  test.each<[string, number, object]>([
    ['without a reason', 400, { reason: ' ' }],
    ['of more than was paid', 400, { reason, kobo: 150_001 }],
  ])('%s is refused', async (_, status, body) => {
    const { reference } = await bought()
    const before = await contentsOf(server())
    expect((await refund(reference, body)).status).toBe(status)
    expect(await contentsOf(server())).toEqual(before)
  })

  test('of an unpaid payment is refused', async () => {
    const { reference } = await opened()
    expect((await refund(reference)).body.title).toBe('Only a payment that has arrived can be refunded.')
    expect((await refund('z'.repeat(27))).status).toBe(404)
  })
})

describe('a refund made at Paystack', () => {
  test('in full revokes its own time; later time moves forward', async () => {
    const person = await newPerson(server())
    const first = await buy(person)
    const second = await buy(person)
    paystack.refund(first, 150_000)
    await deliverWebhook('refund.processed', first)
    const { periods } = (await person.visitor.get('/api/plan')).body
    expect(periods).toHaveLength(1)
    const { period } = (await person.visitor.get(`/api/payments/${second}`)).body
    expect(period).toEqual({ startsAt: periods[0].startsAt, endsAt: periods[0].endsAt })
    expect(period.startsAt).toBeLessThanOrEqual(await server().now())
    expect(await planOf(person)).toBe('pro')
  })
})

describe('a dispute', () => {
  test('raises an alarm while it is open, and revokes the time when it is lost', async () => {
    const { person, reference } = await bought()
    await deliverWebhook('charge.dispute.create', reference)
    expect([await planOf(person), await alarmsOf(reference)]).toEqual(['pro', ['dispute']])
    await deliverWebhook('charge.dispute.resolve', reference, resolved('merchant-accepted'))
    expect([await planOf(person), await stateOf(reference)]).toEqual(['free', 'reversed'])
  })

  test('that is won changes nothing, even if its webhooks arrive in reverse order', async () => {
    const { person, reference } = await bought()
    await deliverWebhook('charge.dispute.resolve', reference, resolved('declined'))
    await deliverWebhook('charge.dispute.create', reference)
    expect([await planOf(person), await stateOf(reference)]).toEqual(['pro', 'settled'])
    const { disputes } = (await admin().get(`/api/admin/payments/${reference}`)).body
    expect(disputes).toMatchObject([{ state: 'won' }])
    expect(await alarmsOf(reference)).toEqual([])
  })

  test('of another mode is ignored', async () => {
    const { person, reference } = await bought()
    await deliverWebhook('charge.dispute.resolve', reference, {
      ...resolved('merchant-accepted'),
      domain: 'live',
    })
    expect(await planOf(person)).toBe('pro')
  })
})
