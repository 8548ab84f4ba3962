import { createHmac } from 'node:crypto'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { card, startWithApp } from '../../../tests/support/paystack.ts'
import { schemaErrors } from '../../../tests/support/paystack-contract.ts'

// Generous limits, so that a busy machine does not fail the tests.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })
const eventually = <T>(check: () => T) => vi.waitFor(check, { timeout: 30_000 })

let paystack: Awaited<ReturnType<typeof startWithApp>>
beforeAll(async () => {
  paystack = await startWithApp()
})
afterEach(() => paystack.setMode({}))
afterAll(() => paystack.stop())

const call = (...args: Parameters<typeof paystack.call>) => paystack.call(...args)

async function pay(number?: string) {
  const { access_code: code, reference } = await paystack.initialize({ metadata: { plan: 'pro' } })
  expect(await paystack.attempt(code, card(number))).toEqual({ outcome: 'success' })
  return { reference, id: (await paystack.verify(reference)).id }
}

test('the answers to the calls that the app makes are as Paystack describes them', async () => {
  await paystack.setMode({ refundAfter: null })
  const { reference, id } = await pay()
  const body = { email: 'ada@lotto.test', amount: 200_000, reference: 'ours.1-a=b' }
  const initialized = (await call('POST', '/transaction/initialize', body)).body
  expect(initialized.data.authorization_url).toBe(`${paystack.sandbox.url}/${initialized.data.access_code}`)
  const listed = (await call('GET', '/transaction?status=success')).body
  const answers: [schema: string, answer: unknown][] = [
    ['TransactionInitializeResponse', initialized],
    ['VerifyResponse', (await call('GET', `/transaction/verify/${reference}`)).body],
    ['TransactionListResponse', listed],
    ['RefundCreateResponse', (await call('POST', '/refund', { transaction: reference, amount: 100 })).body],
    ['RefundListResponse', (await call('GET', `/refund?transaction=${id}`)).body],
    ['TransactionInitializeBadRequestModel', (await call('POST', '/transaction/initialize', body)).body],
  ]
  for (const [schema, answer] of answers) expect([schema, schemaErrors(schema, answer)]).toEqual([schema, []])
})

test.each([
  ['GET', '/transaction'],
  ['POST', '/transaction/initialize'],
  ['POST', '/refund'],
  ['GET', '/dispute'],
])('%s %s requires the secret key', async (method, path) => {
  const authorization = `Bearer ${paystack.sandbox.paystack.publicKey}`
  const { status } = await call(method, path, method === 'POST' ? {} : undefined, { authorization })
  expect(status).toBe(401)
})

describe('money that returns', () => {
  test('a refund passes through its states, and a full one reverses the payment', async () => {
    const { reference } = await pay()
    await paystack.setMode({ refundAfter: null })
    await call('POST', '/refund', { transaction: reference })
    for (const _ of ['processing', 'processed'])
      expect(await paystack.act(reference, 'step-refund')).toBe(204)
    expect((await paystack.verify(reference)).status).toBe('reversed')
    expect((await call('POST', '/refund', { transaction: reference })).status).toBe(400)
    await eventually(() =>
      expect(paystack.received.filter(({ data }) => data.transaction_reference === reference)).toHaveLength(
        3,
      ),
    )
  })

  test('refunds fail with the card for it', async () => {
    await paystack.setMode({ refundAfter: 0 })
    const { reference, id } = await pay('4084 0800 0067 1803')
    await call('POST', '/refund', { transaction: reference })
    await eventually(async () =>
      expect((await call('GET', `/refund?transaction=${id}`)).body.data[0].status).toBe('failed'),
    )
  })

  test.each([
    ['lose-dispute', 'merchant-accepted', 'reversed'],
    ['win-dispute', 'declined', 'success'],
  ])('%s', async (action, resolution, status) => {
    const { reference, id } = await pay()
    expect(await paystack.act(reference, 'dispute')).toBe(204)
    expect(await paystack.act(reference, 'dispute')).toBe(400)
    expect(await paystack.act(reference, action)).toBe(204)
    const { body } = await call('GET', `/dispute/transaction/${id}`)
    expect([body.data.resolution, (await paystack.verify(reference)).status]).toEqual([resolution, status])
  })
})

test('an event is signed over its bytes, and sent again by the button with the same bytes', async () => {
  paystack.received.length = 0
  paystack.answers.push(500)
  const { reference } = await pay()
  const delivery = async () =>
    (await (await fetch(`${paystack.sandbox.url}/paystack/webhooks.json`)).json()).find(
      (one: any) => one.reference === reference,
    )
  await eventually(async () => expect((await delivery()).attempts).toMatchObject([{ answer: '500' }]))
  const { id } = await delivery()
  await fetch(`${paystack.sandbox.url}/paystack/webhooks/${id}/resend`, { method: 'POST' })
  await eventually(async () => expect(await delivery()).toMatchObject({ attempts: [{}, { answer: '200' }] }))
  const [first, second] = paystack.received.filter(({ data }) => data.reference === reference)
  expect(second!.body).toBe(first!.body)
  for (const { body, signature } of [first!, second!])
    expect(signature).toBe(
      createHmac('sha512', paystack.sandbox.paystack.secretKey).update(body).digest('hex'),
    )
})

test('payments survive a restart, also after half a line', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lotto-paystack-'))
  const first = await startWithApp(folder)
  const { access_code: code, reference } = await first.initialize()
  await first.attempt(code, card())
  await first.stop()
  appendFileSync(join(folder, 'paystack.jsonl'), '{"kind":"transac')
  const second = await startWithApp(folder)
  expect(await second.verify(reference)).toMatchObject({ status: 'success', reference })
  await second.stop()
  rmSync(folder, { recursive: true })
})
