import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { card, startWithApp } from '../../../tests/support/paystack.ts'
import { schemaErrors } from '../../../tests/support/paystack-contract.ts'

// Generous limits, so that a busy machine does not fail the tests.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let paystack: Awaited<ReturnType<typeof startWithApp>>
beforeAll(async () => {
  paystack = await startWithApp()
})
afterEach(() => paystack.setMode({}))
afterAll(() => paystack.stop())

const key = () => paystack.sandbox.paystack.publicKey
const asOwner = () => ({ authorization: `Bearer ${key()}` })
const request = (more: object = {}) =>
  paystack.call('POST', '/checkout/request_inline', {
    key: key(),
    email: 'ada@lotto.test',
    amount: 150_000,
    currency: 'NGN',
    metadata: '{"referrer":"http://localhost:3999/"}',
    mode: 'popup',
    ...more,
  })
const verifyAccessCode = (code: string) => paystack.call('GET', `/transaction/verify_access_code/${code}`)

test('verify_access_code matches the official description', async () => {
  const { access_code: code, reference } = await paystack.initialize()
  const { status, body } = await verifyAccessCode(code)
  expect(status).toBe(200)
  expect(schemaErrors('VerifyAccessCodeNGResponse', body)).toEqual([])
  expect(body.data).toMatchObject({
    access_code: code,
    reference,
    amount: 200_000,
    transaction_status: 'abandoned',
    merchant_key: key(),
    channels: ['card', 'bank', 'ussd', 'qr', 'bank_transfer'],
    link_config: { enabled: false, has_payment_instruments: false },
  })
  await paystack.setMode({ instruments: true })
  expect((await verifyAccessCode(code)).body.data.link_config).toMatchObject({
    enabled: true,
    has_payment_instruments: true,
  })
})

test('refuses an unknown or paid access code', async () => {
  expect((await verifyAccessCode('0'.repeat(15))).body).toMatchObject({ status: false })
  const { access_code: code } = await paystack.initialize()
  await paystack.attempt(code, card())
  expect((await verifyAccessCode(code)).body).toMatchObject({ status: false, message: /completed/ })
})

test('the library needs the public key, and may restart with the same reference', async () => {
  const first = await request({ ref: 'again1' })
  expect(schemaErrors('VerifyAccessCodeNGResponse', first.body)).toEqual([])
  const again = await request({ ref: 'again1' })
  expect(again.body.data.access_code).toBe(first.body.data.access_code)
  expect((await request({ ref: 'again1', amount: 150_001 })).body.message).toBe(
    'Duplicate Transaction Reference',
  )
  expect((await request({ key: 'pk_test_other' })).status).toBe(401)
  expect((await request({ email: '' })).body).toMatchObject({ status: false })
})

test('set_ip and update_log require the public key and accept ids that a browser rounded', async () => {
  for (const ids of ['usual', 'huge']) {
    await paystack.setMode({ ids })
    const { access_code: code, reference } = await paystack.initialize()
    const { id } = (await verifyAccessCode(code)).body.data
    expect((await paystack.call('POST', `/transaction/set_ip/${id}`)).status).toBe(401)
    expect((await paystack.call('POST', `/transaction/set_ip/${id}`, undefined, asOwner())).status).toBe(200)
    const log = {
      start_time: 1,
      time_spent: 2,
      attempts: 1,
      errors: 0,
      success: false,
      mobile: true,
      input: [],
      history: [],
    }
    const body = { payload: JSON.stringify(log) }
    const headers = { ...asOwner(), 'content-type': 'text/plain' }
    expect((await paystack.call('POST', `/transaction/update_log/${id}`, body, headers)).status).toBe(200)
    expect((await paystack.verify(reference)).log).toEqual(log)
    const junk = { payload: '"junk"' }
    expect((await paystack.call('POST', `/transaction/update_log/${id}`, junk, headers)).status).toBe(400)
  }
})

test('every origin may read the answers, including refusals', async () => {
  const { url } = paystack.sandbox
  for (const path of ['/checkout/request_inline', '/transaction/set_ip/1', '/transaction/update_log/1']) {
    const preflight = await fetch(url + path, {
      method: 'OPTIONS',
      headers: {
        origin: 'http://localhost:3999',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,accept-language,x-connect-account',
      },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
    expect(preflight.headers.get('access-control-allow-headers')).toBe(
      'authorization,content-type,accept-language,x-connect-account',
    )
  }
  const refused = await verifyAccessCode('nothing')
  expect(refused.headers.get('access-control-allow-origin')).toBe('*')
  expect((await paystack.call('GET', '/transaction')).headers.get('access-control-allow-origin')).toBeNull()
})

test.each([
  ['5078 5078 5078 5078 12', '081', {}, { outcome: 'asked', for: 'pin' }],
  ['507850785078507812', '081', { pin: '1111' }, { outcome: 'success' }],
  ['507850785078507812', '081', { pin: '1112' }, { outcome: 'declined', message: 'Incorrect PIN' }],
  ['5060666666666666666', '123', { pin: '1234' }, { outcome: 'asked', for: 'otp' }],
  ['5060666666666666666', '123', { pin: '1234', otp: '123456' }, { outcome: 'success' }],
  ['4084080000005408', '001', {}, { outcome: 'declined', message: 'Declined' }],
  ['4084080000670037', '787', {}, { outcome: 'declined', message: 'Insufficient Funds' }],
  ['4084084084084081', '409', {}, { outcome: 'declined', message: 'Incorrect CVV' }],
  ['4084084084084081', '408', { expiry: '01/20' }, { outcome: 'declined', message: 'Expired card' }],
  ['4242424242424242', '424', {}, { outcome: 'declined', message: expect.stringContaining('test cards') }],
])('the card %s with CVV %s and %j', async (number, cvv, more, outcome) => {
  const { access_code: code, reference } = await paystack.initialize()
  const answer = await paystack.attempt(code, card(number, cvv, more))
  expect(answer).toEqual(outcome)
  const verified = await paystack.verify(reference)
  const states = { success: 'success', declined: 'failed', asked: 'abandoned' }
  expect(verified.status).toBe(states[outcome.outcome as keyof typeof states])
  if (answer.message) expect(verified.gateway_response).toBe(answer.message)
})

test('every other channel works only when the shop requested it', async () => {
  for (const action of ['bank', 'ussd', 'qr'] as const) {
    const { access_code: code, reference } = await paystack.initialize({ channels: [action] })
    expect(await paystack.attempt(code, card())).toMatchObject({ message: 'No active channel' })
    expect(await paystack.attempt(code, { action })).toEqual({ outcome: 'success' })
    expect(await paystack.verify(reference)).toMatchObject({ status: 'success', channel: action })
  }
})

test('a declined transaction can be paid with another card, a paid one cannot', async () => {
  const { access_code: code, reference } = await paystack.initialize()
  await paystack.attempt(code, { action: 'decline' })
  expect(await paystack.attempt(code, card())).toEqual({ outcome: 'success' })
  expect(await paystack.attempt(code, card())).toMatchObject({ message: 'This transaction is completed' })
  expect(await paystack.verify(reference)).toMatchObject({ log: { attempts: 2, errors: 1, success: true } })
})
