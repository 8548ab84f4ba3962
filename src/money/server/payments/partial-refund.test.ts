import { afterEach, describe, expect, test } from 'vitest'
import { newPerson, type NewPerson } from '../../../../tests/support/people.ts'
import { statusesOf, testServer } from '../../../../tests/support/test-server.ts'
import { endOfDay, lagosDate } from '../../../platform/rules/base/calendar.ts'

// Staff, the real client and the stand-in for Paystack.
const server = testServer({ standIns: true })
const PAY = { action: 'pay', number: '4084084084084081' }
const sandbox = (path: string, method: string, body?: object) =>
  fetch(server().sandboxUrl + path, { method, ...(body && { body: JSON.stringify(body) }) })
const setMode = (mode: object) => sandbox('/paystack/mode', 'PUT', mode)
afterEach(() => setMode({}))

async function buy(person: NewPerson): Promise<string> {
  await setMode({ refundAfter: null, webhooks: 'off' })
  const { access_code: code, reference } = (
    await person.visitor.post('/api/initializeTransaction', { plan: 'pro' })
  ).body.data
  await sandbox(`/checkout/attempt/${code}`, 'POST', PAY)
  await person.visitor.post(`/api/payments/${reference}/confirm`)
  return reference
}
const refund = async (reference: string, body: object) =>
  (await server().as('admin')).post(`/api/admin/payments/${reference}/refund`, {
    reason: 'A slow week',
    ...body,
  })
/** Sends asked refunds, lets Paystack finish them, and asks Paystack. */
async function finish(reference: string, steps = 2): Promise<void> {
  await server().runJobs()
  for (let step = 0; step < steps; step++)
    await sandbox(`/paystack/transactions/${reference}/step-refund`, 'POST')
  const { status } = await (await server().as('admin')).post(`/api/admin/payments/${reference}/check`)
  expect(status).toBe(200)
}
const endOf = async ({ visitor }: NewPerson) => (await visitor.get('/api/plan')).body.periods[0]?.endsAt
/** Lagos days of the paid time after today. */
async function daysLeft(person: NewPerson): Promise<number> {
  const today = endOfDay(lagosDate(await server().now()))
  return Math.round(((await endOf(person)) - today) / 86_400_000)
}

describe('a refund of a part', () => {
  test('takes the same part of the days, rounded down; the rest ends the plan', async () => {
    const person = await newPerson(server())
    const reference = await buy(person)
    const bought = await daysLeft(person)
    const third = { kobo: 50_000, seen: 150_000 }
    expect((await refund(reference, third)).status).toBe(200)
    expect(await daysLeft(person)).toBe(bought)
    await finish(reference)
    // A second owner, whose page is older, does not refund the same part again.
    expect((await refund(reference, third)).status).toBe(409)
    expect(await daysLeft(person)).toBe(bought - Math.floor(bought / 3))
    // Asking again changes nothing.
    await finish(reference, 0)
    expect(await daysLeft(person)).toBe(bought - Math.floor(bought / 3))

    expect((await refund(reference, { kobo: 25_000 })).status).toBe(200)
    await finish(reference)
    expect(await daysLeft(person)).toBe(bought - Math.floor(bought / 2))
    await server().runJobs()
    const mails = (await server().mailbox(person.email)).filter(({ subject }) => /A part/.test(subject))
    expect(mails).toHaveLength(2)
    const { alarms, events } = (await (await server().as('admin')).get(`/api/admin/payments/${reference}`))
      .body
    expect(alarms).toEqual([])
    expect(events.filter(({ what }: { what: string }) => what === 'shortened')).toHaveLength(2)

    const left = await refund(reference, { kobo: 75_001 })
    expect([left.status, left.body.fields.kobo]).toEqual([
      400,
      'At most ₦750 of this payment is left to refund.',
    ])
    expect((await refund(reference, {})).status).toBe(200)
    await finish(reference)
    expect((await person.visitor.get('/api/me')).body.subscription).toBe('free')
    expect((await refund(reference, { kobo: 1 })).status).toBe(409)
  })

  test('by two members of staff at once never exceeds the payment', async () => {
    const person = await newPerson(server())
    const reference = await buy(person)
    const answers = await Promise.all([100_000, 100_000, 60_000].map((kobo) => refund(reference, { kobo })))
    expect(statusesOf(answers).filter((status) => status === 200)).toHaveLength(1)
    await finish(reference)
    await Promise.all([100_000, 90_000].map((kobo) => refund(reference, { kobo })))
    await finish(reference)
    const [row] = await server()
      .rows`select sum(kobo)::int as sum from refunds where reference = ${reference} and state <> 'failed'`
    expect(row!.sum).toBeLessThanOrEqual(150_000)
  })

  test('that fails takes no day', async () => {
    const person = await newPerson(server())
    const reference = await buy(person)
    const bought = await daysLeft(person)
    await refund(reference, { kobo: 75_000 })
    await finish(reference, 0)
    expect(await daysLeft(person)).toBe(bought)
  })

  test.each([{ kobo: 0 }, { kobo: -5 }, { kobo: 0.5 }, { kobo: '100' }, { kobo: 10_000_000 }])(
    'is refused for %j',
    async (wrong) => {
      const reference = await buy(await newPerson(server()))
      const { status, body } = await refund(reference, wrong)
      expect(status).toBe(400)
      expect(body.fields.kobo).toBeTruthy()
    },
  )
})
