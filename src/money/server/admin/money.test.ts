import { parse } from 'csv-parse/sync'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { CARD, checkoutOf } from '../../../../tests/support/payments.ts'
import { newPerson } from '../../../../tests/support/people.ts'
import { testServer, type Visitor } from '../../../../tests/support/test-server.ts'
import { PAYSTACK_SECRET_KEY } from '../../../stand-ins/paystack/model.ts'
import { addDays, instantAt, type LagosDate, lagosDate } from '../../../platform/rules/base/calendar.ts'

// Staff, the real client and the stand-in for Paystack.
const server = testServer({ standIns: true })
const { pay, sandbox, setMode } = checkoutOf(server)
let owner: Visitor
let today: LagosDate
beforeAll(async () => {
  owner = await server().as('admin')
  today = lagosDate(await server().now())
  await setMode()
})
afterEach(async () => {
  server().services.clock.setOffset(0)
  await setMode()
})

const money = async (query = '') => (await owner.get(`/api/admin/money${query}`)).body
const sum = (amounts: number[]) => amounts.reduce((all, amount) => all + amount, 0)
/** The kobo of a column of a file, without its last line, and those of the last line. */
async function columnOf(file: string, column: string, query = '') {
  const { text, headers } = await owner.get(`/api/admin/money/${file}${query}`)
  expect(headers.get('content-disposition')).toContain(`filename="${file}-`)
  expect(headers.get('cache-control')).toBe('private, no-store')
  expect(text.endsWith('\r\n')).toBe(true)
  const rows = parse(text, { bom: true, columns: true }) as Record<string, string>[]
  const kobo = rows.map((row) => {
    expect(row[column]).toMatch(/^\d+\.\d\d$/)
    return Number(row[column]!.replace('.', ''))
  })
  return { all: sum(kobo.slice(0, -1)), last: kobo.at(-1), rows: rows.slice(0, -1) }
}
/** Runs the comparison of a further night. It is due from 3:00 on. */
async function compare(day: number): Promise<void> {
  server().services.clock.setOffset(instantAt(addDays(today, day), 4 * 60) - Date.now())
  await server().sweep()
  await server().runJobs()
  await server().sweep()
}
const differences = async () => {
  const rows = await server()
    .rows`select details, closed_at is null as open from alarms where kind = 'payout-differs' order by id`
  return rows.filter(({ open }) => open).flatMap(({ details }) => details.differences as string[])
}

describe('money', () => {
  let refunded: string

  test('that came in is shown by day, plan and channel with its fees, and the files add up to the same', async () => {
    const people = await Promise.all([1, 2, 3].map(() => newPerson(server())))
    refunded = await pay(people[0]!, 'pro')
    await pay(people[1]!, 'basic', { action: 'bank' })
    await pay(people[2]!, 'pro', { action: 'ussd' })
    await owner.post(`/api/admin/payments/${refunded}/refund`, {
      kobo: 50_050,
      reason: '=HYPERLINK("http://x.example")',
    })
    await server().runJobs()
    for (let step = 0; step < 2; step++)
      await sandbox(`/paystack/transactions/${refunded}/step-refund`, 'POST')
    await owner.post(`/api/admin/payments/${refunded}/check`)

    const shown = await money()
    expect([shown.from, shown.to]).toEqual([`${today.slice(0, 8)}01`, today])
    expect(shown.income).toEqual(
      expect.arrayContaining([
        { day: today, plan: 'pro', channel: 'card', payments: 1, kobo: 150_000, feeKobo: 2250 },
        { day: today, plan: 'basic', channel: 'bank', payments: 1, kobo: 200_000, feeKobo: 3000 },
        { day: today, plan: 'pro', channel: 'ussd', payments: 1, kobo: 150_000, feeKobo: 2250 },
      ]),
    )
    expect(shown.returns).toMatchObject([{ reference: refunded, kobo: 50_050, why: 'refund' }])
    expect(shown.expected.kobo).toBe(500_000 - 7500 - 50_050)

    const screen = {
      naira: sum(shown.income.map((row: any) => row.kobo)),
      fee: sum(shown.income.map((row: any) => row.feeKobo)),
      back: sum(shown.returns.map((row: any) => row.kobo)),
    }
    for (const file of ['payments', 'fees']) {
      expect(await columnOf(file, 'naira')).toMatchObject({ all: screen.naira, last: screen.naira })
      expect(await columnOf(file, 'fee')).toMatchObject({ all: screen.fee, last: screen.fee })
    }
    const returns = await columnOf('refunds', 'naira')
    expect(returns).toMatchObject({ all: screen.back, last: screen.back })
    // A spreadsheet must not run what staff typed.
    expect(returns.rows[0]!.reason).toBe(`'=HYPERLINK("http://x.example")`)
    const yesterday = addDays(today, -1)
    expect((await money(`?from=${yesterday}&to=${yesterday}`)).income).toEqual([])
    expect((await columnOf('payments', 'naira', `?from=${yesterday}&to=${yesterday}`)).last).toBe(0)
  })

  test('that Paystack pays out is compared every day, and a difference is an alarm until it has gone', async () => {
    await sandbox('/paystack/payouts', 'POST')
    await setMode({ payouts: 'short' })
    await compare(1)
    expect(await differences()).toEqual(['after fees: ₦4,825 at Paystack, ₦4,925 here.'])
    await setMode()
    await compare(2)
    expect(await differences()).toEqual([])
    await setMode({ payouts: 'incomplete' })
    await compare(3)
    expect(await differences()).toContainEqual(expect.stringContaining('charged: '))
    await setMode()
    await compare(4)
    expect(await differences()).toEqual([])
    expect(
      await server().rows`select distinct closed_reason as why from alarms where kind = 'payout-differs'`,
    ).toEqual([{ why: 'Both sides agree.' }])

    server().services.clock.setOffset(0)
    const shown = await money(`?from=${today}&to=${addDays(today, 2)}`)
    expect(shown.payouts).toMatchObject([
      { processedKobo: 500_000, feesKobo: 7500, deductedKobo: 50_050, paidOutKobo: 442_450 },
    ])
    expect(shown.expected).toEqual({ kobo: 0, day: null })
    expect(shown.comparedAt).not.toBeNull()
    const paidOut = await columnOf('payouts', 'paid out', `?from=${today}&to=${addDays(today, 2)}`)
    expect(paidOut).toMatchObject({ all: 442_450, last: 442_450 })
  })

  test('that waits for its payout is expected on a working day', async () => {
    await pay(await newPerson(server()), 'pro')
    const { expected } = await money()
    expect(expected.kobo).toBe(147_750)
    expect([0, 6]).not.toContain(new Date(expected.day).getUTCDay())
  })

  test('of another shop in the same payout is counted, and is no difference', async () => {
    const body = JSON.stringify({ email: 'a@shop.example', amount: 70_000, reference: 'T685312322670591' })
    const headers = { authorization: `Bearer ${PAYSTACK_SECRET_KEY}` }
    const opened = await fetch(`${server().sandboxUrl}/transaction/initialize`, {
      method: 'POST',
      headers,
      body,
    })
    await sandbox(`/checkout/attempt/${(await opened.json()).data.access_code}`, 'POST', CARD)
    await sandbox('/paystack/payouts', 'POST')
    await compare(5)
    expect(await differences()).toEqual([])
    server().services.clock.setOffset(0)
    expect((await owner.get('/api/admin/alarms')).body.foreign.count).toBe(1)
    const paid = await server().rows`select processed_kobo::int as kobo from payouts order by kobo`
    expect(paid).toEqual([{ kobo: 150_000 + 70_000 }, { kobo: 500_000 }])
  })

  test('of vouchers is cash, apart from what Paystack has', async () => {
    const made = await owner.post('/api/admin/vouchers', {
      plan: 'basic',
      vouchers: 2,
      name: 'Kiosk',
      reason: 'New',
    })
    await owner.post(`/api/admin/vouchers/${made.body.id}/confirm`)
    const before = await money()
    const { visitor } = await newPerson(server())
    await visitor.post('/api/vouchers/redeem', { code: made.body.codes[0].code })
    const after = await money()
    expect([after.vouchers, after.income]).toEqual([{ used: 1, kobo: 200_000 }, before.income])
  })

  test.each(['from=2026-13-01', 'from=2026-02-02&to=2026-02-01', 'from=2000-01-01&to=2026-01-01', 'x=1'])(
    'is refused for %s',
    async (query) => {
      const { status, text } = await owner.get(`/api/admin/money?${query}`)
      expect([status, query.includes('2000') === text.includes('Choose at most two years.')]).toEqual([
        400,
        true,
      ])
      expect((await owner.get(`/api/admin/money/payments?${query}`)).status).toBe(400)
    },
  )
})
