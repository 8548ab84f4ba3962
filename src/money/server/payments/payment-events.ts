import type { Db } from '../../../platform/server/db/connect.ts'
import { type EVENT_SOURCES, paymentEvents } from '../tables/payments.ts'

/** A look at one payment: inside which transaction, when, and what triggered it. */
export interface Look {
  tx: Db
  /** Milliseconds. */
  now: number
  reference: string
  source: (typeof EVENT_SOURCES)[number]
}

/** Appends an event to a payment's history, in the caller's transaction. */
export async function recordPaymentEvent(
  { tx, now, reference, source }: Look,
  what: string,
  details: Record<string, unknown> = {},
): Promise<void> {
  await tx.insert(paymentEvents).values({ reference, at: new Date(now), source, what, details })
}
