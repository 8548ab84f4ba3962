import { present } from '../../../platform/rules/base/lists.ts'
import { Refusal } from '../../../platform/server/http/refusal.ts'
import { paymentDetails } from './queries.ts'
import { payments } from '../tables/payments.ts'
import { eq } from 'drizzle-orm'
import { NO_RETURNS, returnCause } from '../../rules/payment-steps.ts'
import { change, type Context } from '../../../platform/server/audit/context.ts'
import { recordAudit } from '../../../platform/server/audit/record.ts'
import { overruleReturns, returnsOf } from '../payments/returns.ts'
import type { Services } from '../../../platform/server/api/services.ts'
import { PaystackUnavailable, PaystackRefused, refuseUnknownToPaystack } from '../paystack/client.ts'
import { settlePayment } from '../payments/settle-payment.ts'
import { recordSettlement } from '../payments/record-settlement.ts'

/**
 * Restores a revoked grant on behalf of staff, because Paystack has the money. The refunds and disputes that revoked it no
 * longer count until Paystack changes them.
 * @throws Refusal not-found, or conflict if nothing was revoked or Paystack does not have the money
 */
export async function restorePayment(context: Context, reference: string): Promise<void> {
  await change(context, async (unit) => {
    const { tx, now } = unit
    const [payment] = await tx.select().from(payments).where(eq(payments.reference, reference)).for('update')
    if (!payment) throw new Refusal('not-found', 'There is no such payment.')
    if (payment.state !== 'reversed') throw new Refusal('conflict', 'This payment was not reversed.')
    const returns = (await returnsOf(tx, [reference])).get(reference) ?? NO_RETURNS
    const cause = returnCause(payment.paidKobo ?? payment.kobo, returns)
    if (payment.providerStatus !== 'success' && cause !== null)
      throw new Refusal('conflict', 'Paystack says that the money was returned.')
    await overruleReturns(tx, now, reference)
    await recordAudit(unit, 'payment.restore', `payment:${reference}`, { overruled: cause })
    await recordSettlement({ tx, now, reference, source: 'staff' }, payment)
  })
}

/**
 * Brings a payment up to date at staff's request.
 * @returns the payment with its history
 * @throws Refusal not-found, conflict for a sample that Paystack cannot have, or unavailable with Paystack's reason
 */
export async function recheckPayment(
  context: Context,
  reference: string,
  services: Pick<Services, 'clock' | 'paystack'>,
) {
  const { db, now, actor } = context
  if ((await db.$count(payments, eq(payments.reference, reference))) === 0)
    throw new Refusal('not-found', 'There is no such payment.')
  await recordAudit({ tx: db, now, actor }, 'payment.check', `payment:${reference}`, {})
  try {
    const payment = await settlePayment({ db, ...services }, reference, 'staff', { includeReturns: true })
    refuseUnknownToPaystack(present(payment), services)
  } catch (error) {
    if (error instanceof PaystackUnavailable)
      throw new Refusal('unavailable', `${error.message}. Try again in a moment.`)
    if (error instanceof PaystackRefused)
      throw new Refusal('unavailable', `Paystack refused: ${error.message}`)
    throw error
  }
  return present(await paymentDetails(db, reference))
}
