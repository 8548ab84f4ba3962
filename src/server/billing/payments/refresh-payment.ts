import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Services } from '../../api/services.ts'
import { webhookDeliveries } from '../../tables/payments.ts'
import { raiseAlarm } from '../../alarms/raise-alarm.ts'
import type { PaystackDispute } from '../paystack/answers.ts'
import { settlePayment } from './settle-payment.ts'

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
