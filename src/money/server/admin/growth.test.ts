import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { give, newPerson } from '../../../../tests/support/people.ts'
import { testServer } from '../../../../tests/support/test-server.ts'
import { instantAt, lagosDate, monthStarts } from '../../../platform/rules/base/calendar.ts'

const server = testServer({ standIns: true })
const DAY = 86_400_000

test('counts who signed up, paid, renewed and left in each month, and not free time', async () => {
  const owner = await server().as('admin')
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
