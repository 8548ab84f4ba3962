import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { rowsOf } from '../../../../tests/support/database.ts'
import { paymentServer, resolved } from '../../../../tests/support/payment-server.ts'

// Paystack: "reversed: the transaction was refunded, or a chargeback was successfully logged". Neither means that the
// full amount was returned.
const calls = await paymentServer()
const { admin, bought, deliverWebhook, grantsOf, openAlarms, opened } = calls
const { paystack, planOf, recheck, reverseAt, server, stateOf } = calls

describe('a plan continues although Paystack says reversed', () => {
  test('while a dispute is open, and after it was won', async () => {
    reverseAt('dispute-opened')
    const { person, reference } = await bought()
    paystack.dispute(reference)
    expect(paystack.transactions.get(reference)!.status).toBe('reversed')
    await deliverWebhook('charge.dispute.create', reference)
    await recheck(reference)
    expect([await planOf(person), await stateOf(reference)]).toEqual(['pro', 'settled'])
    expect(await openAlarms(reference)).toEqual(['dispute'])
    paystack.resolveDispute(reference, 'declined')
    await deliverWebhook('charge.dispute.resolve', reference, resolved('declined'))
    expect([await planOf(person), await stateOf(reference)]).toEqual(['pro', 'settled'])
    expect(await grantsOf(reference)).toHaveLength(1)
  })

  test('and ends when the dispute is lost', async () => {
    reverseAt('dispute-opened')
    const { person, reference } = await bought()
    paystack.dispute(reference)
    await deliverWebhook('charge.dispute.create', reference)
    paystack.resolveDispute(reference, 'merchant-accepted')
    await deliverWebhook('charge.dispute.resolve', reference, resolved('merchant-accepted'))
    expect([await planOf(person), await stateOf(reference)]).toEqual(['free', 'reversed'])
  })

  test('while a partial refund is pending, and after it failed', async () => {
    reverseAt('refund-pending')
    const { person, reference } = await bought()
    paystack.refund(reference, 50_000, 'pending')
    await deliverWebhook('refund.pending', reference)
    expect([await planOf(person), await stateOf(reference)]).toEqual(['pro', 'settled'])
    expect(await openAlarms(reference)).toEqual(['reversed-unclear'])
    paystack.finishRefunds(reference, 'failed')
    await deliverWebhook('refund.failed', reference)
    expect([await planOf(person), await stateOf(reference)]).toEqual(['pro', 'settled'])
    expect(await openAlarms(reference)).toEqual(['refund-failed'])
    const closed = sql`select closed_reason from alarms where reference = ${reference} and kind = 'reversed-unclear'`
    expect(await rowsOf(server(), closed)).toEqual([
      { closed_reason: 'Paystack no longer reports the payment as reversed.' },
    ])
  })

  test('after a failed refund that Paystack still calls reversed, with an alarm', async () => {
    reverseAt('refund-failed')
    const { person, reference } = await bought()
    paystack.refund(reference, 50_000, 'failed')
    await deliverWebhook('refund.failed', reference)
    expect([await planOf(person), await stateOf(reference)]).toEqual(['pro', 'settled'])
    expect(await openAlarms(reference)).toEqual(['refund-failed', 'reversed-unclear'])
  })

  test('after a partial refund; refunding the rest ends it', async () => {
    reverseAt('partial-refund-processed')
    const { person, reference } = await bought()
    paystack.refund(reference, 50_000)
    await deliverWebhook('refund.processed', reference)
    expect([await planOf(person), await stateOf(reference)]).toEqual(['pro', 'settled'])
    expect(await openAlarms(reference)).toEqual(['partial-refund'])
    paystack.refund(reference, 100_000)
    await deliverWebhook('refund.processed', reference, { amount: 100_000 })
    expect([await planOf(person), await stateOf(reference)]).toEqual(['free', 'reversed'])
  })

  test('until a refund by staff is processed, without an alarm', async () => {
    reverseAt('refund-pending')
    const { person, reference } = await bought()
    await admin().post(`/api/admin/payments/${reference}/refund`, { reason: 'Asked for it' })
    await server().runJobs()
    expect(paystack.transactions.get(reference)!.status).toBe('reversed')
    expect([await planOf(person), await openAlarms(reference)]).toEqual(['pro', []])
    paystack.finishRefunds(reference)
    await deliverWebhook('refund.processed', reference)
    expect([await planOf(person), await stateOf(reference)]).toEqual(['free', 'reversed'])
  })
})

describe('a payment returned before its settlement', () => {
  async function paid() {
    const { person, reference } = await opened()
    paystack.pay(reference)
    return { person, reference }
  }
  const refundsOf = async (reference: string) =>
    (await admin().get(`/api/admin/payments/${reference}`)).body.refunds

  // PAY-03
  test('in full is stored as refunded, without a grant or a receipt', async () => {
    const { person, reference } = await paid()
    paystack.refund(reference, 150_000)
    await deliverWebhook('refund.processed', reference)
    await deliverWebhook('charge.success', reference)
    expect([await planOf(person), await stateOf(reference)]).toEqual(['free', 'reversed'])
    expect(await grantsOf(reference)).toEqual([])
    expect(await refundsOf(reference)).toMatchObject([{ kobo: 150_000, state: 'processed' }])
    const own = (await person.visitor.get(`/api/payments/${reference}`)).body
    expect(own).toMatchObject({ outcome: 'refunded', period: null, settledAt: null })
  })

  test('in part is granted, and the refund is stored', async () => {
    const { person, reference } = await paid()
    paystack.refund(reference, 50_000)
    await deliverWebhook('refund.processed', reference)
    expect([await planOf(person), await openAlarms(reference)]).toEqual(['pro', ['partial-refund']])
    expect(await refundsOf(reference)).toMatchObject([{ kobo: 50_000, state: 'processed' }])
  })

  test('and disputed at once stays open, with an alarm', async () => {
    reverseAt('dispute-opened')
    const { person, reference } = await paid()
    paystack.dispute(reference)
    await deliverWebhook('charge.dispute.create', reference)
    expect([await planOf(person), await stateOf(reference)]).toEqual(['free', 'open'])
    expect(await openAlarms(reference)).toEqual(['dispute', 'reversed-unclear'])
    expect((await person.visitor.get(`/api/payments/${reference}`)).body.outcome).toBe('review')
    paystack.resolveDispute(reference, 'declined')
    await deliverWebhook('charge.dispute.resolve', reference, resolved('declined'))
    expect([await planOf(person), await stateOf(reference)]).toEqual(['pro', 'settled'])
    expect(await openAlarms(reference)).toEqual([])
  })
})
