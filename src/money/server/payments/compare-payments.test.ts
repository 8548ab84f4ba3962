import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { rowsOf } from '../../../../tests/support/database.ts'
import { paymentsOf } from '../../../../tests/support/payments.ts'
import { startPaystack } from '../../../../tests/support/paystack-model.ts'
import { testServer } from '../../../../tests/support/test-server.ts'
import { addDays, HOUR, instantAt, lagosDate, MINUTE } from '../../../platform/rules/base/calendar.ts'
import { ledgerFaults } from './check-ledger.ts'

const paystack = await startPaystack()
const server = testServer({ settings: paystack.settings, standIns: true })
const { bought, deliverWebhook, openAlarmsOf, opened, planOf, stateOf } = paymentsOf(server, paystack)
const began = Date.now()
let now = began
let day = 1

function moveTo(instant: number): void {
  server().services.clock.setOffset(instant - Date.now())
  now = instant
}
/** Three in the morning in Lagos, when a day's comparison is due. */
const night = (count: number) => instantAt(addDays(lagosDate(began), count), 3 * 60 + 1)

// Each test has its own days. It acts in the afternoon, and the comparison runs the next night.
beforeEach(() => {
  paystack.now = () => now
  day += 3
  moveTo(night(day) - 10 * HOUR)
})
afterEach(async () => {
  paystack.faultOf = () => null
  paystack.reversedAt.clear()
  expect(await ledgerFaults(server().services.db)).toEqual([])
})
afterAll(() => paystack.stop())

async function compare(): Promise<void> {
  moveTo(night(day))
  await server().sweep()
}
/** Stops the regular checks of a payment, which would find the difference before the comparison. */
const stopChecks = (reference: string) =>
  server().rows`update payments set next_check_at = null where reference = ${reference}`
const comparison = async () =>
  (await server().rows`select listed, raised, finished_at from comparisons order by day desc limit 1`)[0]!
const stranger = (i = 0) => `stranger${i}${String(day).padStart(20, '0')}`

/** Why the alarms about a payment were closed. */
const closings = async (reference: string) =>
  (await server().rows`select closed_reason as why from alarms where reference = ${reference}`).map(
    ({ why }) => why,
  )

describe('an unreadable row raises an alarm and does not hide others', () => {
  const ODD: [object, string][] = [
    [{ currency: null }, 'currency'],
    [{ amount: 200_000.5 }, 'amount'],
    [{ amount: 'a lot' }, 'amount'],
    [{ domain: 7 }, 'domain'],
  ]

  test('in the list of transactions, for any unreadable field', async () => {
    const [first, last] = [await opened('basic'), await opened('basic')]
    for (const { reference } of [first, last]) {
      paystack.pay(reference)
      await stopChecks(reference)
    }
    for (const [i, [odd]] of ODD.entries()) paystack.add(stranger(i), { status: 'success', ...odd })
    const third = await opened('basic')
    paystack.pay(third.reference)
    await stopChecks(third.reference)
    await compare()
    for (const [i, [, field]] of ODD.entries()) {
      const alarms = await server()
        .rows`select kind, details from alarms where reference = ${stranger(i)} and closed_at is null`
      const details = { list: 'transaction', problems: expect.stringContaining(field) }
      expect(alarms).toMatchObject([{ kind: 'unreadable', details }])
      paystack.transactions.delete(stranger(i))
    }
    for (const { reference } of [first, last, third]) expect(await stateOf(reference)).toBe('settled')
    expect((await comparison()).finished_at).not.toBeNull()
  })

  test('also for a payment of ours, which keeps its plan', async () => {
    const [odd, other] = [await bought('basic'), await opened('basic')]
    Object.assign(paystack.transactions.get(odd.reference)!, { currency: null })
    paystack.pay(other.reference)
    await stopChecks(other.reference)
    await compare()
    expect(await stateOf(odd.reference)).toBe('settled')
    expect(await openAlarmsOf(odd.reference)).toEqual(['unreadable'])
    expect(await stateOf(other.reference)).toBe('settled')
    expect((await comparison()).finished_at).not.toBeNull()
    Object.assign(paystack.transactions.get(odd.reference)!, { currency: 'NGN' })
  })

  test('until it is readable, which closes the alarm', async () => {
    const odd = await bought('basic')
    const refund = paystack.refund(odd.reference, 10.5, 'failed')
    Object.assign(paystack.transactions.get(odd.reference)!, { currency: null })
    await compare()
    expect(await openAlarmsOf(odd.reference)).toEqual(['unreadable'])

    Object.assign(paystack.transactions.get(odd.reference)!, { currency: 'NGN' })
    day += 1
    await compare()
    expect(await openAlarmsOf(odd.reference)).toEqual(['unreadable'])

    refund.amount = 10
    day += 1
    await compare()
    expect(await openAlarmsOf(odd.reference)).not.toContain('unreadable')
    expect(await closings(odd.reference)).toContain('Paystack’s data can be read again.')
  })

  test('in the lists of refunds and disputes', async () => {
    const [odd, refunded, disputed] = [await bought('basic'), await bought('basic'), await bought('basic')]
    const { id } = paystack.refund(odd.reference, 10.5)
    paystack.refund(refunded.reference, 200_000)
    paystack.dispute(odd.reference).status = 5 as unknown as string
    paystack.dispute(disputed.reference)
    paystack.resolveDispute(disputed.reference, 'merchant-accepted')
    await compare()
    expect(await openAlarmsOf(odd.reference)).toEqual(['unreadable'])
    expect(await stateOf(odd.reference)).toBe('settled')
    expect(await stateOf(refunded.reference)).toBe('reversed')
    expect(await stateOf(disputed.reference)).toBe('reversed')
    expect((await comparison()).finished_at).not.toBeNull()
    paystack.refunds.splice(paystack.refunds.findIndex((refund) => refund.id === id))
    paystack.disputes.length = 0
  })
})

describe('every difference is found', () => {
  test('paid at Paystack, not granted here', async () => {
    const { reference, person } = await opened('basic')
    paystack.pay(reference)
    await stopChecks(reference)
    await compare()
    expect(await stateOf(reference)).toBe('settled')
    expect(await planOf(person)).toBe('basic')
  })

  test('granted here, failed or missing at Paystack', async () => {
    const [failed, missing] = [await bought('basic'), await bought('basic')]
    paystack.pay(failed.reference, { status: 'failed' })
    paystack.transactions.delete(missing.reference)
    await compare()
    expect(await openAlarmsOf(failed.reference)).toEqual(['granted-not-paid'])
    expect(await openAlarmsOf(missing.reference)).toEqual(['granted-not-paid'])
  })

  test('granted here, reversed at Paystack without a known reason', async () => {
    const { reference } = await bought('basic')
    paystack.pay(reference, { status: 'reversed' })
    await compare()
    expect(await stateOf(reference)).toBe('settled')
    expect(await openAlarmsOf(reference)).toEqual(['reversed-unclear'])
  })

  test('reversed at Paystack, never seen here', async () => {
    paystack.add(stranger(), { status: 'reversed', paidAt: now })
    await compare()
    expect(await openAlarmsOf(stranger())).toEqual(['unknown-payment'])
    paystack.transactions.delete(stranger())
  })

  test('payments of another shop, also unreadable ones, are counted and left alone', async () => {
    const [readable, odd] = [`T${day}1234567890`, `T${day}1234567891`]
    paystack.add(readable, { status: 'success', paidAt: now })
    paystack.add(odd, { status: 'success', currency: null as never })
    await compare()
    expect([await openAlarmsOf(readable), await openAlarmsOf(odd)]).toEqual([[], []])
    const counted = await server().rows`select from foreign_payments where reference in (${readable}, ${odd})`
    expect(counted).toHaveLength(2)
    for (const reference of [readable, odd]) paystack.transactions.delete(reference)
  })

  test('reversed here, a success at Paystack', async () => {
    const { reference } = await bought('basic')
    paystack.refund(reference, 200_000)
    await deliverWebhook('refund.processed', reference)
    expect(await stateOf(reference)).toBe('reversed')
    paystack.pay(reference)
    await compare()
    expect(await stateOf(reference)).toBe('reversed')
    expect(await openAlarmsOf(reference)).toEqual(['reversed-but-paid'])
    paystack.pay(reference, { status: 'reversed' })
  })

  test('a refund that was processed, or failed, or is not listed at Paystack', async () => {
    const [processed, failed, gone] = [await bought('basic'), await bought('basic'), await bought('basic')]
    for (const { reference } of [processed, failed, gone]) {
      paystack.refund(reference, 50_000, 'pending')
      await paystack.deliver(server().url, paystack.eventOf('refund.pending', reference))
    }
    await server().runJobs()
    paystack.finishRefunds(processed.reference)
    paystack.finishRefunds(failed.reference, 'failed')
    const index = paystack.refunds.findIndex(({ reference }) => reference === gone.reference)
    const [listed] = paystack.refunds.splice(index, 1)
    await server().rows`update payments set next_check_at = null`
    await compare()
    expect(await openAlarmsOf(processed.reference)).toEqual(['partial-refund'])
    expect(await openAlarmsOf(failed.reference)).toEqual(['refund-failed'])
    const [alarm] = await server().rows`select details from alarms where reference = ${gone.reference}`
    const because = 'Paystack does not list it.'
    expect(alarm!.details).toMatchObject({ because, kobo: 50_000, unlisted: true })
    await server().sweep()
    expect(await openAlarmsOf(gone.reference)).toEqual(['refund-failed'])

    paystack.refunds.splice(index, 0, listed!)
    day += 1
    await compare()
    await server().sweep()
    expect(await openAlarmsOf(gone.reference)).toEqual([])
    expect(await closings(gone.reference)).toEqual(['Paystack lists the refund again.'])
    await server().rows`delete from refunds where reference = ${gone.reference}`
  })

  test('a dispute that was opened, won or lost', async () => {
    const [opened, won, lost] = [await bought('basic'), await bought('basic'), await bought('basic')]
    for (const { reference } of [opened, won, lost]) paystack.dispute(reference)
    paystack.resolveDispute(won.reference, 'declined')
    paystack.resolveDispute(lost.reference, 'merchant-accepted')
    await compare()
    expect(await openAlarmsOf(opened.reference)).toEqual(['dispute'])
    expect([await stateOf(opened.reference), await stateOf(won.reference)]).toEqual(['settled', 'settled'])
    expect(await stateOf(lost.reference)).toBe('reversed')
    const states = await server()
      .rows`select state from disputes where reference in (${opened.reference}, ${won.reference}, ${lost.reference})
        order by state`
    expect(states.map(({ state }) => state)).toEqual(['lost', 'open', 'won'])
    paystack.disputes.length = 0
  })
})

describe('a comparison that cannot finish', () => {
  test('compares the rest, and raises an alarm after 36 hours until one finishes', async () => {
    const { reference } = await opened('basic')
    paystack.pay(reference)
    await stopChecks(reference)
    await compare()
    const finished = new Date((await comparison()).finished_at).getTime()

    day += 1
    const refunded = await bought('basic')
    paystack.refund(refunded.reference, 200_000)
    paystack.faultOf = (what) => (what === 'GET /dispute' ? '500' : null)
    await compare()
    expect((await comparison()).finished_at).toBeNull()
    expect(await stateOf(refunded.reference)).toBe('reversed')
    moveTo(finished + 36 * HOUR - MINUTE)
    await server().sweep()
    expect(await openAlarmsOf('comparison')).toEqual([])
    moveTo(finished + 36 * HOUR + MINUTE)
    await server().sweep()
    expect(await openAlarmsOf('comparison')).toEqual(['comparison-late'])

    paystack.faultOf = () => null
    await server().runJobs({ retries: true })
    expect((await comparison()).finished_at).not.toBeNull()
    expect(await openAlarmsOf('comparison')).toEqual([])
    const closed = sql`select closed_reason from alarms where reference = 'comparison'`
    expect((await rowsOf(server(), closed))[0]!.closed_reason).toMatch(
      /^The comparison of .* has finished\.$/,
    )
  })

  test('is started at any hour after the server was down, without an alarm', async () => {
    await compare()
    const before = await comparison()
    day += 3
    moveTo(night(day) - 2 * HOUR)
    await server().sweep()
    expect(new Date((await comparison()).finished_at).getTime()).toBeGreaterThan(
      new Date(before.finished_at).getTime() + 2 * 24 * HOUR,
    )
    expect(await openAlarmsOf('comparison')).toEqual([])
  })

  test('compares the other payments if Paystack fails for one', async () => {
    const [first, second] = [await opened('basic'), await opened('basic')]
    for (const { reference } of [first, second]) {
      paystack.pay(reference)
      await stopChecks(reference)
    }
    paystack.faultOf = (what) => (what.endsWith(first.reference) ? '500' : null)
    await compare()
    expect([await stateOf(first.reference), await stateOf(second.reference)]).toEqual(['open', 'settled'])
    expect((await comparison()).finished_at).toBeNull()
    paystack.faultOf = () => null
    await server().runJobs({ retries: true })
    expect(await stateOf(first.reference)).toBe('settled')
    expect((await comparison()).finished_at).not.toBeNull()
  })
})
