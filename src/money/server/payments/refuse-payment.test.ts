// Payments that differ from the request, and answers of Paystack that prove nothing.
import { describe, expect, test } from 'vitest'
import { paymentServer } from '../../../../tests/support/payment-server.ts'
import { FAULTS, type ModelTransaction } from '../../../../tests/support/paystack-model.ts'
import { MINUTE } from '../../../platform/rules/base/calendar.ts'

const { admin, alarmsOf, confirm, grantsTo, later, opened, paymentOf, paystack, server } =
  await paymentServer()

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
    const { person, reference } = await opened()
    paystack.pay(reference, changes)
    await paystack.sendWebhook(server().url, reference)
    await server().runJobs()
    expect((await confirm(person.visitor, reference)).body.outcome).toBe('review')
    expect(await grantsTo(person.uid)).toEqual([])
    expect((await person.visitor.get('/api/me')).body.subscription).toBe('free')
    expect(await alarmsOf(reference)).toEqual(['mismatch'])
    expect(
      await server()
        .rows`select details from audit where action = 'payment.review' and subject = ${`payment:${reference}`}`,
    ).toEqual([{ details: { faults: [expect.any(String)] } }])
    const { alarms } = (await admin().get('/api/admin/alarms')).body
    expect(alarms.find((alarm: { reference: string }) => alarm.reference === reference)).toMatchObject({
      kind: 'mismatch',
      meaning: 'The payment differs from the request. Nothing was granted.',
      details: { faults: [expect.any(String)] },
    })
  })

  test('and stays pending for its payer until staff close the alarm', async () => {
    const { person, reference } = await opened()
    paystack.pay(reference, { amount: 150_001 })
    await confirm(person.visitor, reference)
    const pending = async () =>
      (await person.visitor.get('/api/plan')).body.pending.map((one: { reference: string }) => one.reference)
    expect(await pending()).toEqual([reference])
    const [alarm] = await server().rows`select id from alarms where reference = ${reference}`
    await admin().post(`/api/admin/alarms/${alarm!.id}/close`, { reason: 'Gave the month by hand' })
    expect(await pending()).toEqual([])
  })

  test('until Paystack corrects it and staff check again', async () => {
    const { person, reference } = await opened()
    paystack.pay(reference, { amount: 1 })
    await confirm(person.visitor, reference)
    paystack.pay(reference, { amount: 150_000 })
    const { status, body } = await admin().post(`/api/admin/payments/${reference}/check`)
    expect([status, body.payment.state]).toEqual([200, 'settled'])
    expect(await grantsTo(person.uid)).toHaveLength(1)
    expect((await server().trail(`payment:${reference}`)).slice(0, 2)).toEqual([
      ['payment.review', { faults: ['₦0.01 arrived, ₦1,500 is due.'] }],
      ['payment.check', {}],
    ])
    // The audit trail names no payment that does not exist.
    expect((await admin().post(`/api/admin/payments/${'u'.repeat(27)}/check`)).body.title).toBe(
      'There is no such payment.',
    )
  })

  test('also if Paystack answers for another reference', async () => {
    const { person, reference } = await opened()
    const other = paystack.add('x'.repeat(27), { status: 'success' })
    paystack.transactions.set(reference, other)
    expect((await confirm(person.visitor, reference)).body.outcome).toBe('review')
    expect(await grantsTo(person.uid)).toEqual([])
  })
})

// PAY-08
describe('while Paystack fails', () => {
  test.each(FAULTS.filter((fault) => fault !== 'silent' && fault !== 'drip'))(
    '(%s) the payment is settled later',
    async (fault) => {
      const { person, reference } = await opened()
      paystack.pay(reference)
      paystack.faults.push(fault)
      const answer = await confirm(person.visitor, reference)
      expect([answer.status, answer.body.outcome]).toEqual([200, 'pending'])
      expect(await grantsTo(person.uid)).toEqual([])
      later(1.1 * MINUTE)
      await server().sweep()
      await server().runJobs()
      expect((await paymentOf(reference)).state).toBe('settled')
    },
  )

  test('the job of a webhook is retried until Paystack answers', async () => {
    const { reference } = await opened()
    paystack.pay(reference)
    await paystack.sendWebhook(server().url, reference)
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
      const { person, reference } = await opened()
      paystack.pay(reference, { status, paidAt: null })
      const { body } = await confirm(person.visitor, reference)
      expect(body.outcome).toBe(status === 'failed' ? 'failed' : 'pending')
      expect(await grantsTo(person.uid)).toEqual([])
    },
  )
})
