import { beforeAll, describe, expect, test } from 'vitest'
import { paymentServer } from '../../../../tests/support/payment-server.ts'
import { newPerson, uidOf } from '../../../../tests/support/people.ts'
import { mailsOfPowers } from '../../../../tests/support/powers.ts'
import { type Answer, statusesOf } from '../../../../tests/support/test-server.ts'
import { addDays, DAY, lagosDate } from '../../../platform/rules/base/calendar.ts'

const { admin, later, open, paystack, planOf, server } = await paymentServer()
let tomorrow: string
beforeAll(async () => {
  tomorrow = addDays(lagosDate(await server().now()), 1)
})

const enter = (body: object) =>
  admin().post('/api/admin/prices', { plan: 'pro', kobo: 180_000, reason: 'Dollar', ...body })
const proOf = ({ body }: Answer<any>) => body.plans.find(({ name }: { name: string }) => name === 'Pro')

describe('the next price', () => {
  test('is seen before it holds, holds from its day on, and an opened payment keeps the old one', async () => {
    const [early, late] = [await newPerson(server()), await newPerson(server())]
    const onLogin = async () => proOf(await server().anonymous().get('/api/public/plans'))
    expect(await onLogin()).toMatchObject({ price: '₦1,500', next: '' })
    const entered = await Promise.all([enter({ holdsFrom: tomorrow }), enter({ holdsFrom: tomorrow })])
    expect(statusesOf(entered)).toEqual([201, 409])
    const refusal = entered.find(({ status }) => status === 409)!.body.title
    expect(refusal).toMatch(/^A price of Pro from .* is entered already\. Withdraw it first\.$/)
    expect((await onLogin()).next).toMatch(/^₦1,800 from /)
    expect((await early.visitor.get('/api/site')).body.prices.pro).toEqual({
      kobo: 150_000,
      next: { kobo: 180_000, holdsFrom: tomorrow },
    })
    expect((await server().anonymous().get('/login')).text).toContain('₦1,800 from ')

    const reference = await open(early)
    later(DAY)
    expect(await onLogin()).toMatchObject({ price: '₦1,800', next: '' })
    // The page shows the price of today, and a page from yesterday is refused.
    const { body } = await late.visitor.get('/api/plan')
    expect(body.purchases.find(({ plan }: { plan: string }) => plan === 'pro').kobo).toBe(180_000)
    const old = await late.visitor.post('/api/initializeTransaction', { plan: 'pro', amount: 150_000 })
    expect([old.status, old.text]).toEqual([400, expect.stringContaining('₦1,800')])
    expect(paystack.transactions.get(await open(late))!.amount).toBe(180_000)
    expect((await late.visitor.get('/api/predictions')).body.title).toContain('₦1,800 per month')

    paystack.pay(reference)
    await early.visitor.post(`/api/payments/${reference}/confirm`)
    expect(await planOf(early)).toBe('pro')
    expect((await early.visitor.get(`/api/payments/${reference}`)).body.kobo).toBe(150_000)
    await server().runJobs()
    const [receipt] = (await server().mailbox(early.email)).filter(({ subject }) => /receipt/.test(subject))
    expect(receipt!.text).toContain('₦1,500')
  })

  test('can be withdrawn until it holds, by one of two owners', async () => {
    const holdsFrom = addDays(lagosDate(await server().now()), 40)
    await enter({ plan: 'basic', holdsFrom })
    const { prices } = (await admin().get('/api/admin/prices')).body
    const { id } = prices.find((one: { plan: string }) => one.plan === 'basic')
    const withdraw = () => admin().post(`/api/admin/prices/${id}/withdraw`, { reason: 'Too early' })
    expect(statusesOf(await Promise.all([withdraw(), withdraw()]))).toEqual([200, 409])
    expect((await server().anonymous().get('/api/site')).body.prices.basic.next).toBeNull()
    expect((await enter({ plan: 'basic', holdsFrom })).status).toBe(201)
    const price = { plan: 'basic', kobo: 180_000, holdsFrom }
    expect(await server().trail(`price:${id}`)).toEqual([
      ['price.enter', { ...price, reason: 'Dollar' }],
      ['price.withdraw', { ...price, reason: 'Too early' }],
    ])
    const told = (await mailsOfPowers(server())).get(await uidOf(server(), 'admin'))
    expect(told!.changes.map(({ did }) => did).join()).toContain('withdrew a price: Basic, ₦1,800, from ')
  })

  test.each([
    [{ kobo: 4999 }, 'A price is at least ₦50.'],
    [{ kobo: -1 }, 'A price is at least ₦50.'],
    [{ kobo: 5000.5 }, 'Enter an amount in naira.'],
    [{ kobo: 1e9 }, 'A price is at most ₦1,000,000.'],
    [{ plan: 'free' }, ''],
    [{ holdsFrom: '2026-02-30' }, 'This is not a date.'],
    [
      { holdsFrom: lagosDate(Date.now()) },
      'A price holds from tomorrow at the earliest, so that players see it before.',
    ],
    [{ reason: ' ' }, 'Say why.'],
  ])('is refused for %j', async (wrong, sentence) => {
    const { status, body } = await enter({ holdsFrom: tomorrow, ...wrong })
    expect(status).toBe(400)
    expect(Object.values(body.fields).join()).toContain(sentence)
  })
})
