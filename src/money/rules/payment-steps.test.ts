import { describe, expect, test } from 'vitest'
import {
  matchesPaystack,
  isUnexplainedReversal,
  nextStep,
  NO_RETURNS,
  refundedKobo,
  returnCause,
  type Returns,
} from './payment-steps.ts'
import { type DisputeState, type Judgement, PAYMENT_STATES, type RefundState } from './payments.ts'

const PAID = 150_000
const refund = (kobo: number, state: RefundState, more: Partial<Returns['refunds'][number]> = {}) => ({
  kobo,
  state,
  overruled: false,
  askedByStaff: false,
  ...more,
})
const dispute = (state: DisputeState, overruled = false) => ({ state, overruled })
const of = (
  refunds: Returns['refunds'][number][] = [],
  disputes: Returns['disputes'][number][] = [],
): Returns => ({ refunds, disputes })

describe('money counts as returned', () => {
  test.each<[string, Returns, ReturnType<typeof returnCause>]>([
    ['never without a refund or a dispute', NO_RETURNS, null],
    ['when one refund of everything is processed', of([refund(PAID, 'processed')]), 'refunded'],
    [
      'when processed parts reach what was paid',
      of([refund(50_000, 'processed'), refund(100_000, 'processed')]),
      'refunded',
    ],
    ['not one kobo earlier', of([refund(PAID - 1, 'processed')]), null],
    ['not while the refund is asked for', of([refund(PAID, 'asked')]), null],
    ['not while the refund is pending', of([refund(PAID, 'pending')]), null],
    ['not when the refund failed', of([refund(PAID, 'failed')]), null],
    ['not when staff overruled the refund', of([refund(PAID, 'processed', { overruled: true })]), null],
    ['not while a dispute is open', of([], [dispute('open')]), null],
    ['not when a dispute was won', of([], [dispute('won')]), null],
    ['when a dispute was lost', of([], [dispute('lost')]), 'dispute-lost'],
    ['when one of two disputes was lost', of([], [dispute('won'), dispute('lost')]), 'dispute-lost'],
    ['not when staff overruled the lost dispute', of([], [dispute('lost', true)]), null],
  ])('%s', (_, returns, cause) => {
    expect(returnCause(PAID, returns)).toBe(cause)
  })

  test('by what was processed and not overruled', () => {
    const refunds = [
      refund(1, 'processed'),
      refund(2, 'pending'),
      refund(4, 'failed'),
      refund(8, 'processed', { overruled: true }),
      refund(16, 'processed'),
    ]
    expect(refundedKobo({ refunds })).toBe(17)
  })
})

const JUDGEMENTS = {
  paid: { verdict: 'paid' },
  mismatch: { verdict: 'mismatch', faults: ['x'] },
  reversed: { verdict: 'reversed' },
  failed: { verdict: 'failed' },
  waiting: { verdict: 'waiting' },
} satisfies Record<string, Judgement>

describe('the next step', () => {
  /** For each of the judgements, in their order. */
  const STEPS = {
    open: ['settle', 'review', 'keep-unpaid', 'keep-unpaid', 'keep-unpaid'],
    lapsed: ['settle', 'review', 'none', 'none', 'none'],
    review: ['settle', 'none', 'none', 'none', 'none'],
    settled: ['none', 'not-paid', 'none', 'not-paid', 'not-paid'],
    reversed: ['settle', 'review', 'none', 'none', 'none'],
  }
  test.each(PAYMENT_STATES)('of one that is %s, with its money here, is what Paystack says', (state) => {
    const steps = Object.values(JUDGEMENTS).map((judgement) => nextStep(state, judgement, null).step)
    expect(steps).toEqual(STEPS[state])
  })

  test.each(PAYMENT_STATES)(
    'of one that is %s, with its money returned, depends on nothing else',
    (state) => {
      for (const judgement of Object.values(JUDGEMENTS)) {
        const { step } = nextStep(state, judgement, 'refunded')
        expect(step).toBe(state === 'reversed' ? 'none' : 'revoke')
      }
    },
  )

  test.each([
    ['reversed', true],
    ['failed', true],
    ['waiting', false],
  ] as const)('of an open one that Paystack calls %s ends that try: %s', (said, ended) => {
    expect(nextStep('open', JUDGEMENTS[said], null)).toEqual({ step: 'keep-unpaid', ended })
  })
})

describe('a reversal is unexplained', () => {
  const asked = (state: RefundState) => refund(PAID, state, { askedByStaff: true })
  test.each<[string, Parameters<typeof isUnexplainedReversal>[0], string, Returns, boolean]>([
    ['of a running plan without a known reason', 'settled', 'reversed', NO_RETURNS, true],
    ['also in the dashboard’s words', 'settled', 'reversal pending', NO_RETURNS, true],
    ['not when Paystack says success', 'settled', 'success', NO_RETURNS, false],
    ['not while a dispute is open', 'settled', 'reversed', of([], [dispute('open')]), false],
    ['when the dispute was won', 'settled', 'reversed', of([], [dispute('won')]), true],
    ['not while a refund by staff is asked for', 'settled', 'reversed', of([asked('asked')]), false],
    ['not while a refund by staff is pending', 'settled', 'reversed', of([asked('pending')]), false],
    ['when the refund by staff failed', 'settled', 'reversed', of([asked('failed')]), true],
    ['while a refund from the dashboard is pending', 'settled', 'reversed', of([refund(1, 'pending')]), true],
    ['not after a part was refunded', 'settled', 'reversed', of([refund(1, 'processed')]), false],
    ['not when everything was refunded', 'reversed', 'reversed', of([refund(PAID, 'processed')]), false],
    ['when nothing was granted, also in a dispute', 'open', 'reversed', of([], [dispute('open')]), true],
    ['when it was revoked, also in a dispute', 'reversed', 'reversed', of([], [dispute('open')]), true],
  ])('%s', (_, state, status, returns, expected) => {
    expect(isUnexplainedReversal(state, status, PAID, returns)).toBe(expected)
  })
})

test('a payment without returns', () => {
  expect(NO_RETURNS).toEqual({ refunds: [], disputes: [] })
})

test('each transaction matches one state only', () => {
  const agreeing = (said: keyof typeof JUDGEMENTS, cause: ReturnType<typeof returnCause>) =>
    PAYMENT_STATES.filter((state) => matchesPaystack(state, JUDGEMENTS[said], cause))
  expect(agreeing('paid', null)).toEqual(['settled'])
  expect(agreeing('paid', 'refunded')).toEqual([])
  expect(agreeing('mismatch', null)).toEqual(['review'])
  expect(agreeing('mismatch', 'refunded')).toEqual([])
  expect(agreeing('reversed', 'dispute-lost')).toEqual(['reversed'])
  expect(agreeing('reversed', null)).toEqual([])
  expect(agreeing('failed', null)).toEqual(['open', 'lapsed'])
  expect(agreeing('waiting', null)).toEqual(['open', 'lapsed'])
})
