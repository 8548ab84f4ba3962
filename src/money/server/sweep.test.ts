import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addDays, endOfDay, instantAt, lagosDate, weekdayOf } from '../../platform/rules/base/calendar.ts'
import { rowsOf } from '../../../tests/support/database.ts'
import { paymentsOf } from '../../../tests/support/payments.ts'
import { startPaystack } from '../../../tests/support/paystack-model.ts'
import { give, newPerson, type NewPerson } from '../../../tests/support/people.ts'
import { testServer } from '../../../tests/support/test-server.ts'
import { ledgerFaults } from './payments/check-ledger.ts'

const paystack = await startPaystack()
const server = testServer({ settings: paystack.settings, standIns: true })
const { alarmsOf, bought, buy, deliverWebhook, open, opened, planOf, stateOf } = paymentsOf(server, paystack)
const DAY = 86_400_000
let began: number

beforeAll(async () => {
  began = await server().now()
  // Paystack's model follows the server's clock.
  paystack.now = () => now
})
afterEach(() => {
  paystack.fault = null
  moveTo(began)
})
afterAll(() => paystack.stop())

let now = Date.now()
function moveTo(instant: number): void {
  server().services.clock.setOffset(instant - Date.now())
  now = instant
}
const endingsOf = async (email: string) =>
  (await server().mailbox(email)).filter(({ subject }) => subject.startsWith('Your plan ends soon'))

describe('the reconciler', () => {
  test('checks an open payment when it is due, for a week, on one server each time', async () => {
    const { reference } = await opened()
    const other = await server().another()
    const asked = () => paystack.requests.filter(({ what }) => what.endsWith(`verify/${reference}`)).length
    const checkMinutes = [1, 60, 7 * 1440]
    let before = asked()
    for (const minutes of checkMinutes) {
      moveTo(began + minutes * 60_000 + 20_000)
      other.services.clock.setOffset(now - Date.now())
      await Promise.all([server().sweep(), other.sweep()])
      await server().sweep()
      expect([minutes, asked() - before]).toEqual([minutes, 1])
      before = asked()
    }
    moveTo(began + 9 * DAY)
    await server().sweep()
    expect(asked()).toBe(before)
  })

  /** Three in the morning in Lagos, on a day that no other test has swept. */
  const night = (count: number) => instantAt(addDays(lagosDate(began), 9 + Math.round(5 * count)), 3 * 60 + 1)

  test('compares with Paystack’s list once a day: grants paid payments and raises an alarm for unknown ones', async () => {
    const person = await newPerson(server())
    moveTo(night(1) - DAY / 2)
    const reference = await open(person)
    await server().rows`update payments set next_check_at = null where reference = ${reference}`
    paystack.pay(reference)
    const unknown = 'nobodys'.repeat(4)
    paystack.add(unknown, { status: 'success' })
    for (let i = 0; i < 101; i++) paystack.add(`other${String(i).padStart(22, '0')}`, { status: 'failed' })
    moveTo(night(1))
    const lists = () => paystack.requests.filter(({ what }) => what === 'GET /transaction').length
    const before = lists()
    await server().sweep()
    await server().sweep()
    // One list of the successful transactions, one of the reversed ones.
    expect(lists() - before).toBe(2)
    expect(await planOf(person)).toBe('pro')
    expect(await alarmsOf(unknown)).toEqual(['unknown-payment'])
    const [row] = await server().rows`select * from comparisons order by day desc limit 1`
    expect(row).toMatchObject({ listed: 2, raised: 1 })
  })

  test('finds a lost dispute that is older than Paystack’s list', async () => {
    const person = await newPerson(server())
    const reference = await buy(person, 'basic')
    await deliverWebhook('charge.dispute.create', reference)
    paystack.dispute(reference).createdAt = now - 300 * DAY
    paystack.resolveDispute(reference, 'merchant-accepted')
    moveTo(night(50))
    await server().sweep()
    expect(await stateOf(reference)).toBe('reversed')
  })

  test('finds late payments without a webhook on Sundays', async () => {
    const { reference } = await opened()
    let days = 31
    while (weekdayOf(addDays(lagosDate(began), days)) !== 'sunday') days++
    const sunday = (day: number) => instantAt(addDays(lagosDate(began), day), 3 * 60 + 2)
    moveTo(sunday(10))
    await server().sweep()
    paystack.pay(reference)
    moveTo(sunday(days))
    await server().sweep()
    expect(await stateOf(reference)).toBe('settled')
  })

  test('finds late refunds and disputes without a webhook', async () => {
    const [part, all, disputed] = await Promise.all([1, 2, 3].map(() => newPerson(server())))
    const bought = [await buy(part!, 'basic'), await buy(all!, 'basic'), await buy(disputed!, 'basic')]
    const [one, two, three] = bought as [string, string, string]
    moveTo(night(3.4) - DAY / 2)
    paystack.refund(one, 50_000)
    paystack.refund(two, 200_000)
    Object.assign(paystack.dispute(three), { status: 'resolved', resolution: 'merchant-accepted' })
    moveTo(night(3.4))
    await server().sweep()
    expect(await alarmsOf(one)).toEqual(['partial-refund'])
    const plans = [part, all, disputed].map((person) => planOf(person!))
    expect(await Promise.all(plans)).toEqual(['basic', 'free', 'free'])
  })

  test('reads every page of a long list', async () => {
    moveTo(night(4) - DAY / 2)
    // Those of another shop are counted, and raise no alarms.
    for (let i = 0; i < 201; i++) paystack.add(`T${i}`, { status: 'success' })
    moveTo(night(4))
    await server().sweep()
    expect(await server().rows`select from foreign_payments`).toHaveLength(201)
  })
})

// PAY-11
test('an inconsistent ledger raises an alarm within a minute', async () => {
  const { reference } = await bought()
  expect(await ledgerFaults(server().services.db)).toEqual([])
  await server().rows`update payments set state = 'open' where reference = ${reference}`
  await server().sweep()
  expect(await alarmsOf(reference)).toEqual(['ledger'])
  await server().rows`update payments set state = 'settled' where reference = ${reference}`
})

describe('an overdue payment or refund raises an alarm', () => {
  test('ten minutes after Paystack’s webhook, until the payment is granted', async () => {
    const { person, reference } = await opened()
    paystack.pay(reference)
    await paystack.sendWebhook(server().url, reference)
    paystack.fault = '500'
    moveTo(began + 9 * 60_000)
    await server().sweep()
    expect(await alarmsOf(reference)).toEqual([])
    moveTo(began + 11 * 60_000)
    await server().sweep()
    await server().sweep()
    paystack.fault = null
    expect(await alarmsOf(reference)).toEqual(['paid-not-granted'])
    await server().runJobs({ retries: true })
    expect(await planOf(person)).toBe('pro')
    const rows = sql`select closed_reason from alarms where reference = ${reference}`
    expect(await rowsOf(server(), rows)).toEqual([{ closed_reason: 'The player has the plan now.' }])
    moveTo(began + 30 * 60_000)
    await server().sweep()
    expect(await alarmsOf(reference)).toHaveLength(1)
  })

  test('an hour after a refund that could not be sent', async () => {
    const { reference } = await bought()
    const staff = await server().as('admin')
    await staff.post(`/api/admin/payments/${reference}/refund`, { reason: 'Asked for it' })
    paystack.fault = '500'
    moveTo(began + 59 * 60_000)
    await server().sweep()
    expect(await alarmsOf(reference)).toEqual([])
    moveTo(began + 61 * 60_000)
    await server().sweep()
    paystack.fault = null
    expect(await alarmsOf(reference)).toEqual(['refund-failed'])
  })
})

describe('reminders', () => {
  test('are sent 7, 3, 1 and 0 days before the end, each once, and again after a renewal', async () => {
    const person = await newPerson(server())
    await give(server(), person.uid, began)
    const [row] = await server().rows`select ends_at from periods where user_id = ${person.uid}`
    const end = new Date(row!.ends_at).getTime()
    const counts: number[] = []
    for (const left of [8, 7, 6.5, 3, 2.9, 1, 0.5, 0, -0.5, -2]) {
      moveTo(end - left * DAY + 1000)
      await server().sweep()
      counts.push((await endingsOf(person.email)).length)
    }
    expect(counts).toEqual([0, 1, 1, 2, 2, 3, 3, 4, 4, 4])
    const texts = (await endingsOf(person.email)).map(({ text }) => text).toReversed()
    expect(texts[0]).toContain('7 days are left')
    expect(texts[2]).toContain('One day is left')
    expect(texts[3]).toContain('plan ended on')
    expect(texts[0]).toContain('No automatic renewal')
    moveTo(end + 1000)
    await give(server(), person.uid, now)
    moveTo(end + 25 * DAY)
    await server().sweep()
    expect(await endingsOf(person.email)).toHaveLength(5)
  })

  test('skip missed ones, and users whose plan continues', async () => {
    const [late, renewed] = [await newPerson(server()), await newPerson(server())]
    for (const { uid } of [late, renewed]) await give(server(), uid, began, { length: { days: 10 } })
    // Its first reminder comes late, as that of a gift of a few days.
    const short = await newPerson(server())
    await give(server(), short.uid, began, { length: { days: 14 } })
    await give(server(), renewed.uid, began + 1, { length: { days: 10 } })
    moveTo(endOfDay(addDays(lagosDate(began), 10)) - DAY / 2)
    await server().sweep()
    expect((await endingsOf(late.email)).map(({ text }) => text)).toEqual([
      expect.stringContaining('One day is left'),
    ])
    expect(await endingsOf(renewed.email)).toEqual([])
    expect((await endingsOf(short.email))[0]!.text).toContain('5 days are left')
  })
})

describe('a payment that stays open for an hour', () => {
  const unpaidMails = async ({ email }: NewPerson) => {
    await server().sweep()
    await server().runJobs()
    const mails = await server().mailbox(email)
    return mails.filter(({ subject }) => subject.startsWith('Your payment has not arrived')).length
  }
  const HOUR = 3_600_000

  test('gets its payer one mail, and a second payment of the same day none', async () => {
    const { person, reference } = await opened()
    moveTo(began + HOUR - 60_000)
    expect(await unpaidMails(person)).toBe(0)
    moveTo(began + HOUR + 60_000)
    // Either server may send the mail, so both have one mail server.
    const other = await server().another({ SMTP_URL: server().services.settings.smtpUrl! })
    await Promise.all([server().sweep(), other.sweep()])
    expect([await unpaidMails(person), await unpaidMails(person)]).toEqual([1, 1])
    const [mail] = await server().mailbox(person.email)
    expect(mail!.text).toContain(reference)
    await server().rows`update payments set current = false where reference = ${reference}`
    expect(await open(person)).not.toBe(reference)
    moveTo(began + 2.5 * HOUR)
    expect(await unpaidMails(person)).toBe(1)
  })

  test('gets no mail on a break, after a payment, or hours late', async () => {
    const [resting, paid, late] = await Promise.all([1, 2, 3].map(() => newPerson(server())))
    await open(resting!)
    await server().rows`update users set break_until = now() + interval '30 days' where id = ${resting!.uid}`
    const first = await open(paid!)
    await server().rows`update payments set current = false where reference = ${first}`
    const second = await open(paid!)
    paystack.pay(second)
    await paid!.visitor.post(`/api/payments/${second}/confirm`)
    moveTo(began + HOUR + 60_000)
    expect([await unpaidMails(resting!), await unpaidMails(paid!)]).toEqual([0, 0])
    await open(late!)
    moveTo(began + 6 * HOUR)
    expect(await unpaidMails(late!)).toBe(0)
  })
})
