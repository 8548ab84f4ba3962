import type { Db } from '../../db/connect.ts'
import { type EVENT_SOURCES, paymentEvents } from '../../tables/payments.ts'

/** Through which door something came to our knowledge. */
export type Source = (typeof EVENT_SOURCES)[number]

/** Adds a line to the story of a payment, in the caller's transaction. Stories are never rewritten. */
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
