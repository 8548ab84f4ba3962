import { describe, expect, test } from 'vitest'
import { paymentServer } from '../../../../tests/support/payment-server.ts'
import { newPerson, PASSWORD } from '../../../../tests/support/people.ts'
import { MINUTE } from '../../../platform/rules/base/calendar.ts'

const { bought, confirm, later, open, paystack, planOf, server } = await paymentServer()

// EXP-03, EXP-04
describe('what a purchase adds', () => {
  test('is previewed exactly, in parallel to another plan and after the current period', async () => {
    const person = await newPerson(server())
    const buy = async (plan: string) => {
      const { purchases } = (await person.visitor.get('/api/plan')).body
      const preview = purchases.find((purchase: { plan: string }) => purchase.plan === plan)
      const reference = await open(person, plan)
      paystack.pay(reference)
      const { period } = (await confirm(person.visitor, reference)).body
      expect(period.endsAt).toBe(preview.endsAt)
      return { preview, period }
    }
    const basic = await buy('basic')
    expect(basic.preview.beside).toBeNull()
    const pro = await buy('pro')
    expect(pro.preview.beside).toBe('basic')
    expect(await planOf(person)).toBe('pro')
    const renewed = await buy('pro')
    expect(renewed.preview.startsAt).toBe(pro.period.endsAt)
    expect(renewed.period.startsAt).toBe(pro.period.endsAt)
    // The Basic year runs on under both months.
    later(renewed.period.endsAt - Date.now() + MINUTE)
    // The session has ended by then.
    await person.visitor.post('/api/auth/sign-in/email', { email: person.email, password: PASSWORD })
    expect((await person.visitor.get('/api/me')).body).toMatchObject({
      subscription: 'basic',
      subscriptionExpiry: new Date(basic.period.endsAt).toISOString(),
    })
  })

  test('is kept after choosing Free', async () => {
    const { person } = await bought()
    expect((await person.visitor.post('/api/plans/free')).body).toEqual({ done: true })
    expect(await planOf(person)).toBe('pro')
  })
})

// AUTHZ-02
describe('the history of payments', () => {
  test('lists the user’s own payments, newest first, on pages without a gap', async () => {
    const [person, other] = [await newPerson(server()), await newPerson(server())]
    await open(other)
    const made: string[] = []
    for (let i = 0; i < 45; i++) {
      // A user may open eight an hour.
      later(i * 10 * MINUTE)
      const reference = await open(person, i % 2 ? 'pro' : 'basic')
      paystack.pay(reference, { status: 'failed', paidAt: null })
      made.unshift(reference)
      // The next click sees that this one failed and opens another.
    }
    const listed: string[] = []
    const sizes: number[] = []
    for (let path: string | null = '/api/payments'; path;) {
      const { payments, next }: { payments: { reference: string }[]; next: string | null } = (
        await person.visitor.get(path)
      ).body
      listed.push(...payments.map(({ reference }) => reference))
      sizes.push(payments.length)
      path = next && `/api/payments?after=${next}`
    }
    expect(listed).toEqual(made)
    expect(sizes).toEqual([20, 20, 5])
    expect((await person.visitor.get('/api/payments?after=x')).status).toBe(400)
  })
})
