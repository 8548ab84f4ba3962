import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asOwner, contentsOf } from '../../../../tests/support/database.ts'
import { paymentsOf } from '../../../../tests/support/payments.ts'
import { startPaystack } from '../../../../tests/support/paystack-model.ts'
import { newPerson } from '../../../../tests/support/people.ts'
import { IS_LONG } from '../../../../tests/support/slow.ts'
import { testServer } from '../../../../tests/support/test-server.ts'

const paystack = await startPaystack()
const server = testServer({ settings: paystack.settings, standIns: true })
afterAll(() => paystack.stop())

const { opened, planOf } = paymentsOf(server, paystack)
async function paid() {
  const { person, reference } = await opened()
  paystack.pay(reference)
  return { ...person, reference }
}
const send = (body: string | Uint8Array, headers: Record<string, string>) =>
  fetch(`${server().url}/api/webhooks/paystack`, {
    method: 'POST',
    body: body as BodyInit,
    headers: { 'content-type': 'application/json', ...headers },
  })
const deliveriesOf = (reference: string) =>
  server().rows`select * from webhook_deliveries where reference = ${reference} order by id`

// PAY-04
describe('a webhook is refused and nothing is stored', () => {
  let held: Awaited<ReturnType<typeof paid>>
  let before: Record<string, string>
  beforeAll(async () => {
    held = await paid()
    before = await contentsOf(server())
  })
  const flip = (signature: string, at: number) =>
    signature.slice(0, at) + (signature[at] === '0' ? '1' : '0') + signature.slice(at + 1)
  test.each<[string, (body: string, right: string) => [string, Record<string, string>]]>([
    ['without a signature', (body) => [body, {}]],
    ['with an empty signature', (body) => [body, { 'x-paystack-signature': '' }]],
    [
      'with a signature in capitals',
      (body, right) => [body, { 'x-paystack-signature': right.toUpperCase() }],
    ],
    ['with half a signature', (body, right) => [body, { 'x-paystack-signature': right.slice(0, 64) }]],
    ['with a longer signature', (body, right) => [body, { 'x-paystack-signature': `${right}00` }]],
    ['with a wrong first digit', (body, right) => [body, { 'x-paystack-signature': flip(right, 0) }]],
    ['with a wrong last digit', (body, right) => [body, { 'x-paystack-signature': flip(right, 127) }]],
    [
      'signed with another key',
      (body) => [body, { 'x-paystack-signature': paystack.sign(body, 'sk_test_x') }],
    ],
    ['signed with an empty key', (body) => [body, { 'x-paystack-signature': paystack.sign(body, '') }]],
    ['with a space after its body', (body, right) => [`${body} `, { 'x-paystack-signature': right }]],
    [
      'with a reformatted body',
      (body, right) => [JSON.stringify(JSON.parse(body), null, 1), { 'x-paystack-signature': right }],
    ],
    [
      'with another amount',
      (body, right) => [body.replace('150000', '150001'), { 'x-paystack-signature': right }],
    ],
  ])('%s', async (_, forge) => {
    const body = paystack.eventOf('charge.success', held.reference)
    const warned = server().logs.length
    const answer = await send(...forge(body, paystack.sign(body)))
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([401, 'bad-signature'])
    expect(await contentsOf(server())).toEqual(before)
    expect(
      server()
        .logs.slice(warned)
        .map(({ msg }) => msg),
    ).toContain('webhook refused: wrong signature')
    expect((await held.visitor.get('/api/me')).body.subscription).toBe('free')
  })

  test('that is too large, compressed or of another type', async () => {
    const signed = (body: string) => ({ 'x-paystack-signature': paystack.sign(body) })
    const huge = JSON.stringify({ event: 'charge.success', data: { more: 'x'.repeat(300_000) } })
    expect((await send(huge, signed(huge))).status).toBe(413)
    expect((await send('{}', { ...signed('{}'), 'content-encoding': 'gzip' })).status).toBe(415)
    expect((await send('{}', { ...signed('{}'), 'content-type': 'text/plain' })).status).toBe(415)
    expect(await contentsOf(server())).toEqual(before)
  })
})

// PAY-02
test('the same webhook many times at once is stored once and credits once', async () => {
  const { reference, uid, visitor } = await paid()
  const body = paystack.eventOf('charge.success', reference)
  const statuses = await Promise.all(
    Array.from({ length: IS_LONG ? 1000 : 100 }, () => paystack.deliver(server().url, body)),
  )
  expect(new Set(statuses)).toEqual(new Set([200]))
  await server().runJobs()
  const [delivery, ...more] = await deliveriesOf(reference)
  expect([more.length, delivery!.event]).toEqual([0, 'charge.success'])
  expect(delivery!.processed_at).not.toBeNull()
  const grants = await server().rows`select 1 from grants where user_id = ${uid}`
  expect(grants).toHaveLength(1)
  const [[, settled] = []] = await server().trail(`payment:${reference}`)
  expect(settled).toMatchObject({ source: 'webhook' })
  expect((await visitor.get('/api/me')).body.subscription).toBe('pro')
})

// PAY-03
test('a webhook that arrives before the answer to the opening settles the payment', async () => {
  const { visitor } = await newPerson(server())
  const before = paystack.requests.length
  paystack.latency = 600
  const opening = visitor.post('/api/initializeTransaction', { plan: 'pro' })
  while (paystack.requests.length === before) await new Promise((resolve) => setTimeout(resolve, 10))
  const reference = String(paystack.requests[before]!.body.reference)
  paystack.add(reference, { status: 'success' })
  expect(await paystack.sendWebhook(server().url, reference)).toBe(200)
  paystack.latency = 0
  await server().runJobs()
  expect((await visitor.get('/api/me')).body.subscription).toBe('pro')
  await opening
})

// LOAD-02
test('a payment goes before jobs that have waited for longer', async () => {
  const { reference } = await paid()
  await server().rows`select graphile_worker.add_job('sweep') from generate_series(1, 3)`
  const sweeps = async () =>
    (await server().rows`select id from graphile_worker.jobs where task_identifier = 'sweep'`).length
  const { promise: answer, resolve: letGo } = Promise.withResolvers<void>()
  paystack.late.push(answer)
  expect(await paystack.sendWebhook(server().url, reference)).toBe(200)
  const running = server().runJobs()
  await expect.poll(() => paystack.late).toEqual([])
  expect(await sweeps()).toBe(3)
  letGo()
  await running
  const states = await server().rows`select state from payments where reference = ${reference}`
  expect([states, await sweeps()]).toEqual([[{ state: 'settled' }], 0])
})

describe('a signed webhook', () => {
  test('is not trusted: Paystack is asked', async () => {
    const { person, reference } = await opened()
    // An attacker with the key could send this, or a bug at Paystack.
    const body = paystack.eventOf('charge.success', reference, { status: 'success' })
    expect(await paystack.deliver(server().url, body)).toBe(200)
    await server().runJobs()
    expect(await planOf(person)).toBe('free')
  })

  test.each<[string, string]>([
    ['of an unknown event', '{"event":"moon.landing","data":{"reference":"x"}}'],
    ['without a reference', '{"event":"customeridentification.success","data":{}}'],
    ['with a list as data', '{"event":"charge.success","data":[1]}'],
    [
      'with numbers instead of texts',
      '{"event":"charge.success","data":{"id":9007199254740993,"reference":5}}',
    ],
    ['with a long reference', `{"event":"charge.success","data":{"reference":"${'r'.repeat(5000)}"}}`],
    ['with a NUL in its event', '{"event":"odd\\u0000","data":{}}'],
    ['with NULs in its data', '{"event":"charge.success","data":{"id":"\\u0000","reference":"a\\u0000b"}}'],
    ['with lone surrogates', '{"event":"odd\\ud800","data":{"id":"\\udc00","reference":"\\ud800"}}'],
    ['that is not JSON', 'hello'],
    ['that is null', 'null'],
  ])('%s is accepted and has no effect', async (_, body) => {
    expect(await paystack.deliver(server().url, body)).toBe(200)
    await server().runJobs()
    const failing = await server()
      .rows`select 1 from graphile_worker._private_jobs where last_error is not null`
    expect(failing).toEqual([])
  })

  test('about an unknown payment raises one alarm', async () => {
    const reference = 'unknown'.repeat(4)
    paystack.add(reference, { status: 'success' })
    for (const extra of [1, 2]) {
      await paystack.deliver(server().url, paystack.eventOf('charge.success', reference, { extra }))
      await server().runJobs()
    }
    const alarms = await server().rows`select kind from alarms where reference = ${reference}`
    expect(alarms).toEqual([{ kind: 'unknown-payment' }])
  })

  test('about a payment of another shop is counted once, without an alarm or a mail', async () => {
    const mails = async () => (await server().rows`select from mails where template like 'alarm%'`).length
    const foreign = async () => (await (await server().as('admin')).get('/api/admin/alarms')).body.foreign
    const before = await mails()
    const counted = (await foreign())?.count ?? 0
    const shops: [reference: string, metadata: unknown][] = [
      ['T685312322670591', null],
      ['10234_1732700000', { order_id: 10234 }],
      ['f'.repeat(32), JSON.stringify({ custom_fields: [] })],
    ]
    for (const [reference, metadata] of shops) {
      paystack.add(reference, { status: 'success', metadata })
      for (const event of ['charge.success', 'refund.processed', 'charge.dispute.create'])
        expect(await paystack.deliver(server().url, paystack.eventOf(event, reference))).toBe(200)
      await server().runJobs()
    }
    const [first, second, third] = shops.map(([reference]) => reference)
    const alarms = await server().rows`select from alarms where reference in (${first}, ${second}, ${third})`
    expect(alarms).toEqual([])
    expect(await mails()).toBe(before)
    expect(await foreign()).toEqual({ count: counted + 3, lastAt: expect.any(Number) })
    expect((await deliveriesOf(first!)).every(({ processed_at: at }) => at !== null)).toBe(true)
  })

  test('with our metadata raises an alarm under any reference', async () => {
    const reference = 'T685312322670592'
    paystack.add(reference, { status: 'success', metadata: { userId: 'someone', plan: 'pro' } })
    await paystack.deliver(server().url, paystack.eventOf('charge.success', reference))
    await server().runJobs()
    expect(await server().rows`select kind from alarms where reference = ${reference}`).toEqual([
      { kind: 'unknown-payment' },
    ])
  })

  test('that the database refuses does not block others in its batch', async () => {
    const mine = await Promise.all(Array.from({ length: 5 }, paid))
    const odd = (i: number) => `{"event":"cannot.be.held","data":{"id":${i}}}`
    await asOwner(
      server(),
      sql`alter table webhook_deliveries add constraint odd check (event <> 'cannot.be.held')`,
    )
    const statuses = await Promise.all(
      mine.flatMap(({ reference }, i) => [
        paystack.deliver(server().url, odd(i)).then((status) => status >= 500),
        paystack.sendWebhook(server().url, reference).then((status) => status === 200),
      ]),
    )
    expect(new Set(statuses)).toEqual(new Set([true]))
    await asOwner(server(), sql`alter table webhook_deliveries drop constraint odd`)
    await server().runJobs()
    for (const { visitor } of mine) expect((await visitor.get('/api/me')).body.subscription).toBe('pro')
  })

  test('is stored when it is resent after a failure of the database', async () => {
    const { reference, visitor } = await paid()
    const body = paystack.eventOf('charge.success', reference)
    await asOwner(server(), sql`alter table webhook_deliveries rename to away`)
    expect(await paystack.deliver(server().url, body)).toBeGreaterThanOrEqual(500)
    await asOwner(server(), sql`alter table away rename to webhook_deliveries`)
    expect(await paystack.deliver(server().url, body)).toBe(200)
    await server().runJobs()
    expect((await visitor.get('/api/me')).body.subscription).toBe('pro')
  })
})
