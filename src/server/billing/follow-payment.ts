import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Services } from '../services.ts'
import { disputesIn, followDisputes } from './follow-disputes.ts'
import { followRefunds, hasOpenRefund } from './follow-refunds.ts'
import { webhookDeliveries } from './payment-tables.ts'
import { raiseAlarm } from './payment-story.ts'
import { settlePayment } from './settle-payment.ts'

export type Delivery = typeof webhookDeliveries.$inferSelect

/**
 * Brings everything about one payment up to date, from Paystack: its own state, its refunds, its disputes. Run by a job
 * for every webhook and every rung of the reconciler's ladder; running it again changes nothing.
 *
 * @throws PaystackAway and others; the job is run again later
 */
export async function followPayment(services: Services, reference: string): Promise<void> {
  const { db, clock } = services
  const news = await db
    .select()
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.reference, reference), isNull(webhookDeliveries.processedAt)))
  const source = news.length > 0 ? 'webhook' : 'reconciler'
  const payment = await settlePayment(services, reference, source)
  const now = await clock.now(db)
  if (payment) {
    const told = news.some(({ event }) => event.startsWith('refund.'))
    if (told || (await hasOpenRefund(db, reference))) await followRefunds(services, payment, source)
    await followDisputes(services, payment, disputesIn(news), source)
  } else if (news.some(({ event }) => event === 'charge.success')) {
    await raiseAlarm(db, now, 'unknown-payment', reference, { from: 'webhook' })
  }
  if (news.length === 0) return
  const ids = news.map(({ id }) => id)
  await db
    .update(webhookDeliveries)
    .set({ processedAt: new Date(now) })
    .where(inArray(webhookDeliveries.id, ids))
}
