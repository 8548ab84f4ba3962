import { describe, expect, test } from 'vitest'
import type { Problem } from '../../platform/rules/base/messages.ts'
import { CallError } from '../../platform/web/api/call.ts'
import type { CheckoutOutcome } from './checkout.ts'
import {
  afterPoll,
  settledPayment,
  closedCheckout,
  type OwnPayment,
  type Purchase,
  purchaseOf,
} from './purchase-state.ts'

const reference = 'r'.repeat(27)
const payment: OwnPayment = {
  reference,
  plan: 'pro',
  kobo: 150_000,
  outcome: 'active',
  channel: 'card',
  createdAt: Date.UTC(2024, 2, 1, 10),
  settledAt: Date.UTC(2024, 2, 1, 10, 1),
  period: { startsAt: Date.UTC(2024, 2, 1, 10, 1), endsAt: Date.UTC(2024, 3, 1, 23) },
}
const paymentIn = (outcome: OwnPayment['outcome']): OwnPayment => ({ ...payment, outcome })
const waiting = { step: 'waiting', reference, plan: 'pro' } as const
const problem = (title: string) => ({ title }) as Problem

describe('purchaseOf', () => {
  test.each<[OwnPayment['outcome'], Purchase]>([
    ['active', { step: 'settled', payment }],
    ['review', { step: 'unsettled', reference, plan: 'pro' }],
    ['pending', waiting],
    ['refunded', { step: 'refused', text: 'This payment was refunded.' }],
  ])('maps the outcome %s', (outcome, purchase) => {
    expect(purchaseOf(paymentIn(outcome))).toEqual(purchase)
  })

  test.each(['failed', 'unpaid'] as const)('says that the payer was not charged when it is %s', (outcome) => {
    expect(purchaseOf(paymentIn(outcome))).toEqual({
      step: 'refused',
      text: expect.stringContaining('You have not been charged.'),
    })
  })
})

describe('settledPayment', () => {
  test('returns the settled payment for its own plan only', () => {
    const settled: Purchase = { step: 'settled', payment }
    expect(settledPayment(settled, 'pro')).toBe(payment)
    expect(settledPayment(settled, 'basic')).toBeNull()
    expect(settledPayment(waiting, 'pro')).toBeNull()
  })
})

describe('closedCheckout', () => {
  const opened = { reference, accessCode: 'code', authorizationUrl: 'https://checkout.example/code' }
  const outcomes: CheckoutOutcome[] = ['claimed', 'sent', 'cancelled', 'faulty', 'not-loaded']

  test.each(outcomes)('polls after %s while the money may arrive', (outcome) => {
    const purchase = closedCheckout(outcome, opened, 'pro', true)
    expect(purchase).toEqual(outcome === 'claimed' ? { ...waiting, isClaimed: true } : waiting)
  })

  test.each<[CheckoutOutcome, Purchase]>([
    ['not-loaded', { step: 'not-loaded', url: opened.authorizationUrl }],
    ['cancelled', { step: 'cancelled' }],
    ['faulty', { step: 'refused', text: expect.stringContaining('nothing was paid') as string }],
  ])('shows the reason after %s without money', (outcome, purchase) => {
    expect(closedCheckout(outcome, opened, 'pro', false)).toEqual(purchase)
  })
})

describe('afterPoll', () => {
  const offline = new CallError(0, null)
  const broken = new CallError(503, null)
  const poll = (...[before, count, answer]: [Purchase, number, OwnPayment | CallError]) => {
    const { purchase, failures } = afterPoll({ purchase: before, failures: count }, answer)
    return [purchase, failures]
  }

  test('takes the answer and forgets earlier failures', () => {
    expect(poll(waiting, 5, payment)).toEqual([{ step: 'settled', payment }, 0])
  })

  test.each([403, 404])('stops at a payment of another user or none (%i)', (status) => {
    const error = new CallError(status, problem('There is no such payment.'))
    expect(afterPoll({ purchase: waiting, failures: 0 }, error).purchase).toEqual({
      step: 'refused',
      text: 'There is no such payment.',
    })
  })

  test('a 404 without a problem, as a proxy answers, is a failure like any other', () => {
    expect(poll(waiting, 0, new CallError(404, null))).toEqual([{ ...waiting, isOffline: false }, 1])
  })

  test('waits without a network, however long', () => {
    const claimed = { ...waiting, isClaimed: true } as const
    expect(poll(claimed, 1, offline)).toEqual([{ ...claimed, isOffline: true }, 1])
  })

  test('is unsettled after two failures if the checkout reported success', () => {
    const claimed = { ...waiting, isClaimed: true } as const
    const first = afterPoll({ purchase: claimed, failures: 0 }, broken)
    expect(first).toEqual({ purchase: { ...claimed, isOffline: false }, failures: 1 })
    expect(afterPoll(first, broken)).toEqual({
      purchase: { step: 'unsettled', reference, plan: 'pro' },
      failures: 2,
    })
  })

  test('keeps waiting after failures if the checkout did not report success', () => {
    expect(poll(waiting, 9, broken)).toEqual([{ ...waiting, isOffline: false }, 10])
  })

  test('an unsettled purchase stays so until an answer comes', () => {
    const unsettled = { step: 'unsettled', reference, plan: 'pro' } as const
    expect(afterPoll({ purchase: unsettled, failures: 2 }, offline).purchase).toBe(unsettled)
    expect(afterPoll({ purchase: unsettled, failures: 2 }, paymentIn('pending')).purchase).toEqual(waiting)
  })
})
