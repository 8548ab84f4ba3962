import { expect, test } from 'vitest'
import { historyOf } from './payment-details.tsx'

const at = (minute: number) => Date.UTC(2024, 2, 1, 10, minute)

test('sorts events, webhooks, refunds and disputes by time', () => {
  const history = historyOf({
    events: [
      { at: at(1), source: 'checkout', what: 'opened', details: { plan: 'pro' } },
      { at: at(3), source: 'webhook', what: 'settled', details: {} },
    ],
    deliveries: [
      { event: 'charge.success', fields: { id: '7', domain: 'test' }, receivedAt: at(2), processedAt: at(3) },
      { event: 'refund.pending', fields: {}, receivedAt: at(5), processedAt: null },
    ],
    refunds: [
      {
        kobo: 150_000,
        state: 'asked',
        reason: 'Late results',
        askedBy: 'staff',
        askedAt: at(4),
        updatedAt: at(4),
        isOverruled: false,
      },
    ],
    disputes: [{ id: '9', state: 'open', updatedAt: at(0) }],
  })
  expect(history.map(({ what }) => what)).toEqual([
    'Dispute 9: open',
    'checkout: opened',
    'Paystack reports a payment',
    'webhook: settled',
    'Refund of ₦1,500: asked',
    'Paystack reports a refund that waits (not processed yet)',
  ])
  expect(history[2]!.details).toEqual({ id: '7', domain: 'test' })
  expect(history[4]!.details).toEqual({ reason: 'Late results' })
  expect(new Set(history.map(({ key }) => key)).size).toBe(history.length)
})
