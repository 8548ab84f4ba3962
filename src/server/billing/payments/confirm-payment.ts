import { eq } from 'drizzle-orm'
import { Refusal } from '../../http/refusal.ts'
import type { Db } from '../../db/connect.ts'
import type { Services } from '../../api/services.ts'
import { payments } from '../../tables/payments.ts'
import { PaystackUnavailable, PaystackRefused } from '../paystack/client.ts'
import { type Payment, settlePayment, wasRecentlyVerified } from './settle-payment.ts'

/**
 * Settles a payment when its payer returns from the checkout, if Paystack confirms the money. The browser's claim is not
 * trusted. If Paystack is unavailable, the payment stays as it is and is settled later.
 *
 * @returns the payment afterwards
 * @throws Refusal not-found, or forbidden for another user's payment
 */
export async function confirmPayment(
  db: Db,
  now: number,
  userId: string,
  reference: string,
  { log, ...services }: Pick<Services, 'clock' | 'paystack' | 'log'>,
): Promise<Payment> {
  const [payment] = await db.select().from(payments).where(eq(payments.reference, reference))
  if (!payment) throw new Refusal('not-found', 'There is no such payment.')
  if (payment.userId !== userId) throw new Refusal('forbidden', 'This is not a payment of yours.')
  const isDecided = payment.state !== 'open' && payment.state !== 'lapsed'
  if (isDecided || wasRecentlyVerified(payment, now)) return payment
  try {
    return (await settlePayment({ db, ...services }, reference, 'confirm'))!
  } catch (error) {
    if (!(error instanceof PaystackUnavailable || error instanceof PaystackRefused)) throw error
    log.warn({ reference, error }, 'payment not confirmed yet')
    return payment
  }
}
