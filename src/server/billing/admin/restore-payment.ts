import { eq } from 'drizzle-orm'
import { NO_RETURNS, returnCause } from '../../../domain/billing/payment-steps.ts'
import { change, type Context } from '../../audit/context.ts'
import { recordAudit } from '../../audit/record.ts'
import { Refusal } from '../../http/refusal.ts'
import { recordSettlement } from '../payments/apply-step.ts'
import { overruleReturns, returnsOf } from '../payments/returns.ts'
import { payments } from '../../tables/payments.ts'

/**
 * Restores a revoked grant on behalf of staff, because Paystack has the money. The refunds and disputes that revoked it no
 * longer count until Paystack changes them.
 * @throws Refusal not-found, or conflict if nothing was revoked or Paystack does not have the money
 */
export async function restorePayment(context: Context, reference: string): Promise<void> {
  await change(context, async (inside) => {
    const { tx, now } = inside
    const [payment] = await tx.select().from(payments).where(eq(payments.reference, reference)).for('update')
    if (!payment) throw new Refusal('not-found', 'There is no such payment.')
    if (payment.state !== 'reversed') throw new Refusal('conflict', 'This payment was not reversed.')
    const returns = (await returnsOf(tx, [reference])).get(reference) ?? NO_RETURNS
    const cause = returnCause(payment.paidKobo ?? payment.kobo, returns)
    if (payment.providerStatus !== 'success' && cause !== null)
      throw new Refusal('conflict', 'Paystack says that the money was returned.')
    await overruleReturns(tx, now, reference)
    await recordAudit(inside, {
      action: 'payment.restore',
      subject: `payment:${reference}`,
      details: { overruled: cause },
    })
    await recordSettlement(tx, now, payment, 'staff')
  })
}
