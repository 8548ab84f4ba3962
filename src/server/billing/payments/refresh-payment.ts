import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Services } from '../../api/services.ts'
import { webhookDeliveries } from '../../tables/payments.ts'
import { raiseAlarm } from '../alarms/raise-alarm.ts'
import type { PaystackDispute } from '../paystack/answers.ts'
import { settlePayment } from './settle-payment.ts'

type Delivery = typeof webhookDeliveries.$inferSelect

/**
 * Brings everything about one payment up to date. A job runs it for every webhook and at every check of the reconciler;
 * running it again changes nothing.
 *
 * @throws PaystackUnavailable and others; the job is run again later
 */
export async function refreshPayment(services: Services, reference: string): Promise<void> {
  const { db, clock } = services
  const news = await db
    .select()
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.reference, reference), isNull(webhookDeliveries.processedAt)))
  const source = news.length > 0 ? 'webhook' : 'reconciler'
  const payment = await settlePayment(services, reference, source, {
    includeReturns: news.some(({ event }) => /^(refund|charge\.dispute)\./.test(event)),
    disputes: disputesIn(news),
  })
  const now = await clock.now(db)
  if (!payment && news.some(({ event }) => event === 'charge.success'))
    await raiseAlarm(db, now, 'unknown-payment', reference, { from: 'webhook' })
  if (news.length === 0) return
  const ids = news.map(({ id }) => id)
  await db
    .update(webhookDeliveries)
    .set({ processedAt: new Date(now) })
    .where(inArray(webhookDeliveries.id, ids))
}

/** What webhooks say about disputes. */
function disputesIn(news: readonly Delivery[]): PaystackDispute[] {
  return news
    .filter(({ event }) => event.startsWith('charge.dispute.'))
    .flatMap(({ fields }) => {
      const { id, status, resolution, domain } = fields as Record<string, string | null | undefined>
      return id && domain ? [{ id, status: status ?? '', resolution: resolution ?? null, domain }] : []
    })
}
