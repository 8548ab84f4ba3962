import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { card, startWithApp } from '../../../tests/support/paystack.ts'

// Generous limits, so that a busy machine does not fail the tests.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let paystack: Awaited<ReturnType<typeof startWithApp>>
beforeAll(async () => {
  paystack = await startWithApp()
})
afterEach(() => paystack.setMode({}))
afterAll(() => paystack.stop())

const initialize = (reference: string) =>
  fetch(`${paystack.sandbox.url}/transaction/initialize`, {
    method: 'POST',
    headers: { authorization: `Bearer ${paystack.sandbox.paystack.secretKey}` },
    body: JSON.stringify({ email: 'ada@lotto.test', amount: 200_000, reference }),
  })
const exists = async (reference: string) =>
  (await paystack.call('GET', `/transaction/verify/${reference}`)).status === 200

test.each([
  ['bad-gateway', 502],
  ['server-error', 500],
  ['rate-limited', 429],
])('%s: answers %i without effect', async (answers, status) => {
  await paystack.setMode({ answers })
  const response = await initialize(answers)
  expect(response.status).toBe(status)
  expect(response.headers.get('x-ratelimit-remaining')).toBe(status === 429 ? '0' : null)
  await paystack.setMode({})
  expect(await exists(answers)).toBe(false)
})

test('both close the connection: refused without effect, lost after the call took effect', async () => {
  for (const [answers, done] of [
    ['refused', false],
    ['lost', true],
  ] as const) {
    await paystack.setMode({ answers })
    await expect(initialize(answers)).rejects.toThrow('fetch failed')
    await paystack.setMode({})
    expect(await exists(answers)).toBe(done)
  }
})

test('broken-json sends half of the answer; huge pads it to over 32 MB', async () => {
  await paystack.setMode({ answers: 'broken-json' })
  const response = await initialize('broken')
  expect(response.status).toBe(200)
  await expect(response.json()).rejects.toThrow('JSON')
  expect(await exists('broken').catch(() => 'unreadable')).toBe('unreadable')
  await paystack.setMode({ answers: 'huge', calls: ['initialize'] })
  const huge = await (await initialize('huge')).arrayBuffer()
  expect(huge.byteLength).toBeGreaterThan(32 * 1024 * 1024)
  expect(await exists('huge')).toBe(true)
})

test('drip sends one byte at a time', async () => {
  await paystack.setMode({ answers: 'drip' })
  const response = await initialize('drip')
  const reader = response.body!.getReader()
  expect((await reader.read()).value).toHaveLength(1)
  await reader.cancel()
})

test('slow delays the answer by that many milliseconds', async () => {
  await paystack.setMode({ slow: 300 })
  const begin = performance.now()
  expect((await initialize('slow')).status).toBe(200)
  expect(performance.now() - begin).toBeGreaterThan(290)
})

test('a mode can be limited to some calls and to a number of them', async () => {
  await paystack.setMode({ answers: 'server-error', calls: ['verify'], times: 2 })
  expect((await initialize('some')).status).toBe(200)
  const verify = async () => (await paystack.call('GET', '/transaction/verify/some')).status
  expect([await verify(), await verify(), await verify()]).toEqual([500, 500, 200])
})

test('clockOffset shifts the clock', async () => {
  const year = 365 * 86_400_000
  await paystack.setMode({ clockOffset: year })
  const { access_code: code, reference } = await paystack.initialize()
  await paystack.attempt(code, card())
  const { paid_at: paidAt } = await paystack.verify(reference)
  expect(Math.abs(Date.parse(paidAt) - Date.now() - year)).toBeLessThan(60_000)
})

test('an invalid mode is refused and changes nothing', async () => {
  await paystack.setMode({ slow: 1 })
  for (const invalid of [{ answers: 'never' }, { slow: -1 }, { unknown: 1 }, { retryFactor: 2 }, []]) {
    const body = JSON.stringify(invalid)
    const response = await fetch(`${paystack.sandbox.url}/paystack/mode`, { method: 'PUT', body })
    expect(response.status).toBe(400)
  }
  expect(await (await fetch(`${paystack.sandbox.url}/paystack/mode`)).json()).toMatchObject({ slow: 1 })
})
