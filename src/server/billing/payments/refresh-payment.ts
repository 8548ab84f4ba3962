import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Services } from '../../api/services.ts'
import { webhookDeliveries, payments } from '../../tables/payments.ts'
import { raiseAlarm } from '../../alarms/raise-alarm.ts'
import type { PaystackDispute } from '../paystack/answers.ts'
import { settlePayment, type Payment, wasRecentlyVerified } from './settle-payment.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Db } from '../../db/connect.ts'
import { PaystackUnavailable, PaystackRefused } from '../paystack/client.ts'

type Delivery = typeof webhookDeliveries.$inferSelect

/**
 * Brings one payment up to date. Runs as a job, for every webhook and every check of the reconciler. Idempotent.
 *
 * @throws PaystackUnavailable and others; the job is retried
 */
export async function refreshPayment(services: Services, reference: string): Promise<void> {
  const { db, clock } = services
  const deliveries = await db
    .select()
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.reference, reference), isNull(webhookDeliveries.processedAt)))
  const source = deliveries.length > 0 ? 'webhook' : 'reconciler'
  const payment = await settlePayment(services, reference, source, {
    includeReturns: deliveries.some(({ event }) => /^(refund|charge\.dispute)\./.test(event)),
    disputes: disputesIn(deliveries),
  })
  const now = await clock.now(db)
  if (!payment && deliveries.some(({ event }) => event === 'charge.success'))
    await raiseAlarm(db, now, 'unknown-payment', reference, { from: 'webhook' })
  if (deliveries.length === 0) return
  const ids = deliveries.map(({ id }) => id)
  await db
    .update(webhookDeliveries)
    .set({ processedAt: new Date(now) })
    .where(inArray(webhookDeliveries.id, ids))
}

/** The disputes that webhooks describe. */
function disputesIn(deliveries: readonly Delivery[]): PaystackDispute[] {
  return deliveries
    .filter(({ event }) => event.startsWith('charge.dispute.'))
    .flatMap(({ fields }) => {
      const { id, status, resolution, domain } = fields as Record<string, string | null | undefined>
      return id && domain ? [{ id, status: status ?? '', resolution: resolution ?? null, domain }] : []
    })
}

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
