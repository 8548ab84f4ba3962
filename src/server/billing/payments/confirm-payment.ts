import { eq } from 'drizzle-orm'
import { Refusal } from '../../http/refusal.ts'
import type { Log } from '../../base/log.ts'
import type { Services } from '../../api/services.ts'
import { payments } from '../../tables/payments.ts'
import { PaystackUnavailable, PaystackRefused } from '../paystack/client.ts'
import { type Payment, settlePayment, wasJustVerified } from './settle-payment.ts'

/**
 * The payer came back from the checkout: settles the payment if the money is there. What their browser says of it counts
 * for nothing. When Paystack cannot be asked, the payment stays as it was and is settled later.
 *
 * @throws Refusal not-found, or forbidden for somebody else's payment
 */
export async function confirmPayment(
  services: Services,
  log: Log,
  now: number,
  userId: string,
  reference: string,
): Promise<Payment> {
  const [payment] = await services.db.select().from(payments).where(eq(payments.reference, reference))
  if (!payment) throw new Refusal('not-found', 'There is no such payment.')
  if (payment.userId !== userId) throw new Refusal('forbidden', 'This is not a payment of yours.')
  const isDecided = payment.state !== 'open' && payment.state !== 'lapsed'
  if (isDecided || wasJustVerified(payment, now)) return payment
  try {
    return (await settlePayment(services, reference, 'confirm'))!
  } catch (error) {
    if (!(error instanceof PaystackUnavailable || error instanceof PaystackRefused)) throw error
    log.warn({ reference, error }, 'a payment could not be confirmed yet')
    return payment
  }
}
