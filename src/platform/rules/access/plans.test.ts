import { describe, expect, test } from 'vitest'
import { PLAN_CARDS } from '../../../money/rules/plan-cards.ts'
import {
  agreedRole,
  daysLeft,
  endsSoon,
  entitlement,
  type Feature,
  FEATURES,
  lastDay,
  opens,
  isPaid,
  PAID_PLANS,
  type PaidPlan,
  type Period,
  type Plan,
  PLAN_KEYS,
  PLANS,
  type Role,
  type RoleFields,
} from './plans.ts'

const DAY_MS = 86_400_000
const NOW = Date.parse('2026-11-20T12:00:00+01:00')
/** A period by days before and after now. */
const period = (plan: PaidPlan, from: number, to: number): Period => ({
  plan,
  startsAt: NOW + from * DAY_MS,
  endsAt: NOW + to * DAY_MS,
})

describe('the plan held now is the highest with a running period, else free', () => {
  test.each<[rule: string, periods: Period[], plan: Plan, days: number | null]>([
    ['nothing was ever paid', [], 'free', null],
    ['a month runs', [period('pro', -1, 29)], 'pro', 29],
    ['it begins at this instant', [period('pro', 0, 30)], 'pro', 30],
    ['it begins a moment later', [{ ...period('pro', 0, 30), startsAt: NOW + 1 }], 'free', null],
    ['it ends a moment later', [{ ...period('pro', -30, 0), endsAt: NOW + 1 }], 'pro', 1],
    ['it ends at this instant', [period('pro', -30, 0)], 'free', null],
    ['it ended long ago', [period('basic', -400, -35)], 'free', null],
    ['a Basic year under a Pro month', [period('basic', -10, 355), period('pro', -1, 29)], 'pro', 29],
    [
      'the Basic year runs on after the Pro month',
      [period('basic', -40, 325), period('pro', -31, -1)],
      'basic',
      325,
    ],
    ['a Pro month is still to come', [period('basic', -1, 364), period('pro', 5, 35)], 'basic', 364],
    ['two months in a chain', [period('pro', -1, 29), period('pro', 29, 60)], 'pro', 60],
    [
      'a chain in any order',
      [period('pro', 29, 60), period('pro', 60, 90), period('pro', -1, 29)],
      'pro',
      90,
    ],
    ['a period within another does not shorten it', [period('pro', -1, 60), period('pro', 0, 30)], 'pro', 60],
    ['a gap breaks the chain', [period('pro', -1, 29), period('pro', 30, 60)], 'pro', 29],
    ['the second of a chain runs', [period('pro', -31, -1), period('pro', -1, 29)], 'pro', 29],
    [
      'a period of another plan does not extend the chain',
      [period('pro', -1, 29), period('basic', 29, 394)],
      'pro',
      29,
    ],
  ])('%s', (_, periods, plan, days) => {
    const held = entitlement(periods, NOW)
    expect([held.plan, held.daysLeft]).toEqual([plan, days])
    expect(held.expiry === null).toBe(plan === 'free')
    if (days !== null && days > 1) expect(held.expiry).toBe(NOW + days * DAY_MS)
  })
})

// Specification, section 4: days left are rounded up and floored at 0; section 9: the warning shows from 3 days on.
test.each([
  ['a moment after the end', -1, 0, true],
  ['at the end', 0, 0, true],
  ['the last moment', 1, 1, true],
  ['a day', DAY_MS, 1, true],
  ['a day and a moment', DAY_MS + 1, 2, true],
  ['three days', 3 * DAY_MS, 3, true],
  ['three days and a moment', 3 * DAY_MS + 1, 4, false],
])('%s', (_, left, days, warned) => {
  expect(daysLeft(NOW + left, NOW)).toBe(days)
  expect(endsSoon({ daysLeft: days })).toBe(warned)
})

test('a free plan never warns', () => {
  expect(endsSoon(entitlement([], NOW))).toBe(false)
})

test('a period that ends at midnight in Lagos has the day before as its last', () => {
  expect(lastDay(Date.parse('2024-03-01T00:00:00+01:00'))).toBe('2024-02-29')
  expect(lastDay(Date.parse('2024-03-01T00:00:00.001+01:00'))).toBe('2024-03-01')
})

describe('the features that each plan opens', () => {
  const specified = {
    'games-results': 'free basic pro',
    'day-result': 'free basic pro',
    classification: 'free basic pro',
    assistant: 'free basic pro',
    'frequent-numbers': 'basic pro',
    'moving-numbers': 'pro',
    prediction: 'pro',
  } satisfies Partial<Record<Feature, string>>
  const openers = (feature: Feature) =>
    (['free', 'basic', 'pro'] as const).filter((plan) => opens({ plan, role: 'user' }, feature)).join(' ')

  test.each(Object.entries(specified) as [Feature, string][])('%s: %s', (feature, plans) => {
    expect(openers(feature)).toBe(plans)
  })

  test.each(Object.keys(FEATURES) as Feature[])(
    '%s opens for its plan, the higher plans and admins',
    (feature) => {
      expect(openers(feature)).toBe('free basic pro'.slice('free basic pro'.indexOf(FEATURES[feature])))
      expect(opens({ plan: 'free', role: 'admin' }, feature)).toBe(true)
    },
  )
})

test('only Free is not a paid plan', () => {
  expect(PLAN_KEYS).toEqual(['free', 'basic', 'pro'])
  expect(PAID_PLANS).toEqual(['basic', 'pro'])
  expect(PLAN_KEYS.map(isPaid)).toEqual([false, true, true])
})

test.each<[fields: RoleFields, role: Role | null]>([
  [{}, null],
  [{ role: 'user' }, 'user'],
  [{ role: 'admin' }, 'admin'],
  [{ admin: false }, 'user'],
  [{ admin: true }, 'admin'],
  [{ role: 'user', admin: false }, 'user'],
  [{ role: 'admin', admin: true }, 'admin'],
  [{ role: 'user', admin: true }, null],
  [{ role: 'admin', admin: false }, null],
])('the fields %j agree on %j', (fields, role) => {
  expect(agreedRole(fields)).toBe(role)
})

test('the contents are those of the plan cards (specification, section 2)', () => {
  const contents = PLAN_KEYS.map((plan) => PLAN_CARDS[plan].contents.join(', '))
  expect(contents).toEqual([
    'Games results, Classification chart',
    'Classification chart, Frequent numbers',
    'Prediction / forecast, Real-time results, Frequent numbers, Moving numbers, Games results, Classification chart',
  ])
})

test('prices and buttons are those of the plan cards (specification, sections 2 and 9)', () => {
  const cards = PLAN_KEYS.map((key) => {
    const { name, kobo, per, months } = PLANS[key]
    return [name, kobo, per, months, PLAN_CARDS[key].button]
  })
  expect(cards).toEqual([
    ['Free', 0, 'year', 12, 'Continue with Free'],
    ['Basic', 200_000, 'year', 12, 'Select Basic'],
    ['Pro', 150_000, 'month', 1, 'Select Pro'],
  ])
})
