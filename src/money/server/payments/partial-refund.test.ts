import { beforeAll, describe, expect, test } from 'vitest'
import { checkoutOf } from '../../../../tests/support/payments.ts'
import { newPerson, type NewPerson } from '../../../../tests/support/people.ts'
import { statusesOf, testServer, type Visitor } from '../../../../tests/support/test-server.ts'
import { endOfDay, lagosDate } from '../../../platform/rules/base/calendar.ts'

// Staff, the real client and the stand-in for Paystack.
const server = testServer({ standIns: true })
const { pay, sandbox, setMode } = checkoutOf(server)
let owner: Visitor
beforeAll(async () => {
  owner = await server().as('admin')
  await setMode()
})

const refund = (reference: string, body: object) =>
  owner.post(`/api/admin/payments/${reference}/refund`, { reason: 'A slow week', ...body })
/** Sends asked refunds, lets Paystack finish them, and asks Paystack. */
async function finish(reference: string, steps = 2): Promise<void> {
  await server().runJobs()
  for (let step = 0; step < steps; step++)
    await sandbox(`/paystack/transactions/${reference}/step-refund`, 'POST')
  const { status } = await owner.post(`/api/admin/payments/${reference}/check`)
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
    const reference = await pay(person)
    const bought = await daysLeft(person)
    const third = { kobo: 50_000, seen: 150_000 }
    expect((await refund(reference, third)).status).toBe(200)
    expect(await daysLeft(person)).toBe(bought)
    await finish(reference)
    // A second owner, whose page is older, does not refund the same part again.
    expect((await refund(reference, third)).body.title).toBe(
      'Another refund of this payment was entered meanwhile. Look at it again first.',
    )
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
    const { alarms, events } = (await owner.get(`/api/admin/payments/${reference}`)).body
    expect(alarms).toEqual([])
    expect(events.filter(({ what }: { what: string }) => what === 'shortened')).toHaveLength(2)
    const trail = await server().trail(`payment:${reference}`)
    const days = Math.floor(bought / 3)
    const amounts = { refundedKobo: 50_000, paidKobo: 150_000 }
    expect(trail.filter(([action]) => action === 'payment.shorten').map(([, details]) => details)).toEqual([
      { ...amounts, days },
      { ...amounts, days: Math.floor(bought / 2) - days, refundedKobo: 75_000 },
    ])

    const left = await refund(reference, { kobo: 75_001 })
    expect(left.status).toBe(400)
    expect(left.body.fields.kobo).toBe('At most ₦750 of this payment is left to refund.')
    expect((await refund(reference, {})).status).toBe(200)
    await finish(reference)
    expect((await person.visitor.get('/api/me')).body.subscription).toBe('free')
    expect((await refund(reference, { kobo: 1 })).body.title).toBe(
      'Only a payment that has arrived can be refunded.',
    )
  })

  test('by two members of staff at once never exceeds the payment', async () => {
    const person = await newPerson(server())
    const reference = await pay(person)
    const answers = await Promise.all([100_000, 100_000, 40_000].map((kobo) => refund(reference, { kobo })))
    expect(answers.map(({ body }) => body?.title)).toContain(
      'Another refund of this payment is on its way to Paystack. Please try again in a minute.',
    )
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
    const reference = await pay(person)
    const bought = await daysLeft(person)
    await refund(reference, { kobo: 75_000 })
    await finish(reference, 0)
    expect(await daysLeft(person)).toBe(bought)
  })

  test('is refused for no amount of the payment', async () => {
    const reference = await pay(await newPerson(server()))
    for (const kobo of [0, -5, 0.5, '100', 10_000_000]) {
      const { status, body } = await refund(reference, { kobo })
      expect([kobo, status, body.fields.kobo]).toEqual([kobo, 400, expect.any(String)])
    }
  })
})
