import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
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
      channels: ['card', 'bank', 'ussd', 'qr', 'bank_transfer', 'apple_pay'],
      metadata: {
        userId: uid,
        plan: 'basic',
        cancel_action: `${server().url}/dashboard/payment-channel?cancelled=${data.reference}`,
      },
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
    const [row] = await server().rows`select * from payments where reference = ${data.reference}`
    expect(row).toMatchObject({ user_id: uid, plan: 'basic', kobo: 200_000, mode: 'test', state: 'open' })
  })

  test('needs only the plan', async () => {
    const { visitor } = await newPerson(server(), { verified: false })
    expect((await start(visitor)).status).toBe(200)
    expect(opened().at(-1)!.body.amount).toBe(150_000)
  })

  test.each<[string, object, text?: string]>([
    ['one kobo less', { amount: 149_999 }],
    ['one kobo more', { amount: 150_001 }, 'The price of Pro is ₦1,500.'],
    ['naira instead of kobo', { amount: 1500 }],
    ['a price of zero', { amount: 0 }],
    ['another plan’s price', { amount: 200_000 }],
    ['another email', { email: 'someone@example.com' }, 'This is not the email of your account.'],
    ['another user', { userId: 'someone-else' }, 'You are logged in to another account.'],
    ['the free plan', { plan: 'free' }],
    ['an unknown plan', { plan: 'gold' }],
    ['a chosen price', { kobo: 1 }],
    ['a chosen currency', { currency: 'GHS' }],
    ['a chosen reference', { reference: 'a'.repeat(27) }],
  ])('with %s is refused in one plain sentence, without a call to Paystack', async (_, changes, text) => {
    const before = paystack.requests.length
    const answer = await start(basic, { plan: 'pro', ...changes })
    expect(answer.status).toBe(400)
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(answer.text).toMatch(text ? `${text} Please reload the page.` : /^[^\n{}<>]+$/)
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
    const rows = await server().rows`select 1 from payments where user_id = ${uid}`
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
    await server().rows`update payments set access_code = null where reference = ${first}`
    server().services.clock.setOffset(16_000)
    const second = (await start(visitor)).body.data.reference
    expect(second).not.toBe(first)
    const rows = await server().rows`select reference from payments where user_id = ${uid} and current`
    expect(rows).toEqual([{ reference: second }])
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
      expect([answer.status, answer.headers.get('retry-after'), answer.text]).toEqual([
        503,
        '5',
        'The payment service does not answer. You have not been charged. Please try again in a moment.',
      ])
      const [failed] = await server().rows`select * from payments where user_id = ${uid}`
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
    const there = visitor.copy(other.url)
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
