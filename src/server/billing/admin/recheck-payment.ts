import { Refusal } from '../../http/refusal.ts'
import type { Services } from '../../api/services.ts'
import { paymentStory } from './queries.ts'
import { PaystackUnavailable, PaystackRefused } from '../paystack/client.ts'
import { settlePayment } from '../payments/settle-payment.ts'

/**
 * Brings a payment up to date at once because staff ask for it.
 * @returns its story
 * @throws Refusal not-found, or unavailable with Paystack's reason
 */
export async function recheckPayment(services: Services, reference: string) {
  try {
    const payment = await settlePayment(services, reference, 'staff', { includeReturns: true })
    if (!payment) throw new Refusal('not-found', 'There is no such payment.')
  } catch (error) {
    if (error instanceof PaystackUnavailable)
      throw new Refusal('unavailable', `${error.message}. Try again in a moment.`)
    if (error instanceof PaystackRefused)
      throw new Refusal('unavailable', `Paystack refuses: ${error.message}`)
    throw error
  }
  return (await paymentStory(services.db, reference))!
}
