import { describe, expect, test } from 'vitest'
import { MONEY_ALARM_KINDS } from '../../platform/rules/alarms/alarms.ts'
import { NO_RETURNS, type Returns } from './payment-steps.ts'
import type { PaymentState, RefundState } from './payments.ts'
import { type AlarmFacts, solvedReason } from './solved-alarms.ts'

const facts = (more: Partial<AlarmFacts> = {}, payment: object = {}): AlarmFacts => ({
  payment: { state: 'settled', providerStatus: 'success', paidKobo: 150_000, ...payment },
  refunds: [],
  disputes: [],
  returns: NO_RETURNS,
  others: [],
  hasLedgerFault: false,
  statusWhenRaised: null,
  isUnlisted: false,
  ...more,
})
const inState = (state: PaymentState, more: Partial<AlarmFacts> = {}) => facts(more, { state })
const refunded = (kobo: number, ...states: RefundState[]) => ({
  refunds: states.map((state) => ({ kobo, state })),
})
const all = refunded(150_000, 'processed')
const part = refunded(50_000, 'processed')

const REVERSED = { providerStatus: 'reversed' }
const TAKEN = { ...REVERSED, state: 'reversed' }
const openDispute: Returns = { refunds: [], disputes: [{ state: 'open', overruled: false }] }
const returned: Returns = {
  refunds: [{ kobo: 150_000, state: 'processed', overruled: false, askedByStaff: false }],
  disputes: [],
}
const HAS_PLAN = 'The player has the plan now.'
const GONE = 'The money has gone back in full.'
const ONE_LEFT = 'One payment is left; the other has gone back.'
const SENT = 'A refund has been sent.'
const NO_LONGER = 'Paystack no longer reports the payment as reversed.'

describe('an alarm closes when its cause is gone, and not before', () => {
  test.each<[(typeof MONEY_ALARM_KINDS)[number], string, AlarmFacts, string | null]>([
    ['mismatch', 'in review', inState('review'), null],
    ['mismatch', 'granted', inState('settled'), HAS_PLAN],
    ['mismatch', 'returned', inState('reversed', all), GONE],
    ['mismatch', 'reversed, the money not returned', inState('reversed', part), null],
    ['mismatch', 'reversed after a lost dispute', inState('reversed', { disputes: ['lost'] }), GONE],
    ['mismatch', 'reversed, the dispute won', inState('reversed', { disputes: ['won'] }), null],
    ['paid-not-granted', 'open', inState('open'), null],
    ['paid-not-granted', 'lapsed', inState('lapsed'), null],
    ['paid-not-granted', 'granted', inState('settled'), HAS_PLAN],
    [
      'paid-not-granted',
      'in review',
      inState('review'),
      'The payment is held for review, which has its own alarm.',
    ],
    ['granted-not-paid', 'failed', facts({ statusWhenRaised: 'failed' }, { providerStatus: 'failed' }), null],
    ['granted-not-paid', 'arrived', facts({ statusWhenRaised: 'failed' }), 'Paystack has the money now.'],
    ['granted-not-paid', 'a wrong amount', facts({ statusWhenRaised: 'success' }), null],
    ['granted-not-paid', 'revoked', inState('reversed'), 'The plan has been revoked.'],
    ['unknown-payment', 'still unknown', facts({}), null],
    ['payer-gone', 'settled', facts(), null],
    ['payer-gone', 'refunded', inState('reversed', all), GONE],
    ['paid-twice', 'both settled', facts({ others: ['settled'] }), null],
    ['paid-twice', 'the other gone', facts({ others: ['reversed'] }), ONE_LEFT],
    ['paid-twice', 'one of three gone', facts({ others: ['reversed', 'settled'] }), null],
    ['paid-twice', 'itself gone', inState('reversed', { others: ['settled'] }), ONE_LEFT],
    ['partial-refund', 'a part', facts(part), null],
    ['partial-refund', 'all', inState('reversed', all), GONE],
    [
      'partial-refund',
      'failed later',
      facts(refunded(50_000, 'failed')),
      'No money has gone back after all.',
    ],
    ['refund-failed', 'failed', facts(refunded(150_000, 'failed')), null],
    ['refund-failed', 'asked for again', facts(refunded(150_000, 'failed', 'asked')), null],
    ['refund-failed', 'sent again', facts(refunded(150_000, 'failed', 'pending')), SENT],
    ['refund-failed', 'a later one failed', facts(refunded(75_000, 'processed', 'failed')), null],
    ['refund-failed', 'confirmed again', facts(refunded(150_000, 'failed', 'processed')), SENT],
    ['refund-failed', 'returned', inState('reversed', all), GONE],
    [
      'refund-failed',
      'sent, but not listed by Paystack',
      facts({ isUnlisted: true, ...refunded(150_000, 'pending') }),
      null,
    ],
    ['dispute', 'open', facts({ disputes: ['open'] }), null],
    ['dispute', 'one of two open', facts({ disputes: ['won', 'open'] }), null],
    ['dispute', 'won', facts({ disputes: ['won'] }), 'The dispute was won.'],
    ['dispute', 'lost', inState('reversed', { disputes: ['lost'] }), 'The dispute was lost.'],
    ['reversed-unclear', 'still reversed', facts({}, REVERSED), null],
    ['reversed-unclear', 'without a status', facts({}, { providerStatus: null }), NO_LONGER],
    ['reversed-but-paid', 'without a status', inState('reversed'), null],
    ['reversed-unclear', 'a success again', facts(), NO_LONGER],
    ['reversed-unclear', 'disputed', facts({ returns: openDispute }, REVERSED), 'The reason is known now.'],
    ['reversed-unclear', 'disputed, with no plan running', facts({ returns: openDispute }, TAKEN), null],
    ['reversed-unclear', 'returned', facts({ ...all, returns: returned }, TAKEN), GONE],
    ['reversed-but-paid', 'still a success', inState('reversed', all), null],
    ['reversed-but-paid', 'restored', inState('settled'), 'The plan was restored.'],
    [
      'reversed-but-paid',
      'reversed after all',
      facts(all, TAKEN),
      'Paystack reports that the money went back.',
    ],
    ['unreadable', 'about a settled payment', facts(), null],
    ['comparison-late', 'until one finishes', { ...facts(), payment: null }, null],
    ['ledger', 'a fault', facts({ hasLedgerFault: true }), null],
    ['ledger', 'no fault', facts(), 'The ledger adds up again.'],
  ])('%s, %s', (kind, _, known, why) => {
    expect(solvedReason(kind, known)).toBe(why)
  })

  test('no kind closes without a payment while the ledger has a fault', () => {
    const unknown = { ...facts({ hasLedgerFault: true }), payment: null }
    const closed = MONEY_ALARM_KINDS.filter((kind) => solvedReason(kind, unknown) !== null)
    expect(closed).toEqual([])
  })
})
