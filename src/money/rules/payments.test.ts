import { describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../platform/rules/base/calendar.ts'
import {
  channelName,
  CHANNELS,
  disputeState,
  dueReminder,
  isReversed,
  judge,
  nextCheck,
  nextOpening,
  PAID_TWICE_WINDOW_MS,
  PAYMENT_REUSE_MS,
  planLabel,
  refundable,
  refundState,
  type RefundState,
  type ReportedPayment,
} from './payments.ts'
import { hasReceipt, outcomeOf, PAYMENT_OUTCOMES } from './payment-outcomes.ts'

const expected: Parameters<typeof judge>[0] = {
  reference: 'a'.repeat(27),
  userId: 'user-1',
  plan: 'pro',
  kobo: 150_000,
  mode: 'live',
}
const paid: ReportedPayment = {
  status: 'success',
  reference: expected.reference,
  amount: 150_000,
  requestedAmount: null,
  currency: 'NGN',
  domain: 'live',
  userId: 'user-1',
  plan: 'pro',
}

describe('Paystack’s answer against what was asked for', () => {
  test.each<[string, Partial<ReportedPayment>]>([
    ['exactly the price', {}],
    [
      'the price and the fee passed on, as in Paystack’s own sample',
      { requestedAmount: 150_000, amount: 155_000 },
    ],
    ['an answer with only our reference', { userId: null, plan: null }],
  ])('%s is paid', (_, seen) => {
    expect(judge(expected, { ...paid, ...seen })).toEqual({ verdict: 'paid' })
  })

  test('a mismatch names every difference', () => {
    const other = {
      reference: 'other',
      amount: 100,
      currency: 'GHS',
      domain: 'test',
      userId: 'u',
      plan: 'basic',
    }
    expect(judge(expected, { ...paid, ...other })).toEqual({
      verdict: 'mismatch',
      faults: [
        'The reference is other.',
        '₦1 arrived, ₦1,500 is due.',
        'The currency is GHS.',
        'The payment was made in test mode, not in live mode.',
        'The payment was made for another user.',
        'The payment was made for the plan basic.',
      ],
    })
  })

  test.each<[string, Partial<ReportedPayment>]>([
    ['one kobo less', { amount: 149_999 }],
    ['one kobo more', { amount: 150_001 }],
    ['the other plan’s price', { amount: 200_000 }],
    ['a requested amount that is less', { requestedAmount: 100, amount: 150_000 }],
    ['less than was requested', { requestedAmount: 150_000, amount: 149_999 }],
    ['another currency', { currency: 'GHS' }],
    ['a currency in small letters', { currency: 'ngn' }],
    ['test mode in live', { domain: 'test' }],
    ['another reference', { reference: 'b'.repeat(27) }],
    ['another user', { userId: 'user-2' }],
    ['another plan', { plan: 'basic' }],
  ])('%s is a mismatch', (_, seen) => {
    const judgement = judge(expected, { ...paid, ...seen })
    expect(judgement).toMatchObject({ verdict: 'mismatch', faults: [expect.stringMatching(/\.$/)] })
  })

  const waiting = 'abandoned, ongoing, pending, processing, queued, a word of tomorrow, Success, not reversed'
  test.each([
    ...waiting.split(', ').map((status) => [status, 'waiting']),
    ['failed', 'failed'],
    ['reversed', 'reversed'],
    ['reversal pending', 'reversed'],
  ])('%s is %s', (status, verdict) => {
    expect(judge(expected, { ...paid, status })).toEqual({ verdict })
  })
})

describe('an open payment', () => {
  test('is verified after 1, 5 and 30 minutes, hourly for a day, daily for a week, then no more', () => {
    const seen: number[] = []
    for (let at: number | null = nextCheck(0, 0); at !== null; at = nextCheck(0, at)) seen.push(at)
    const hours = Array.from({ length: 24 }, (_, i) => (i + 1) * HOUR)
    expect(seen).toEqual([
      MINUTE,
      5 * MINUTE,
      30 * MINUTE,
      ...hours,
      ...[2, 3, 4, 5, 6, 7].map((day) => day * DAY),
    ])
  })

  test('after a gap is verified at the next age only', () => {
    expect(nextCheck(1000, 1000 + 3 * HOUR + 1)).toBe(1000 + 4 * HOUR)
    expect(nextCheck(1000, 1000 + 8 * DAY)).toBeNull()
  })

  test.each([
    ['open', null, 'code', 'pending'],
    ['open', null, null, 'pending'],
    ['open', 'abandoned', 'code', 'pending'],
    ['open', 'failed', 'code', 'failed'],
    ['settled', 'success', 'code', 'active'],
    ['review', 'success', 'code', 'review'],
    ['reversed', 'reversed', 'code', 'refunded'],
    ['reversed', 'success', 'code', 'refunded'],
    ['open', 'reversed', 'code', 'review'],
    ['lapsed', 'reversed', 'code', 'review'],
    ['settled', 'reversed', 'code', 'active'],
    ['lapsed', 'abandoned', 'code', 'unpaid'],
    ['lapsed', null, null, 'failed'],
    ['lapsed', 'abandoned', null, 'failed'],
    ['settled', 'success', null, 'active'],
  ] as const)(
    '%s with Paystack’s %s and the access code %s reads as %s',
    (state, status, accessCode, outcome) => {
      expect(outcomeOf({ state, providerStatus: status, accessCode })).toBe(outcome)
    },
  )

  const minutes = (...ago: number[]) => ago.map((count) => 10 * HOUR - count * MINUTE)
  test.each([
    ['none', [], 0],
    ['seven', minutes(1, 2, 3, 4, 5, 6, 7), 0],
    ['eight', minutes(1, 2, 3, 4, 5, 6, 7, 50), 10],
    ['eight in another order', minutes(50, 7, 6, 5, 4, 3, 2, 1), 10],
    ['eight, all more than an hour ago', minutes(61, 62, 63, 64, 65, 66, 67, 68), 0],
    ['eight, the oldest an hour ago', minutes(1, 2, 3, 4, 5, 6, 7, 60), 0],
    ['ten', minutes(1, 2, 3, 4, 5, 6, 7, 20, 40, 50), 40],
  ])('after %s openings, when the next is allowed', (_, openings, wait) => {
    const opened = openings.map((at) => ({ at, hasFailed: false }))
    expect(nextOpening(opened, 10 * HOUR)).toBe(10 * HOUR + wait * MINUTE)
  })

  test.each([
    ['seven that failed', minutes(1, 2, 3, 4, 5, 6, 7), [], 0],
    ['eight that failed', minutes(1, 2, 3, 4, 5, 6, 7, 8), [], 4],
    ['eight that failed a while ago', minutes(6, 7, 8, 9, 10, 11, 12, 13), [], 0],
    ['eight that failed, the oldest nearly an hour ago', minutes(1, 2, 3, 4, 5, 6, 7, 58), [], 2],
    ['eight of which one failed', minutes(3), minutes(10, 11, 12, 13, 14, 15, 16), 2],
    ['nine of which one failed', minutes(10), minutes(11, 12, 13, 14, 15, 16, 17, 20), 40],
  ])('after %s, when the next is allowed', (_, failed, opened, wait) => {
    const openings = [
      ...failed.map((at) => ({ at, hasFailed: true })),
      ...opened.map((at) => ({ at, hasFailed: false })),
    ]
    expect(nextOpening(openings, 10 * HOUR)).toBe(10 * HOUR + wait * MINUTE)
  })
})

test.each([
  ['pending', 'pending'],
  ['processing', 'pending'],
  ['needs-attention', 'pending'],
  ['processed', 'processed'],
  ['failed', 'failed'],
])('a refund that Paystack calls %s is %s', (status, state) => {
  expect(refundState(status)).toBe(state)
})

test.each([
  ['awaiting-merchant-feedback', null, 'open'],
  ['pending', null, 'open'],
  ['resolved', 'merchant-accepted', 'lost'],
  ['resolved', 'auto-accepted', 'lost'],
  ['resolved', null, 'lost'],
  ['resolved', 'declined', 'won'],
])('a dispute that is %s with %s is %s', (status, resolution, state) => {
  expect(disputeState(status, resolution)).toBe(state)
})

test.each([
  [7 * DAY + 1, null],
  [7 * DAY, 7],
  [3 * DAY + 1, 7],
  [3 * DAY, 3],
  [DAY + 1, 3],
  [DAY, 1],
  [1, 1],
  [0, 0],
  [-DAY + 1, 0],
  [-DAY, null],
])('%i ms before the end of a plan the reminder that is due is %s', (left, days) => {
  expect(dueReminder(100 * DAY, 100 * DAY - left)).toBe(days)
})

test('two payments within half an hour belong together', () => {
  expect([PAYMENT_REUSE_MS, PAID_TWICE_WINDOW_MS]).toEqual([1_800_000, 1_800_000])
})

test('no status is not a reversal', () => {
  expect([null, undefined, ''].filter(isReversed)).toEqual([])
})

test('only an active payment has a receipt', () => {
  expect(PAYMENT_OUTCOMES.filter(hasReceipt)).toEqual(['active'])
})

describe('the refundable money', () => {
  const refund = (kobo: number, state: RefundState, isOverruled = false) => ({ kobo, state, isOverruled })

  test.each<[what: string, refunds: ReturnType<typeof refund>[], paidKobo: number | null, rest: number]>([
    ['is the price without another amount', [], null, 150_000],
    ['is the amount that Paystack reports', [], 155_000, 155_000],
    [
      'is less by every refund in any state',
      [refund(1000, 'asked'), refund(200, 'pending'), refund(30, 'processed')],
      null,
      148_770,
    ],
    ['does not count failed refunds', [refund(1000, 'failed')], null, 150_000],
    ['does not count overruled refunds', [refund(1000, 'processed', true)], null, 150_000],
    ['is nothing after a full refund', [refund(150_000, 'processed')], 150_000, 0],
  ])('%s', (_, refunds, paidKobo, rest) => {
    expect(refundable({ kobo: 150_000, paidKobo }, refunds)).toBe(rest)
  })
})

// The checkout's own words (specification, section 9).
test.each([
  ['biannually', 'BIANNUAL PLAN'],
  ['annually', 'ANNUAL PLAN'],
  ['monthly', 'MONTHLY PLAN'],
  ['weekly', 'WEEKLY PLAN'],
])('a plan that is due %s is labelled %s', (interval, label) => {
  expect(planLabel(interval)).toBe(label)
})

test('payment methods in words, including those that only the library offers', () => {
  const names = ['card', 'bank account', 'USSD', 'QR code', 'bank transfer', 'Apple Pay']
  expect(CHANNELS.map(channelName)).toEqual(names)
  expect(channelName('mobile_money')).toBe('mobile money')
  expect(channelName('toString')).toBe('toString')
})
