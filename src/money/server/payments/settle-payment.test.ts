import { describe, expect, test } from 'vitest'
import { contentsOf } from '../../../../tests/support/database.ts'
import { paymentServer } from '../../../../tests/support/payment-server.ts'
import { newPerson } from '../../../../tests/support/people.ts'
import { DAY, MINUTE } from '../../../platform/rules/base/calendar.ts'

const { admin, alarmsOf, confirm, grantsTo, later, open, opened, paymentOf, paystack, server } =
  await paymentServer()

describe('a payment that has arrived', () => {
  test('is granted once, with events, an audit entry and a receipt, however often it is confirmed', async () => {
    const { person, reference } = await opened()
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
    expect(await grantsTo(person.uid)).toMatchObject([{ payment_id: reference, months: 1, kind: 'payment' }])
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
    const { events, grant } = (await admin().get(`/api/admin/payments/${reference}`)).body
    expect(events.map(({ what }: { what: string }) => what)).toEqual([
      'opened',
      'Paystack says success',
      'settled',
    ])
    expect(grant).toMatchObject({ endsAt: last.body.period.endsAt, revokedAt: null })
    expect(await server().trail(`payment:${reference}`)).toEqual([
      [
        'payment.settle',
        {
          userId: person.uid,
          plan: 'pro',
          kobo: 150_000,
          source: 'confirm',
          startsAt: expect.any(String),
          endsAt: new Date(last.body.period.endsAt).toISOString(),
        },
      ],
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
    const [one, other] = [await open(rung), await open(lost)]
    paystack.pay(one)
    paystack.pay(other)
    expect(await paystack.sendWebhook(server().url, one)).toBe(200)
    await server().runJobs()
    expect((await rung.visitor.get('/api/me')).body.subscription).toBe('pro')
    expect((await lost.visitor.get('/api/me')).body.subscription).toBe('free')
    later(1.1 * MINUTE)
    await server().sweep()
    await server().runJobs()
    expect((await lost.visitor.get('/api/me')).body.subscription).toBe('pro')
  })

  test('is not affected by an outdated answer of Paystack', async () => {
    const { person, reference } = await opened()
    const { promise, resolve: arrive } = Promise.withResolvers<void>()
    paystack.late.push(promise)
    const asked = confirm(person.visitor, reference)
    await expect.poll(() => paystack.late.length).toBe(0)
    paystack.pay(reference)
    await paystack.sendWebhook(server().url, reference)
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
    const reference = await open(payer)
    paystack.pay(reference)
    await confirm(payer.visitor, reference)
    const before = await contentsOf(server())
    later(60 * MINUTE)
    expect((await confirm(payer.visitor, reference)).body.outcome).toBe('active')
    expect((await confirm(thief.visitor, reference)).body.title).toBe('This is not a payment of yours.')
    expect((await thief.visitor.get(`/api/payments/${reference}`)).status).toBe(404)
    expect((await confirm(server().anonymous(), reference)).status).toBe(401)
    expect((await confirm(payer.visitor, 'z'.repeat(27))).status).toBe(404)
    expect((await confirm(payer.visitor, 'short')).status).toBe(400)
    expect(await contentsOf(server())).toEqual(before)
    expect((await thief.visitor.get('/api/me')).body.subscription).toBe('free')
  })

  test('counts a week late, after a failure and after it lapsed', async () => {
    const { person, reference } = await opened()
    paystack.pay(reference, { status: 'failed', paidAt: null })
    expect((await confirm(person.visitor, reference)).body.outcome).toBe('failed')
    later(8 * DAY)
    await server().sweep()
    await server().runJobs()
    expect((await paymentOf(reference)).state).toBe('lapsed')
    paystack.pay(reference)
    await paystack.sendWebhook(server().url, reference)
    await server().runJobs()
    expect((await paymentOf(reference)).state).toBe('settled')
    expect(await grantsTo(person.uid)).toHaveLength(1)
  })

  // PAY-10
  test('twice within minutes is granted twice, one after the other, and raises an alarm', async () => {
    const person = await newPerson(server())
    const first = await open(person)
    paystack.pay(first, { status: 'failed', paidAt: null })
    await confirm(person.visitor, first)
    const second = await open(person)
    paystack.pay(first)
    paystack.pay(second)
    for (const reference of [first, second]) await paystack.sendWebhook(server().url, reference)
    await server().runJobs()
    const { periods } = (await person.visitor.get('/api/plan')).body
    expect(periods).toHaveLength(2)
    expect(periods[1].startsAt).toBe(periods[0].endsAt)
    expect([...(await alarmsOf(first)), ...(await alarmsOf(second))]).toEqual(['paid-twice'])
  })
})

test('a payment of a deleted account raises an alarm', async () => {
  const { person, reference } = await opened()
  const gone = await person.visitor.request('DELETE', '/api/profile', { body: { confirm: true } })
  expect(gone.status).toBe(200)
  paystack.pay(reference)
  await paystack.sendWebhook(server().url, reference)
  await server().runJobs()
  expect(await alarmsOf(reference)).toEqual(['payer-gone'])
  expect((await admin().post(`/api/admin/payments/${reference}/refund`, { reason: 'Gone' })).status).toBe(200)
})

describe('a page that polls', () => {
  test('asks Paystack at most every two seconds', async () => {
    const { person, reference } = await opened()
    const before = paystack.requests.length
    const began = performance.now()
    for (let i = 0; i < 10; i++)
      expect((await confirm(person.visitor, reference)).body.outcome).toBe('pending')
    const seconds = (performance.now() - began) / 1000
    expect(paystack.requests.length - before).toBeLessThanOrEqual(1 + Math.ceil(seconds / 2))
    paystack.pay(reference)
    later(0.1 * MINUTE)
    expect((await confirm(person.visitor, reference)).body.outcome).toBe('active')
  })
})
