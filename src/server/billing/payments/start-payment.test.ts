import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { rowsOf } from '../../../../tests/support/database.ts'
import { FAULTS, startPaystack } from '../../../../tests/support/paystack-model.ts'
import { newPerson } from '../../../../tests/support/people.ts'
import { testServer, type Visitor } from '../../../../tests/support/test-server.ts'

const paystack = await startPaystack()
const server = testServer({ settings: paystack.settings })
let basic: Visitor

beforeAll(async () => {
  basic = await server().as('basic')
})
afterEach(() => {
  paystack.fault = null
  paystack.faults.length = 0
  paystack.latency = 0
  server().services.clock.setOffset(0)
})
afterAll(() => paystack.stop())

const start = (visitor: Visitor, body: object = { plan: 'pro' }) =>
  visitor.post('/api/initializeTransaction', body)
const opened = () => paystack.requests.filter(({ what }) => what === 'POST /transaction/initialize')

describe('opening a payment', () => {
  test('uses our price and our reference, and answers what the checkout needs', async () => {
    const { visitor, uid, email } = await newPerson(server())
    const answer = await start(visitor, { plan: 'basic', email, amount: 200_000, userId: uid })
    expect(answer.status).toBe(200)
    const { data } = answer.body
    const { body } = opened().at(-1)!
    expect(body).toEqual({
      email,
      amount: 200_000,
      currency: 'NGN',
      reference: data.reference,
      channels: ['card', 'bank', 'ussd', 'qr', 'bank_transfer'],
      metadata: { userId: uid, plan: 'basic' },
      callback_url: `${server().url}/dashboard/payment-channel`,
    })
    const { accessCode } = paystack.transactions.get(data.reference)!
    expect(data).toEqual({
      access_code: accessCode,
      reference: expect.stringMatching(/^[0-9a-z]{27}$/),
      authorization_url: `https://checkout.paystack.com/${accessCode}`,
      amount: 200_000,
      currency: 'NGN',
      key: 'pk_test_of_the_model',
    })
    const [row] = await rowsOf(server(), sql`select * from payments where reference = ${data.reference}`)
    expect(row).toMatchObject({ user_id: uid, plan: 'basic', kobo: 200_000, mode: 'test', state: 'open' })
  })

  test('needs only the plan', async () => {
    const { visitor } = await newPerson(server(), { verified: false })
    expect((await start(visitor)).status).toBe(200)
    expect(opened().at(-1)!.body.amount).toBe(150_000)
  })

  test.each<[string, object]>([
    ['one kobo less', { amount: 149_999 }],
    ['one kobo more', { amount: 150_001 }],
    ['naira instead of kobo', { amount: 1500 }],
    ['a price of zero', { amount: 0 }],
    ['another plan’s price', { amount: 200_000 }],
    ['another email', { email: 'someone@example.com' }],
    ['another user', { userId: 'someone-else' }],
    ['the free plan', { plan: 'free' }],
    ['an unknown plan', { plan: 'gold' }],
    ['a chosen price', { kobo: 1 }],
    ['a chosen currency', { currency: 'GHS' }],
    ['a chosen reference', { reference: 'a'.repeat(27) }],
  ])('with %s is refused in one plain sentence, without a call to Paystack', async (_, changes) => {
    const before = paystack.requests.length
    const answer = await start(basic, { plan: 'pro', ...changes })
    expect(answer.status).toBe(400)
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(answer.text).toMatch(/^[^\n{}<>]+$/)
    expect(paystack.requests).toHaveLength(before)
  })

  test('needs a login', async () => {
    const answer = await start(server().anonymous())
    expect([answer.status, answer.text]).toEqual([401, 'User not signed in'])
  })

  test('with another method is refused in one plain sentence', async () => {
    const answer = await basic.get('/api/initializeTransaction')
    expect([answer.status, answer.text]).toEqual([405, 'This method is not allowed here.'])
  })
})

// PAY-10
describe('repeated clicks for one plan', () => {
  test('in 32 windows at once open one payment', async () => {
    const { visitor, uid } = await newPerson(server())
    paystack.latency = 100
    const answers = await Promise.all(Array.from({ length: 32 }, () => start(visitor)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => body.data.access_code)).size).toBe(1)
    const rows = await rowsOf(server(), sql`select 1 from payments where user_id = ${uid}`)
    expect(rows).toHaveLength(1)
  })

  test('reuse the open payment; another plan gets its own', async () => {
    const { visitor } = await newPerson(server())
    const first = (await start(visitor)).body.data.reference
    expect((await start(visitor)).body.data.reference).toBe(first)
    expect((await start(visitor, { plan: 'basic' })).body.data.reference).not.toBe(first)
  })

  test('ask Paystack at most every two seconds', async () => {
    const { visitor } = await newPerson(server())
    const { reference } = (await start(visitor)).body.data
    const before = paystack.requests.length
    const began = performance.now()
    for (let i = 0; i < 10; i++) expect((await start(visitor)).body.data.reference).toBe(reference)
    const seconds = (performance.now() - began) / 1000
    expect(paystack.requests.length - before).toBeLessThanOrEqual(1 + Math.ceil(seconds / 2))
  })

  test('settle a paid payment instead of charging again', async () => {
    const { visitor } = await newPerson(server())
    const { reference } = (await start(visitor)).body.data
    paystack.pay(reference)
    const again = await start(visitor)
    expect([again.status, again.text]).toEqual([
      409,
      'Your payment has already arrived, and your plan is active. You were charged once.',
    ])
    expect((await visitor.get('/api/me')).body.subscription).toBe('pro')
    // The next click opens another payment.
    const next = (await start(visitor)).body.data.reference
    expect(next).not.toBe(reference)
  })

  test('reuse the payment while a bank transfer is pending', async () => {
    const { visitor } = await newPerson(server())
    const { reference } = (await start(visitor)).body.data
    paystack.pay(reference, { status: 'pending', paidAt: null })
    expect((await start(visitor)).body.data.reference).toBe(reference)
    const { pending } = (await visitor.get('/api/plan')).body
    expect(pending).toMatchObject([{ reference, outcome: 'pending' }])
  })

  test('open another payment after a failure, or after half an hour', async () => {
    const { visitor } = await newPerson(server())
    const first = (await start(visitor)).body.data.reference
    paystack.pay(first, { status: 'failed', paidAt: null })
    const second = (await start(visitor)).body.data.reference
    server().services.clock.setOffset(31 * 60_000)
    const third = (await start(visitor)).body.data.reference
    expect(new Set([first, second, third]).size).toBe(3)
  })

  test('reuse the open payment while Paystack is unavailable', async () => {
    const { visitor } = await newPerson(server())
    const first = (await start(visitor)).body.data.reference
    paystack.fault = '500'
    expect((await start(visitor)).body.data.reference).toBe(first)
  })

  test('open another payment 15 seconds after the server died while opening one', async () => {
    const { visitor, uid } = await newPerson(server())
    const first = (await start(visitor)).body.data.reference
    // The row of a server that died before it stored Paystack's answer.
    await rowsOf(server(), sql`update payments set access_code = null where reference = ${first}`)
    server().services.clock.setOffset(16_000)
    const second = (await start(visitor)).body.data.reference
    expect(second).not.toBe(first)
    const rows = await rowsOf(
      server(),
      sql`select reference from payments where user_id = ${uid} and current`,
    )
    expect(rows).toEqual([{ reference: second }])
  })
})

describe('a user opens at most eight payments an hour', () => {
  const rowsFor = (uid: string) =>
    rowsOf(server(), sql`select reference from payments where user_id = ${uid} order by created_at`)
  const asked = (reference: string) =>
    paystack.requests.filter(({ what }) => what.endsWith(`verify/${reference}`)).length

  test('300 clicks during an outage make eight calls, eight rows and one failed entry', async () => {
    const { visitor, uid } = await newPerson(server())
    paystack.fault = '500'
    const before = opened().length
    const answers = []
    for (let i = 0; i < 10; i++)
      answers.push(...(await Promise.all(Array.from({ length: 30 }, () => start(visitor)))))
    expect(opened().length - before).toBe(8)
    expect(await rowsFor(uid)).toHaveLength(8)
    const last = answers.at(-1)!
    expect([last.status, last.text]).toEqual([
      429,
      'You have opened 8 payments within an hour. Please try again in 5 min.',
    ])
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(200)
    const { payments } = (await visitor.get('/api/payments')).body
    expect(payments).toMatchObject([{ outcome: 'failed', plan: 'pro', settledAt: null }])
    expect(await rowsFor(uid)).toContainEqual({ reference: payments[0].reference })
  })

  test('after an outage, the wait is five minutes after the last attempt, not an hour', async () => {
    const { visitor, uid } = await newPerson(server())
    paystack.fault = '500'
    for (let i = 0; i < 8; i++) await start(visitor)
    server().services.clock.setOffset(5.1 * 60_000)
    expect((await start(visitor)).status).toBe(503)
    expect((await start(visitor)).status).toBe(429)
    expect(await rowsFor(uid)).toHaveLength(9)
    paystack.fault = null
    server().services.clock.setOffset(10.2 * 60_000)
    expect((await start(visitor)).status).toBe(200)
  })

  test('a failed opening is checked once', async () => {
    const { visitor, uid } = await newPerson(server())
    paystack.faults.push('500', '500')
    await start(visitor)
    await start(visitor)
    const failed = await rowsFor(uid)
    for (const minutes of [1.5, 6, 40, 70, 24 * 60, 3 * 24 * 60]) {
      server().services.clock.setOffset(minutes * 60_000)
      await server().sweep()
    }
    expect(failed.map(({ reference }) => asked(reference))).toEqual([1, 1])
  })

  test('an opening of a server that died is checked once', async () => {
    const { visitor, uid } = await newPerson(server())
    const { reference } = (await start(visitor)).body.data
    await rowsOf(
      server(),
      sql`update payments set access_code = null, authorization_url = null where reference = ${reference}`,
    )
    for (const minutes of [1.5, 6, 40, 70]) {
      server().services.clock.setOffset(minutes * 60_000)
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
    server().services.clock.setOffset(90_000)
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
    server().services.clock.setOffset(61 * 60_000)
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
    server().services.clock.setOffset(35 * 60_000)
    await fail(2, 'pro')
    const { payments } = (await visitor.get('/api/payments')).body
    const listed = payments.map(
      ({ plan, outcome }: { plan: string; outcome: string }) => `${plan} ${outcome}`,
    )
    expect(listed).toEqual(['pro failed', 'pro pending', 'basic failed', 'pro failed'])
  })
})

// PAY-08
describe('when Paystack fails', () => {
  test.each(FAULTS.filter((fault) => fault !== 'silent' && fault !== 'drip'))(
    '(%s) the payer reads a sentence, and the next click works',
    async (fault) => {
      const { visitor, uid } = await newPerson(server())
      paystack.faults.push(fault)
      const answer = await start(visitor)
      expect([answer.status, answer.text]).toEqual([
        503,
        'The payment service does not answer. You have not been charged. Please try again in a moment.',
      ])
      const [failed] = await rowsOf(server(), sql`select * from payments where user_id = ${uid}`)
      expect(failed).toMatchObject({ state: 'lapsed', current: false, access_code: null })
      // One check follows, because Paystack may have opened it.
      expect(failed!.next_check_at).not.toBeNull()
      const again = await start(visitor)
      expect(again.status).toBe(200)
      expect(again.body.data.reference).not.toBe(failed!.reference)
      const log = server().logs.find((line) => line.msg === 'Transaction init failed')
      expect(log).toBeDefined()
    },
  )

  test('that sends nothing, or one byte per second, the call times out after ten seconds', async () => {
    const people = [await newPerson(server()), await newPerson(server())]
    paystack.faults.push('silent', 'drip')
    const began = performance.now()
    await Promise.all(people.map(async ({ visitor }) => expect((await start(visitor)).status).toBe(503)))
    expect(performance.now() - began).toBeGreaterThan(9000)
  })

  test('with a refusal, the payer reads a sentence without Paystack’s words', async () => {
    const { visitor } = await newPerson(server())
    const other = await server().another({ ...paystack.settings, PAYSTACK_SECRET_KEY: 'sk_test_wrong' })
    const there = other.anonymous()
    for (const [name, value] of visitor.cookies) there.cookies.set(name, value)
    const answer = await start(there)
    expect([answer.status, answer.text]).toEqual([
      503,
      'The payment could not be opened. You have not been charged. Please try again later.',
    ])
  })
})

test('without keys, only payments fail', async () => {
  const other = await server().another({ PAYSTACK_SECRET_KEY: '', PAYSTACK_PUBLIC_KEY: '' })
  const visitor = await other.as('basic')
  const answer = await start(visitor)
  expect([answer.status, answer.text]).toEqual([503, 'Payments are not set up yet.'])
  expect((await visitor.get('/api/plan')).status).toBe(200)
})
