import { beforeAll, expect, test } from 'vitest'
import { checkoutOf } from '../../../../tests/support/payments.ts'
import { newPerson, newStaff } from '../../../../tests/support/people.ts'
import { testServer, type Visitor } from '../../../../tests/support/test-server.ts'
import { NO_RIGHT } from '../../../platform/rules/access/staff-roles.ts'

// Finance sees money and payments, and refunds up to the limit of the owners.
const server = testServer({ standIns: true })
const { pay, setMode } = checkoutOf(server)
const LIMIT = '/api/admin/refund-limit'
let finance: Visitor
let owner: Visitor

beforeAll(async () => {
  owner = await server().as('admin')
  finance = (await newStaff(server(), 'finance')).visitor
  await setMode()
})

const refund = (by: Visitor, reference: string, kobo?: number) =>
  by.post(`/api/admin/payments/${reference}/refund`, { reason: 'A slow week', ...(kobo && { kobo }) })
const setLimit = (kobo: number, by = owner) => by.post(LIMIT, { kobo, reason: 'Small ones' })
/** The status, and the sentence at the amount. */
const outcome = async (answer: ReturnType<typeof refund>) => {
  const { status, body } = await answer
  return [status, body.fields?.kobo]
}

test('all refunds of one payment together stay within the limit, and owners have none', async () => {
  const reference = await pay(await newPerson(server()))
  const refused = (naira: string) =>
    `You can refund ${naira} of one payment, with its earlier refunds. Ask an owner for more.`
  expect(await outcome(refund(finance, reference, 100))).toEqual([400, refused('₦0')])
  expect((await setLimit(60_000)).status).toBe(200)
  expect((await finance.get(LIMIT)).body).toEqual({ kobo: 60_000 })
  expect(await outcome(refund(finance, reference))).toEqual([400, refused('₦600')])
  expect(await outcome(refund(finance, reference, 40_000))).toEqual([200, undefined])
  await server().runJobs()
  expect(await outcome(refund(finance, reference, 20_001))).toEqual([400, refused('₦600')])
  expect(await outcome(refund(finance, reference, 20_000))).toEqual([200, undefined])
  await server().runJobs()
  expect(await outcome(refund(owner, reference))).toEqual([200, undefined])
  const [entry] = await server().rows`select details from audit where action = 'refund-limit.set'`
  expect(entry!.details).toMatchObject({ old: { kobo: 0 }, new: { kobo: 60_000 } })
})

test('an unpaid amount, and a limit set by Finance, are refused', async () => {
  for (const kobo of [-1, 0.5]) expect((await setLimit(kobo)).status, String(kobo)).toBe(400)
  expect((await setLimit(1, finance)).body.title).toBe(NO_RIGHT)
})
