import { formatNaira } from '../../../domain/base/words.ts'
import type { AnswerOf } from '../../api/call.ts'

type PaymentRecord = AnswerOf<'GET /api/admin/payments/:reference'>

interface HistoryEntry {
  key: string
  /** Milliseconds since 1970. */
  at: number
  what: string
  details: Record<string, unknown>
}

/** The events, webhooks, refunds and disputes of a payment in order of time. */
export function historyOf({
  events,
  deliveries,
  refunds,
  disputes,
}: Pick<PaymentRecord, 'events' | 'deliveries' | 'refunds' | 'disputes'>): HistoryEntry[] {
  return [
    ...events.map(({ at, source, what, details }, index) => ({
      key: `event ${index}`,
      at,
      what: `${source}: ${what}`,
      details,
    })),
    ...deliveries.map(({ event, fields, receivedAt, processedAt }, index) => ({
      key: `delivery ${index}`,
      at: receivedAt,
      what: `Webhook: ${event}${processedAt ? '' : ' (not processed yet)'}`,
      details: fields,
    })),
    ...refunds.map(({ kobo, state, reason, updatedAt }, index) => ({
      key: `refund ${index}`,
      at: updatedAt,
      what: `Refund of ${formatNaira(kobo)}: ${state}`,
      details: { reason },
    })),
    ...disputes.map(({ id, state, updatedAt }) => ({
      key: `dispute ${id}`,
      at: updatedAt,
      what: `Dispute ${id}: ${state}`,
      details: {},
    })),
  ].sort((a, b) => a.at - b.at)
}
