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
const parameters = (more: object = {}) => ({ email: 'ada@lotto.test', amount: 200_000, ...more })

async function pay(more: object = {}, number?: string, cvv?: string) {
  const made = await paystack.initialize(more)
  expect(await paystack.attempt(made.access_code, card(number, cvv))).toEqual({ outcome: 'success' })
  return made.reference
}

describe('keys', () => {
  test.each([
    ['GET', '/transaction'],
    ['GET', '/transaction/verify/anything'],
    ['POST', '/transaction/initialize'],
    ['POST', '/refund'],
    ['GET', '/refund/1'],
    ['GET', '/dispute'],
  ])('%s %s requires the secret key', async (method, path) => {
    for (const authorization of [
      '',
      'Bearer sk_test_other',
      `Bearer ${paystack.sandbox.paystack.publicKey}`,
    ]) {
      const answer = await call(method, path, method === 'POST' ? parameters() : undefined, { authorization })
      expect(answer.status).toBe(401)
      expect(answer.body).toMatchObject({ status: false, message: 'Invalid key' })
      expect(schemaErrors('TransactionInitializeBadRequestModel', answer.body)).toEqual([])
    }
  })
})

describe('initialize', () => {
  test('returns an access code and the address of the checkout', async () => {
    const body = parameters({
      reference: 'ours.1-a=b',
      channels: ['card', 'bank_transfer'],
      metadata: { plan: 'pro' },
    })
    expect(schemaErrors('TransactionInitialize', body)).toEqual([])
    const answer = await call('POST', '/transaction/initialize', body)
    expect(answer.status).toBe(200)
    expect(schemaErrors('TransactionInitializeResponse', answer.body)).toEqual([])
    const { access_code: code, authorization_url: address, reference } = answer.body.data
    expect(answer.body).toMatchObject({ status: true, message: 'Authorization URL created' })
    expect(reference).toBe('ours.1-a=b')
    expect(code).toMatch(/^[a-z0-9]{15}$/)
    expect(address).toBe(`${paystack.sandbox.url}/${code}`)
  })

  test('generates a missing reference, and accepts an amount as text and a form as body', async () => {
    const response = await fetch(`${paystack.sandbox.url}/transaction/initialize`, {
      method: 'POST',
      headers: { authorization: `Bearer ${paystack.sandbox.paystack.secretKey}` },
      body: new URLSearchParams({ email: 'ada@lotto.test', amount: '150000' }),
    })
    const { data } = await response.json()
    expect(await paystack.verify(data.reference)).toMatchObject({ amount: 150_000, status: 'abandoned' })
  })

  test.each([
    [{ email: undefined }, 'Invalid Email Address Passed'],
    [{ email: 'nobody' }, 'Invalid Email Address Passed'],
    [{ amount: undefined }, 'Invalid Amount Sent'],
    [{ amount: 2000.5 }, 'Invalid Amount Sent'],
    [{ amount: 4999 }, 'Invalid Amount Sent'],
    [{ amount: -200_000 }, 'Invalid Amount Sent'],
    [{ currency: 'USD' }, 'Currency not supported by merchant'],
    [{ channels: ['mobile_money'] }, 'No active channel'],
    [{ reference: 'under_score' }, 'Invalid Transaction Reference'],
    [{ reference: 'a/b' }, 'Invalid Transaction Reference'],
  ])('refuses %j', async (more, message) => {
    const { status, body } = await call('POST', '/transaction/initialize', parameters(more))
    expect(status).toBe(400)
    expect(body).toMatchObject({ status: false, message, type: 'validation_error' })
    expect(schemaErrors('TransactionInitializeBadRequestModel', body)).toEqual([])
  })

  test('refuses a used reference', async () => {
    const { reference } = await paystack.initialize()
    const { status, body } = await call('POST', '/transaction/initialize', parameters({ reference }))
    expect(status).toBe(400)
    expect(body).toMatchObject({ message: 'Duplicate Transaction Reference', code: 'duplicate_reference' })
    expect(schemaErrors('TransactionInitializeBadRequestModel', body)).toEqual([])
  })

  test('refuses invalid JSON', async () => {
    const { url, paystack: keys } = paystack.sandbox
    const response = await fetch(`${url}/transaction/initialize`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keys.secretKey}`, 'content-type': 'application/json' },
      body: '{',
    })
    expect(response.status).toBe(400)
  })
})

describe('verify', () => {
  test('matches the OpenAPI description in every state', async () => {
    const states: Record<string, (code: string) => Promise<unknown>> = {
      abandoned: () => Promise.resolve(),
      failed: (code) => paystack.attempt(code, { action: 'decline' }),
      pending: (code) => paystack.attempt(code, { action: 'transfer' }),
      success: (code) => paystack.attempt(code, card()),
    }
    await paystack.setMode({ transferAfter: null })
    for (const [status, act] of Object.entries(states)) {
      const { access_code: code, reference } = await paystack.initialize({ metadata: { plan: 'basic' } })
      await act(code)
      const { status: http, body } = await call('GET', `/transaction/verify/${reference}`)
      expect(http).toBe(200)
      expect(schemaErrors('VerifyResponse', body)).toEqual([])
      expect(body.data).toMatchObject({
        status,
        reference,
        amount: 200_000,
        requested_amount: 200_000,
        currency: 'NGN',
        domain: 'test',
        metadata: { plan: 'basic' },
        customer: { email: 'ada@lotto.test' },
      })
      expect(body.data.paid_at === null).toBe(status !== 'success')
    }
  })

  test('refuses an unknown reference', async () => {
    const { status, body } = await call('GET', '/transaction/verify/never')
    expect(status).toBe(400)
    expect(body).toMatchObject({ status: false, message: 'Transaction reference not found.' })
    expect(schemaErrors('TransactionInitializeBadRequestModel', body)).toEqual([])
  })

  test('answers the overrides of the mode instead of the stored values', async () => {
    const reference = await pay()
    await paystack.setMode({ overrides: { amount: 199_999, currency: 'GHS', status: 'failed' } })
    expect(await paystack.verify(reference)).toMatchObject({
      amount: 199_999,
      currency: 'GHS',
      status: 'failed',
      requested_amount: 200_000,
    })
    await paystack.setMode({ domain: 'live' })
    expect(await paystack.verify(reference)).toMatchObject({ domain: 'live', amount: 200_000 })
  })

  test('ids past 2^53 keep all their digits in the JSON', async () => {
    await paystack.setMode({ ids: 'huge' })
    const { reference } = await paystack.initialize()
    const { url, paystack: keys } = paystack.sandbox
    const headers = { authorization: `Bearer ${keys.secretKey}` }
    const text = await (await fetch(`${url}/transaction/verify/${reference}`, { headers })).text()
    const digits = /"id":(\d+)/.exec(text)![1]!
    expect(BigInt(digits)).toBeGreaterThan(BigInt(Number.MAX_SAFE_INTEGER))
    expect(String(Number(digits))).not.toBe(digits)
    expect((await fetch(`${url}/transaction/${digits}`, { headers })).status).toBe(200)
    expect((await fetch(`${url}/transaction/${Number(digits)}`, { headers })).status).toBe(404)
  })
})

describe('the list', () => {
  test('is paged by number and by cursor, newest first, and filtered by status and time', async () => {
    const references: string[] = []
    for (let i = 0; i < 5; i++) references.unshift(await pay({ email: 'list@lotto.test' }))
    await paystack.initialize({ email: 'list@lotto.test' })
    const list = async (query: string) =>
      (await call('GET', `/transaction?customer=list@lotto.test&status=success&${query}`)).body
    const all = await list('')
    expect(schemaErrors('TransactionListResponse', { ...all, data: all.data.map(asDescribed) })).toEqual([])
    expect(all.data.map((row: any) => row.reference)).toEqual(references)
    expect(all.meta).toMatchObject({ total: 5, total_volume: 1_000_000, page: 1, pageCount: 1 })
    expect((await list('perPage=2&page=3')).data).toHaveLength(1)

    const first = await list('use_cursor=true&perPage=2')
    const late = await pay({ email: 'list@lotto.test' })
    const second = await list(`use_cursor=true&perPage=2&next=${first.meta.next}`)
    const third = await list(`use_cursor=true&perPage=2&next=${second.meta.next}`)
    expect([first, second, third].flatMap(({ data }) => data.map((row: any) => row.reference))).toEqual(
      references,
    )
    expect(third.meta.next).toBeNull()
    expect((await list('')).data[0].reference).toBe(late)

    const future = new Date(Date.now() + 60_000).toISOString()
    expect((await list(`from=${future}`)).data).toEqual([])
    expect((await list(`to=${future.slice(0, 10)}`)).data).toHaveLength(6)
    expect((await list('to=2020-01-01')).data).toEqual([])
  })

  /** The description requires an object; the real API returns the shop's metadata unchanged. */
  const asDescribed = (row: any) => ({ ...row, metadata: row.metadata ?? {} })

  test('returns one transaction by its id, and its timeline', async () => {
    const reference = await pay({ metadata: { custom_fields: [] } })
    const { id } = await paystack.verify(reference)
    const { body } = await call('GET', `/transaction/${id}`)
    expect(body.data).toMatchObject({ id, reference, status: 'success' })
    const timeline = (await call('GET', `/transaction/timeline/${id}`)).body
    expect(schemaErrors('TransactionTimelineResponse', timeline)).toEqual([])
    expect(timeline.data.history.map((step: any) => step.type)).toEqual(['action', 'success'])
    expect((await call('GET', '/transaction/1')).status).toBe(404)
  })
})

describe('refunds', () => {
  beforeAll(() => paystack.setMode({}))
  const refund = (body: object) => call('POST', '/refund', body)

  test('a full refund passes through pending, processing and processed, then the transaction is reversed', async () => {
    const reference = await pay()
    await paystack.setMode({ refundAfter: null })
    const made = await refund({ transaction: reference })
    expect(made.status).toBe(200)
    expect(schemaErrors('RefundCreateResponse', made.body)).toEqual([])
    expect(made.body.data).toMatchObject({ status: 'pending', amount: 200_000 })
    const fetched = async () => (await call('GET', `/refund/${made.body.data.id}`)).body
    for (const status of ['processing', 'processed']) {
      expect((await paystack.verify(reference)).status).toBe('success')
      expect(await paystack.act(reference, 'step-refund')).toBe(204)
      expect((await fetched()).data.status).toBe(status)
    }
    expect(schemaErrors('RefundFetchResponse', await fetched())).toEqual([])
    expect((await paystack.verify(reference)).status).toBe('reversed')
    expect((await refund({ transaction: reference })).body.message).toBe(
      'Transaction has been fully reversed',
    )
    const list = (await call('GET', `/refund?transaction=${reference}`)).body
    expect(schemaErrors('RefundListResponse', list)).toEqual([])
    expect(list.data).toHaveLength(1)
  })

  test('partial refunds cannot exceed the amount; the transaction stays paid until it is fully refunded', async () => {
    const reference = await pay()
    await paystack.setMode({ refundAfter: 0 })
    expect((await refund({ transaction: reference, amount: 50_000 })).status).toBe(200)
    expect((await refund({ transaction: reference, amount: 150_001 })).body.message).toBe(
      'Refund amount cannot be more than transaction amount',
    )
    expect((await paystack.verify(reference)).status).toBe('success')
    const { id } = await paystack.verify(reference)
    expect((await refund({ transaction: String(id), amount: 150_000 })).status).toBe(200)
    await eventually(async () => expect((await paystack.verify(reference)).status).toBe('reversed'))
  })

  test('are refused for an unpaid or unknown transaction', async () => {
    const { reference } = await paystack.initialize()
    expect((await refund({ transaction: reference })).status).toBe(400)
    expect((await refund({ transaction: 'never' })).status).toBe(404)
    expect((await call('GET', '/refund/1')).status).toBe(404)
  })

  test('fail or need attention with the test cards for it', async () => {
    await paystack.setMode({ refundAfter: 0 })
    const failing = await pay({}, '4084 0800 0067 1803', '180')
    const needing = await pay({}, '4084 0800 0067 1902', '190')
    const status = async (reference: string) =>
      (await call('GET', `/refund?transaction=${reference}`)).body.data[0].status
    await refund({ transaction: failing })
    const { body } = await refund({ transaction: needing })
    await eventually(async () => expect(await status(failing)).toBe('failed'))
    await eventually(async () => expect(await status(needing)).toBe('needs-attention'))
    expect((await refund({ transaction: failing })).status).toBe(200)
    const retry = `/refund/retry_with_customer_details/${body.data.id}`
    expect((await call('POST', retry, {})).status).toBe(200)
    expect((await call('POST', retry, {})).status).toBe(422)
    expect((await paystack.verify(needing)).status).toBe('reversed')
  })
})

describe('disputes', () => {
  test('a lost dispute reverses the transaction, a won one does not', async () => {
    for (const [resolution, status] of [
      ['merchant-accepted', 'reversed'],
      ['declined', 'success'],
    ]) {
      const reference = await pay()
      expect(await paystack.act(reference, 'dispute')).toBe(204)
      expect(await paystack.act(reference, 'dispute')).toBe(400)
      const { id } = await paystack.verify(reference)
      const open = (await call('GET', `/dispute/transaction/${id}`)).body.data
      expect(open).toMatchObject({ status: 'awaiting-merchant-feedback', resolution: null })
      const wrong = await call('PUT', `/dispute/${open.id}/resolve`, { resolution: 'maybe' })
      expect(wrong.status).toBe(400)
      expect((await call('PUT', `/dispute/${open.id}/resolve`, { resolution })).status).toBe(200)
      expect((await call('GET', `/dispute/${open.id}`)).body.data).toMatchObject({
        status: 'resolved',
        resolution,
        transaction: { reference, status },
      })
      expect((await paystack.verify(reference)).status).toBe(status)
    }
    expect((await call('GET', '/dispute?status=resolved')).body.data).toHaveLength(2)
  })
})

describe('the status is reversed at the moments that the mode names', () => {
  test.each<[string, string[], string[]]>([
    ['dispute-opened', ['dispute'], ['reversed']],
    ['dispute-opened', ['dispute', 'win-dispute'], ['reversed', 'success']],
    ['dispute-opened', ['dispute', 'lose-dispute'], ['reversed', 'reversed']],
    ['dispute-won', ['dispute', 'win-dispute'], ['success', 'reversed']],
    ['refund-pending', ['refund?amount=50000'], ['reversed']],
    [
      'refund-pending',
      ['refund?amount=50000', 'step-refund', 'step-refund'],
      ['reversed', 'reversed', 'success'],
    ],
    ['refund-pending', ['refund', 'step-refund', 'step-refund'], ['reversed', 'reversed', 'reversed']],
    [
      'partial-refund-processed',
      ['refund?amount=50000', 'step-refund', 'step-refund'],
      ['success', 'success', 'reversed'],
    ],
  ])('%s: after %j it is %j', async (moment, actions, statuses) => {
    const reference = await pay()
    await paystack.setMode({ refundAfter: null, reversedAt: [moment] })
    for (const [i, action] of actions.entries()) {
      expect(await paystack.act(reference, action)).toBe(204)
      expect((await paystack.verify(reference)).status).toBe(statuses[i])
    }
    await paystack.setMode({})
  })

  test.each([
    ['refund-pending', 'success'],
    ['refund-failed', 'reversed'],
  ])('%s: after a failed refund it is %s', async (moment, status) => {
    const reference = await pay({}, '4084 0800 0067 1803', '180')
    await paystack.setMode({ refundAfter: null, reversedAt: [moment] })
    for (const action of ['refund?amount=50000', 'step-refund', 'step-refund'])
      await paystack.act(reference, action)
    expect((await paystack.verify(reference)).status).toBe(status)
    await paystack.setMode({})
  })
})
