import { and, isNotNull, lt, ne } from 'drizzle-orm'
import { DAY } from '../../domain/calendar.ts'
import { SERVER_LIMITS } from '../../domain/server-limits.ts'
import type { Db } from '../db/connect.ts'
import { mails } from '../tables/mails.ts'
import { webhookDeliveries } from '../tables/payments.ts'

/** Deletes processed webhooks and ended mails after the days that the privacy page names (domain/retention.ts). */
export async function deleteOldRows(db: Db, now: number): Promise<void> {
  const before = (days: number) => new Date(now - days * DAY)
  const { processedAt } = webhookDeliveries
  await db
    .delete(webhookDeliveries)
    .where(and(isNotNull(processedAt), lt(processedAt, before(SERVER_LIMITS.webhookKeptDays))))
  await db
    .delete(mails)
    .where(and(ne(mails.state, 'queued'), lt(mails.endedAt, before(SERVER_LIMITS.mailRowKeptDays))))
}
