import type { Context } from '../../audit/context.ts'
import { recordAudit } from '../../audit/record.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Services } from '../../api/services.ts'
import { paymentDetails } from './queries.ts'
import { refuseUnknownToPaystack } from '../paystack/require-paystack.ts'
import { PaystackUnavailable, PaystackRefused } from '../paystack/client.ts'
import { settlePayment } from '../payments/settle-payment.ts'

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
  await recordAudit({ tx: db, now, actor }, 'payment.check', `payment:${reference}`, {})
  try {
    const payment = await settlePayment({ db, ...services }, reference, 'staff', { includeReturns: true })
    if (!payment) throw new Refusal('not-found', 'There is no such payment.')
    refuseUnknownToPaystack(payment, services)
  } catch (error) {
    if (error instanceof PaystackUnavailable)
      throw new Refusal('unavailable', `${error.message}. Try again in a moment.`)
    if (error instanceof PaystackRefused)
      throw new Refusal('unavailable', `Paystack refused: ${error.message}`)
    throw error
  }
  return (await paymentDetails(db, reference))!
}
