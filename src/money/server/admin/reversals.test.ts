import { afterAll, beforeAll, expect, test } from 'vitest'
import { paymentsOf } from '../../../../tests/support/payments.ts'
import { startPaystack } from '../../../../tests/support/paystack-model.ts'
import { give, newPerson, type NewPerson, newStaff } from '../../../../tests/support/people.ts'
import { testServer, type Visitor } from '../../../../tests/support/test-server.ts'
import { NO_RIGHT } from '../../../platform/rules/access/staff-roles.ts'
import { lagosDate } from '../../../platform/rules/base/calendar.ts'
import { GRANT_KINDS, type GrantKind } from '../../rules/grants.ts'

// Whatever adds time to a plan has its opposite, which staff reach on the page of the person or of the payment.
const paystack = await startPaystack()
const server = testServer({ settings: paystack.settings, standIns: true })
const { buy, deliverWebhook } = paymentsOf(server, paystack)
let owner: Visitor
let support: Visitor

beforeAll(async () => {
  owner = await server().as('admin')
  support = (await newStaff(server(), 'support')).visitor
})
afterAll(() => paystack.stop())

const reason = 'a mistake'
const user = ({ uid }: NewPerson) => `/api/admin/users/${uid}`

/** Adds time as a user, staff or the demo do it. */
const ADD: Record<GrantKind, (person: NewPerson) => Promise<unknown>> = {
  payment: (person) => buy(person),
  gift: (person) => support.post(`${user(person)}/grants`, { plan: 'pro', length: { days: 9 }, reason }),
  async 'given-back'(person) {
    const now = await server().now()
    await give(server(), person.uid, now - 60_000, { plan: 'basic', length: { days: 1 } })
    await owner.post('/api/admin/compensations', { plan: 'basic', date: lagosDate(now), days: 2, reason })
    await server().runJobs()
  },
  demo: async (person) => give(server(), person.uid, await server().now(), { kind: 'demo' }),
  async voucher(person) {
    const { body } = await owner.post('/api/admin/vouchers', {
      plan: 'pro',
      vouchers: 1,
      name: 'Kiosk',
      reason,
    })
    await owner.post(`/api/admin/vouchers/${body.id}/confirm`)
    return person.visitor.post('/api/vouchers/redeem', { code: body.codes[0].code })
  },
}

const periodsOf = async (person: NewPerson) => (await owner.get(user(person))).body.periods

test.each(GRANT_KINDS)('time that came as "%s" is revoked by staff, in the audit trail', async (kind) => {
  const person = await newPerson(server())
  await ADD[kind](person)
  const [{ grantId, endsAt }] = (await periodsOf(person)).filter((one: { kind: string }) => one.kind === kind)
  const revoke = (by: Visitor) => by.post(`${user(person)}/grants/${grantId}/revoke`, { reason })
  if (kind === 'payment') {
    const refused = await revoke(owner)
    const title = 'A payment bought this time. Refund the payment: the time ends with it.'
    expect([refused.status, refused.body.title]).toEqual([409, title])
    const [{ reference }] = (await owner.get(user(person))).body.payments
    expect((await owner.post(`/api/admin/payments/${reference}/refund`, { reason })).status).toBe(200)
    await server().runJobs()
    paystack.finishRefunds(reference)
    await deliverWebhook('refund.processed', reference)
  } else {
    const byWhom = kind === 'gift' ? support : owner
    if (kind !== 'gift') expect((await revoke(support)).body.title).toBe(NO_RIGHT)
    expect((await revoke(byWhom)).status).toBe(200)
    expect((await revoke(byWhom)).body.title).toBe('Nothing of this grant is left.')
    const stored = { gift: 'granted', 'given-back': 'compensation' }[kind as string] ?? kind
    const plan = kind === 'given-back' ? 'basic' : 'pro'
    expect((await server().trail(`user:${person.uid}`)).at(-1)).toEqual([
      'grant.revoke',
      { plan, kind: stored, grantId, reason },
    ])
  }
  const left = (await periodsOf(person)).find((one: { grantId: number }) => one.grantId === grantId)
  expect(left?.endsAt ?? 0).toBeLessThan(endsAt)
  const { history } = (await owner.get(user(person))).body
  const did = kind === 'payment' ? /revoked the plan time of/ : /^revoked plan time of/
  expect(history.map((event: { did: string }) => event.did)).toContainEqual(expect.stringMatching(did))
})
