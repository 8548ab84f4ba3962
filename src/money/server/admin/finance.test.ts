import { parse } from 'csv-parse/sync'
import { beforeAll, expect, test } from 'vitest'
import { checkoutOf } from '../../../../tests/support/payments.ts'
import { give, newPerson, newStaff } from '../../../../tests/support/people.ts'
import { testServer, type Visitor } from '../../../../tests/support/test-server.ts'
import { NO_RIGHT } from '../../../platform/rules/access/staff-roles.ts'
import { instantAt, lagosDate, monthStarts } from '../../../platform/rules/base/calendar.ts'

// Finance sees money and payments, and refunds up to the limit of the owners.
const server = testServer({ standIns: true })
const { pay, setMode } = checkoutOf(server)
const DAY = 86_400_000
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
  expect(await server().trail('refund-limit')).toEqual([
    ['refund-limit.set', { old: { kobo: 0 }, new: { kobo: 60_000 }, reason: 'Small ones' }],
  ])
})

test('an unpaid amount, and a limit set by Finance, are refused', async () => {
  for (const kobo of [-1, 0.5]) expect((await setLimit(kobo)).status, String(kobo)).toBe(400)
  expect((await setLimit(1, finance)).body.title).toBe(NO_RIGHT)
})

test('the growth counts who signed up, paid, renewed and left in each month, and not free time', async () => {
  const read = async () => (await owner.get('/api/admin/growth')).body.months
  const now = await server().now()
  const starts = monthStarts(lagosDate(now), 12).map((date) => instantAt(date, 0))
  const before = await read()
  expect(before).toHaveLength(12)
  const [first, second, third] = [starts[5]!, starts[6]!, starts[7]!]
  const pay = { kind: 'voucher' } as const
  const join = async (at: number) => {
    const { uid } = await newPerson(server())
    await server().rows`update users set created_at = ${new Date(at).toISOString()} where id = ${uid}`
    return uid
  }
  // Renews three days after the end, then leaves.
  const renews = await join(first + DAY)
  await give(server(), renews, first + 2 * DAY, pay)
  await give(server(), renews, second + 6 * DAY, pay)
  // Comes back too late to be renewed.
  const returns = await join(first + DAY)
  await give(server(), returns, first + 2 * DAY, pay)
  await give(server(), returns, second + 20 * DAY, pay)
  // Never pays.
  await give(server(), await join(first + DAY), first + 2 * DAY)
  // Bought two at once.
  const ahead = await join(second)
  await give(server(), ahead, second + DAY, pay)
  await give(server(), ahead, second + DAY, pay)

  const after = await read()
  const added = (i: number) =>
    Object.fromEntries(
      Object.entries(after[i]).flatMap(([name, value]) =>
        typeof value === 'number' && value !== before[i][name] ? [[name, value - before[i][name]]] : [],
      ),
    )
  expect(added(5)).toEqual({ signedUp: 3, paidSince: 2, newPayers: 2, paying: 2 })
  expect(added(6)).toEqual({ signedUp: 1, paidSince: 1, newPayers: 1, paying: 3, renewed: 1, lost: 1 })
  expect(added(7)).toEqual({ paying: 1, renewed: 1, lost: 2 })
  expect(third).toBe(instantAt(after[7].month, 0))

  const file = await owner.get('/api/admin/growth/export')
  const rows = parse(file.text, { bom: true, columns: true }) as Record<string, string>[]
  expect(rows).toHaveLength(12)
  expect(rows[6]).toMatchObject({ month: after[6].month.slice(0, 7), renewed: String(after[6].renewed) })
})
