import { createHmac } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { card, type Received, startWithApp } from '../../../tests/support/paystack.ts'
import { retryDelayMs } from './webhooks.ts'

// Generous limits, so that a busy machine does not fail the tests.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })
const eventually = <T>(check: () => T) => vi.waitFor(check, { timeout: 30_000 })

let paystack: Awaited<ReturnType<typeof startWithApp>>
beforeEach(async () => {
  paystack = await startWithApp()
})
afterEach(() => paystack.stop())

async function pay(more: object = {}) {
  const { access_code: code, reference } = await paystack.initialize(more)
  await paystack.attempt(code, card())
  return reference
}
const receive = async (count: number): Promise<Received[]> => {
  await eventually(() => expect(paystack.received.length).toBeGreaterThanOrEqual(count))
  return paystack.received
}
const isSigned = ({ body, signature }: Received) =>
  signature === createHmac('sha512', paystack.sandbox.paystack.secretKey).update(body).digest('hex')
const deliveries = async () =>
  (await (await fetch(`${paystack.sandbox.url}/paystack/webhooks.json`)).json()) as any[]

test('sends one event for a payment, signed over the raw bytes', async () => {
  const reference = await pay({ metadata: { plan: 'pro' } })
  const [event] = (await receive(1)) as [Received]
  expect(event.event).toBe('charge.success')
  expect(event.data).toMatchObject({
    reference,
    status: 'success',
    amount: 200_000,
    currency: 'NGN',
    domain: 'test',
    metadata: { plan: 'pro' },
    plan: {},
    log: null,
  })
  expect(isSigned(event)).toBe(true)
  await eventually(async () =>
    expect(await deliveries()).toMatchObject([{ attempts: [{ answer: '200' }], dueAt: null }]),
  )
})

test('sends no event for declined, failed and cancelled transactions', async () => {
  for (const action of ['decline', 'fail', 'cancel'])
    await paystack.attempt((await paystack.initialize()).access_code, { action })
  const reference = await pay()
  expect((await receive(1)).map(({ data }) => data.reference)).toEqual([reference])
  expect(await deliveries()).toHaveLength(1)
})

test('sends the event of a transfer on its arrival, automatic or manual, also after a cancel', async () => {
  await paystack.setMode({ transferAfter: null })
  const waiting = await paystack.initialize()
  expect(await paystack.attempt(waiting.access_code, { action: 'transfer' })).toEqual({ outcome: 'pending' })
  await paystack.attempt(waiting.access_code, { action: 'cancel' })
  expect(await paystack.verify(waiting.reference)).toMatchObject({ status: 'pending', paid_at: null })
  await paystack.attempt(waiting.access_code, { action: 'decline' })
  await paystack.setMode({ transferAfter: 0 })
  const quick = await paystack.initialize()
  await paystack.attempt(quick.access_code, { action: 'transfer' })
  expect((await receive(1))[0]!.data).toMatchObject({ reference: quick.reference, channel: 'bank_transfer' })
  expect(await paystack.act(waiting.reference, 'settle')).toBe(204)
  expect((await receive(2))[1]!.data.reference).toBe(waiting.reference)
  expect(await paystack.act(waiting.reference, 'settle')).toBe(400)
})

test('sends an event for each step of refunds and disputes', async () => {
  await paystack.setMode({ refundAfter: 0 })
  const refunded = await pay()
  await receive(1)
  await paystack.act(refunded, 'refund')
  expect((await receive(4)).slice(1).map(({ event }) => event)).toEqual([
    'refund.pending',
    'refund.processing',
    'refund.processed',
  ])
  expect(paystack.received.slice(1).map(({ data }) => data.amount)).toEqual(['200000', 200_000, 200_000])
  expect(paystack.received[3]!.data.transaction_reference).toBe(refunded)

  const disputed = await pay()
  await receive(5)
  for (const [i, action] of ['dispute', 'remind-dispute', 'lose-dispute'].entries()) {
    await paystack.act(disputed, action)
    await receive(6 + i)
  }
  expect(paystack.received.slice(5).map(({ event, data }) => [event, data.resolution])).toEqual([
    ['charge.dispute.create', null],
    ['charge.dispute.remind', null],
    ['charge.dispute.resolve', 'merchant-accepted'],
  ])
  expect(paystack.received[7]!.data.transaction).toMatchObject({ reference: disputed, status: 'reversed' })
})

describe('retries', () => {
  test('send the same bytes until the app answers 200', async () => {
    await paystack.setMode({ retryFactor: 0 })
    paystack.answers.push(500, 201, 302)
    await pay()
    const received = await receive(4)
    expect(new Set(received.map(({ body }) => body)).size).toBe(1)
    expect(received.every(isSigned)).toBe(true)
    await eventually(async () => expect((await deliveries())[0].attempts).toHaveLength(4))
    expect((await deliveries())[0].attempts.map(({ answer }: any) => answer)).toEqual([
      '500',
      '201',
      '302',
      '200',
    ])
  })

  test('stop after 10 hours in test mode', async () => {
    await paystack.setMode({ retryFactor: 0 })
    paystack.answers.push(...Array.from({ length: 50 }, () => 503))
    await pay()
    await eventually(async () => expect((await deliveries())[0].dueAt).toBeNull())
    expect((await deliveries())[0].attempts).toHaveLength(11)
  })

  test('follow the intervals of Paystack', async () => {
    const waitsInMinutes = (domain: 'test' | 'live') => {
      const waits: number[] = []
      for (let wait = retryDelayMs(1, domain); wait !== null; wait = retryDelayMs(waits.length + 1, domain))
        waits.push(wait / 60_000)
      return waits
    }
    expect(waitsInMinutes('test')).toEqual(Array.from({ length: 10 }, () => 60))
    expect(waitsInMinutes('live')).toEqual([3, 3, 3, ...Array.from({ length: 72 }, () => 60)])
    paystack.answers.push(500)
    await pay()
    await eventually(async () => {
      const [{ attempts, dueAt }] = (await deliveries()) as [any]
      expect(dueAt - attempts[0].at).toBe(3_600_000)
    })
  })
})

describe('the mode', () => {
  test('off: sends an event only on a resend', async () => {
    await paystack.setMode({ webhooks: 'off' })
    const reference = await pay()
    const [delivery] = (await deliveries()) as [any]
    expect(delivery).toMatchObject({ reference, attempts: [], dueAt: null })
    await paystack.setMode({})
    await fetch(`${paystack.sandbox.url}/paystack/webhooks/${delivery.id}/resend`, { method: 'POST' })
    expect(await receive(1)).toHaveLength(1)
  })

  test('duplicated: sends the same bytes five times', async () => {
    await paystack.setMode({ webhooks: 'duplicated' })
    await pay()
    expect(new Set((await receive(5)).map(({ body }) => body)).size).toBe(1)
  })

  test('reordered: sends the newest event first', async () => {
    await paystack.setMode({ webhooks: 'reordered' })
    const references = [await pay(), await pay(), await pay()]
    expect((await receive(3)).map(({ data }) => data.reference)).toEqual(references.reverse())
  })

  test('webhookDelay: delays the first attempt', async () => {
    await paystack.setMode({ webhookDelay: 400 })
    const begin = performance.now()
    await pay()
    await receive(1)
    expect(performance.now() - begin).toBeGreaterThan(390)
  })

  test.each(['wrong-signature', 'altered', 'unsigned'])(
    '%s: the signature is missing or invalid',
    async (webhooks) => {
      await paystack.setMode({ webhooks })
      await pay()
      expect((await receive(1)).some(isSigned)).toBe(false)
    },
  )

  test('signs and sends an event of any type', async () => {
    const body = JSON.stringify({ event: 'invoice.create', data: { amount: 1 } })
    const response = await fetch(`${paystack.sandbox.url}/paystack/webhooks`, { method: 'POST', body })
    expect(response.status).toBe(202)
    const [event] = (await receive(1)) as [Received]
    expect(event.body).toBe(body)
    expect(isSigned(event)).toBe(true)
  })
})

describe('a state directory', () => {
  const stateDir = mkdtempSync(join(tmpdir(), 'paystack-'))
  afterEach(() => rmSync(stateDir, { recursive: true, force: true }))

  test('keeps paid and pending transactions and undelivered events', async () => {
    await paystack.stop()
    paystack = await startWithApp(stateDir)
    await paystack.setMode({ transferAfter: 300, webhooks: 'off' })
    const paid = await pay()
    const open = await paystack.initialize()
    const pending = await paystack.initialize()
    await paystack.attempt(pending.access_code, { action: 'transfer' })
    const before = await paystack.verify(paid)
    await paystack.setMode({ retryFactor: 0.0005 })
    paystack.answers.push(500)
    const undelivered = await pay()
    await eventually(async () => expect((await deliveries())[0].attempts).toHaveLength(1))
    // Simulates a power failure in the middle of a write.
    const torn = await paystack.initialize()
    await paystack.stop()
    const file = join(stateDir, 'paystack.jsonl')
    truncateSync(file, readFileSync(file).length - 5)

    paystack = await startWithApp(stateDir)
    expect(await paystack.verify(paid)).toEqual(before)
    expect((await paystack.verify(open.reference)).status).toBe('abandoned')
    expect((await paystack.verify(undelivered)).status).toBe('success')
    await eventually(async () => expect((await paystack.verify(pending.reference)).status).toBe('success'))
    expect(await paystack.attempt(open.access_code, card())).toEqual({ outcome: 'success' })
    await eventually(() => expect(paystack.received.map(({ data }) => data.reference)).toContain(undelivered))
    expect((await paystack.call('GET', `/transaction/verify/${torn.reference}`)).status).toBe(400)
    const again = await paystack.call('POST', '/transaction/initialize', {
      email: 'ada@lotto.test',
      amount: 200_000,
      reference: paid,
    })
    expect(again.body.message).toBe('Duplicate Transaction Reference')
  })
})
