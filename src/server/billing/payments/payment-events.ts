import type { Db } from '../../db/connect.ts'
import { type EVENT_SOURCES, paymentEvents } from '../../tables/payments.ts'

/** What triggered the event. */
export type Source = (typeof EVENT_SOURCES)[number]

/** Appends an event to a payment's history, in the caller's transaction. */
export async function recordPaymentEvent(
  tx: Db,
  now: number,
  reference: string,
  source: Source,
  what: string,
  details: Record<string, unknown> = {},
): Promise<void> {
  await tx.insert(paymentEvents).values({ reference, at: new Date(now), source, what, details })
}
