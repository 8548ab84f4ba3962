import { describe, expect, test } from 'vitest'
import { paymentServer } from '../../../../tests/support/payment-server.ts'
import { newPerson } from '../../../../tests/support/people.ts'
import { IS_LONG } from '../../../../tests/support/slow.ts'
import type { Visitor } from '../../../../tests/support/test-server.ts'

const { paystack, server, later } = await paymentServer()

const start = (visitor: Visitor, body: object = { plan: 'pro' }) =>
  visitor.post('/api/initializeTransaction', body)
const opened = () => paystack.requests.filter(({ what }) => what === 'POST /transaction/initialize')
const rowsFor = (uid: string) =>
  server().rows`select reference from payments where user_id = ${uid} order by created_at`
const asked = (reference: string) =>
  paystack.requests.filter(({ what }) => what.endsWith(`verify/${reference}`)).length

describe('a user opens at most eight payments an hour', () => {
  test('many clicks during an outage make eight calls, eight rows and one failed entry', async () => {
    const { visitor, uid } = await newPerson(server())
    paystack.fault = '500'
    const before = opened().length
    const answers = []
    for (let i = 0; i < (IS_LONG ? 10 : 2); i++)
      answers.push(...(await Promise.all(Array.from({ length: 30 }, () => start(visitor)))))
    expect(opened().length - before).toBe(8)
    expect(await rowsFor(uid)).toHaveLength(8)
    const last = answers.at(-1)!
    expect(last.status).toBe(429)
    expect(last.text).toBe('You have opened 8 payments within an hour. Please try again in 5 min.')
    const waitS = Number(last.headers.get('retry-after'))
    expect(waitS).toBeGreaterThan(200)
    expect(waitS).toBeLessThanOrEqual(300)
    const { payments } = (await visitor.get('/api/payments')).body
    expect(payments).toMatchObject([{ outcome: 'failed', plan: 'pro', settledAt: null }])
    expect(await rowsFor(uid)).toContainEqual({ reference: payments[0].reference })
  })

  test('after an outage, the wait is five minutes after the last attempt, not an hour', async () => {
    const { visitor, uid } = await newPerson(server())
    paystack.fault = '500'
    for (let i = 0; i < 8; i++) await start(visitor)
    later(5.1 * 60_000)
    expect((await start(visitor)).status).toBe(503)
    const refused = await start(visitor)
    expect(refused.status).toBe(429)
    expect(await rowsFor(uid)).toHaveLength(9)
    paystack.fault = null
    later(5.1 * 60_000 + Number(refused.headers.get('retry-after')) * 1000)
    expect((await start(visitor)).status).toBe(200)
  })

  test('a failed opening is checked once', async () => {
    const { visitor, uid } = await newPerson(server())
    paystack.faults.push('500', '500')
    await start(visitor)
    await start(visitor)
    const failed = await rowsFor(uid)
    for (const minutes of [1.5, 6, 40, 70, 24 * 60, 3 * 24 * 60]) {
      later(minutes * 60_000)
      await server().sweep()
    }
    expect(failed.map(({ reference }) => asked(reference))).toEqual([1, 1])
  })

  test('an opening of a server that died is checked once', async () => {
    const { visitor, uid } = await newPerson(server())
    const { reference } = (await start(visitor)).body.data
    await server()
      .rows`update payments set access_code = null, authorization_url = null where reference = ${reference}`
    for (const minutes of [1.5, 6, 40, 70]) {
      later(minutes * 60_000)
      await server().sweep()
    }
    expect(asked(reference)).toBe(1)
    expect((await visitor.get('/api/payments')).body.payments).toMatchObject([
      { reference, outcome: 'failed' },
    ])
    expect((await start(visitor)).status).toBe(200)
    expect(await rowsFor(uid)).toHaveLength(2)
  })

  test('a failed opening is granted if Paystack has its money', async () => {
    const { visitor, uid } = await newPerson(server())
    paystack.faults.push('lost')
    await start(visitor)
    const [failed] = await rowsFor(uid)
    paystack.pay(failed!.reference)
    later(90_000)
    await server().sweep()
    expect((await visitor.get('/api/me')).body.subscription).toBe('pro')
    expect((await visitor.get('/api/payments')).body.payments).toMatchObject([{ outcome: 'active' }])
  })

  test('the limit still allows the open payment and other users, and ends after an hour', async () => {
    const [person, other] = [await newPerson(server()), await newPerson(server())]
    paystack.faults.push(...Array.from({ length: 7 }, () => '500' as const))
    for (let i = 0; i < 7; i++) await start(person.visitor)
    const { reference } = (await start(person.visitor)).body.data
    expect((await start(person.visitor)).body.data.reference).toBe(reference)
    expect((await start(person.visitor, { plan: 'basic' })).status).toBe(429)
    expect((await start(other.visitor, { plan: 'basic' })).status).toBe(200)
    later(61 * 60_000)
    expect((await start(person.visitor, { plan: 'basic' })).status).toBe(200)
  })

  test('consecutive failed attempts are one entry; another payment separates them', async () => {
    const { visitor } = await newPerson(server())
    const fail = async (times: number, plan: string) => {
      paystack.fault = '500'
      for (let i = 0; i < times; i++) await start(visitor, { plan })
      paystack.fault = null
    }
    await fail(2, 'pro')
    await fail(1, 'basic')
    await start(visitor)
    later(35 * 60_000)
    await fail(2, 'pro')
    const { payments } = (await visitor.get('/api/payments')).body
    const listed = payments.map(
      ({ plan, outcome }: { plan: string; outcome: string }) => `${plan} ${outcome}`,
    )
    expect(listed).toEqual(['pro failed', 'pro pending', 'basic failed', 'pro failed'])
  })
})
