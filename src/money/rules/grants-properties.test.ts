import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Grant, type GrantPeriod, layOut, previewPeriod, type Reversal } from './grants.ts'

const DAY_MS = 86_400_000
const START = Date.parse('2023-01-01T00:00:00+01:00')
/** Instants of three years; often midnights in Lagos, where periods end, and the last days of months. */
const instant = fc.oneof(
  fc.integer({ min: START, max: START + 1000 * DAY_MS }),
  fc.integer({ min: 0, max: 1000 }).map((n) => START + n * DAY_MS),
  fc
    .constantFrom('2023-01-31', '2023-02-28', '2024-02-29', '2024-01-31')
    .map((date) => Date.parse(`${date}T12:00:00+01:00`)),
)
const length = fc.constantFrom<Grant['length']>({ months: 1 }, { months: 12 }, { days: 1 }, { days: 30 })
const ledger = fc
  .array(fc.record({ plan: fc.constantFrom('basic', 'pro'), length, paidAt: instant }), {
    minLength: 1,
    maxLength: 8,
  })
  .map((list) => list.map((grant, id): Grant => ({ ...grant, id })))
  .chain((grants) =>
    fc.record({
      grants: fc.constant(grants),
      reversals: fc.array(fc.record({ grantId: fc.nat(grants.length), at: instant }), { maxLength: 4 }),
    }),
  )

type Ledger = { grants: Grant[]; reversals: Reversal[] }
const check = (rule: (ledger: Ledger, periods: GrantPeriod[]) => void) =>
  fc.assert(
    fc.property(ledger, (entries) => rule(entries, layOut(entries.grants, entries.reversals))),
    { numRuns: 1000 },
  )
/** The least time that a length promises: no month is shorter than 28 days, no year shorter than 365. */
const nominal = (of: Grant['length']) => ('days' in of ? of.days : of.months === 12 ? 365 : 28) * DAY_MS

describe('for any ledger', () => {
  test('every period has some length and belongs to its grant’s plan, none begins before its payment', () => {
    check(({ grants }, periods) => {
      for (const { grantId, plan, startsAt, endsAt } of periods) {
        expect(endsAt).toBeGreaterThan(startsAt)
        expect(plan).toBe(grants[grantId]!.plan)
        expect(startsAt).toBeGreaterThanOrEqual(grants[grantId]!.paidAt)
      }
      expect(new Set(periods.map(({ grantId }) => grantId)).size).toBe(periods.length)
    })
  })

  test('no two periods of one plan overlap', () => {
    check((_, periods) => {
      for (const a of periods)
        for (const b of periods)
          if (a !== b && a.plan === b.plan)
            expect(a.endsAt <= b.startsAt || b.endsAt <= a.startsAt).toBe(true)
    })
  })

  test('the order of the entries does not matter', () => {
    const turned = ledger.chain((entries) => {
      const all = <T>(list: T[]) =>
        fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length })
      return fc.tuple(fc.constant(entries), all(entries.grants), all(entries.reversals))
    })
    fc.assert(
      fc.property(turned, ([entries, grants, reversals]) => {
        expect(layOut(grants, reversals)).toEqual(layOut(entries.grants, entries.reversals))
      }),
      { numRuns: 500 },
    )
  })

  test('a grant without a reversal gets at least its time', () => {
    check(({ grants, reversals }, periods) => {
      for (const grant of grants) {
        if (reversals.some(({ grantId }) => grantId === grant.id)) continue
        const period = periods.find(({ grantId }) => grantId === grant.id)!
        expect(period.endsAt - period.startsAt).toBeGreaterThanOrEqual(nominal(grant.length))
      }
    })
  })

  test('a reversed grant runs no longer than to its reversal, or to its own end', () => {
    check(({ grants, reversals }, periods) => {
      const before = layOut(grants, [])
      for (const { grantId, at } of reversals) {
        const period = periods.find((each) => each.grantId === grantId)
        if (period && reversals.length === 1)
          expect(period.endsAt).toBe(Math.min(at, before.find((each) => each.grantId === grantId)!.endsAt))
      }
    })
  })

  test('a period begins at its payment, at a reversal, or where another of its plan ends', () => {
    check(({ grants, reversals }, periods) => {
      for (const { grantId, plan, startsAt } of periods) {
        const reasons = [
          grants[grantId]!.paidAt,
          ...reversals.map(({ at }) => at),
          ...periods.filter((other) => other.plan === plan).map(({ endsAt }) => endsAt),
          // A reversal dated before its payment counts from the payment.
          ...reversals.map((reversal) => grants[reversal.grantId]?.paidAt),
        ]
        expect(reasons).toContain(startsAt)
      }
    })
  })

  test('later entries never change what was used before them', () => {
    fc.assert(
      fc.property(ledger, instant, ({ grants, reversals }, now) => {
        const usedBefore = (periods: GrantPeriod[]) =>
          periods.filter((p) => p.startsAt < now).map((p) => ({ ...p, endsAt: Math.min(p.endsAt, now) }))
        const known = grants.filter(({ paidAt }) => paidAt < now)
        const then = layOut(
          known,
          reversals.filter(({ at }) => at < now),
        )
        expect(usedBefore(layOut(grants, reversals))).toEqual(usedBefore(then))
      }),
      { numRuns: 1000 },
    )
  })

  test('the plans do not affect each other', () => {
    check(({ grants, reversals }, periods) => {
      for (const plan of ['basic', 'pro'] as const) {
        const alone = layOut(
          grants.filter((grant) => grant.plan === plan),
          reversals,
        )
        expect(periods.filter((period) => period.plan === plan)).toEqual(alone)
      }
    })
  })
})

describe('the preview of a purchase', () => {
  test('equals what the payment then writes', () => {
    fc.assert(
      fc.property(ledger, instant, ({ grants, reversals }, now) => {
        const past = grants.filter(({ paidAt }) => paidAt <= now)
        const known = reversals.filter(
          ({ at, grantId }) => at <= now && past.some(({ id }) => id === grantId),
        )
        const bought: Grant = { id: grants.length, plan: 'pro', length: { months: 1 }, paidAt: now }
        const written = layOut([...past, bought], known).find(({ grantId }) => grantId === bought.id)!
        const { grantId: _, ...period } = written
        expect(previewPeriod(past, known, bought, now)).toEqual(period)
      }),
      { numRuns: 500 },
    )
  })
})
