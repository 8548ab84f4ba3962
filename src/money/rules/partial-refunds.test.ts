import fc from 'fast-check'
import { expect, test } from 'vitest'
import { endOfDay, lagosDate } from '../../platform/rules/base/calendar.ts'
import { type Grant, layOut, refundedDays, type Reversal, unusedLength } from './grants.ts'

const DAY_MS = 86_400_000
const NOON = Date.parse('2026-01-01T12:00:00+01:00')

/** What happens on a day: days are bought, or a bought grant is revoked or shortened. */
type Deed = { day: number; buy: number } | { day: number; of: number; take: number | null }

const deeds = fc
  .array(
    fc.oneof(
      fc.record({ day: fc.nat(80), buy: fc.integer({ min: 1, max: 40 }) }),
      fc.record({ day: fc.nat(80), of: fc.nat(6), take: fc.option(fc.integer({ min: 1, max: 20 })) }),
    ),
    { minLength: 1, maxLength: 14 },
  )
  .map((list) => list.sort((a, b) => a.day - b.day) as Deed[])

/** The days on which each grant runs, by walking through every day and every deed at its noon. */
function walk(list: readonly Deed[]): Map<number, number> {
  const queue: { id: number; left: number }[] = []
  const lastDay = new Map<number, number>()
  let made = 0
  for (let day = 0; day < 1000; day++) {
    const [first] = queue
    if (first) {
      first.left -= 1
      if (first.left < 0) {
        queue.shift()
        if (queue[0]) queue[0].left -= 1
      }
    }
    if (queue[0]) lastDay.set(queue[0].id, day)
    for (const deed of list.filter((one) => one.day === day)) {
      if ('buy' in deed) {
        queue.push({ id: made++, left: deed.buy })
      } else {
        const place = queue.findIndex(({ id }) => id === deed.of)
        const found = queue[place]
        if (!found) continue
        found.left -= deed.take ?? Infinity
        // The days of the grant that runs come after today; today is used. One that waits needs a day of its own.
        if (found.left < (place === 0 ? 0 : 1)) queue.splice(place, 1)
      }
      if (queue[0]) lastDay.set(queue[0].id, day)
    }
  }
  return lastDay
}

/** The same deeds as a ledger. An entry about a grant that does not exist yet is left out, as the walk does. */
function ledgerOf(list: readonly Deed[]): { grants: Grant[]; reversals: Reversal[] } {
  const grants: Grant[] = []
  const reversals: Reversal[] = []
  list.forEach((deed, i) => {
    const at = NOON + deed.day * DAY_MS + i
    if ('buy' in deed) grants.push({ id: grants.length, plan: 'pro', length: { days: deed.buy }, paidAt: at })
    else if (deed.of < grants.length)
      reversals.push({ grantId: deed.of, at, ...(deed.take !== null && { days: deed.take }) })
  })
  return { grants, reversals }
}

test('grants, revocations and shortenings add up as a walk through every day says', () => {
  fc.assert(
    fc.property(deeds, (list) => {
      const { grants, reversals } = ledgerOf(list)
      const periods = layOut(grants, reversals)
      const slow = walk(list)
      const fast = new Map(periods.map(({ grantId, endsAt }) => [grantId, lagosDate(endsAt - 1)] as const))
      expect(fast).toEqual(
        new Map([...slow].map(([id, day]) => [id, lagosDate(NOON + day * DAY_MS)] as const)),
      )
    }),
    { numRuns: 2000 },
  )
})

test('refunds of parts never take more than their part of the days, and all of it in the end', () => {
  const parts = fc.array(fc.integer({ min: 1, max: 60_000 }), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 400 }), parts, (days, koboParts) => {
      const grants: Grant[] = [{ id: 7, plan: 'pro', length: { days }, paidAt: NOON }]
      const reversals: Reversal[] = []
      const paidKobo = koboParts.reduce((sum, part) => sum + part, 1)
      let refundedKobo = 0
      koboParts.forEach((part, i) => {
        refundedKobo += part
        const more = refundedDays({ grants, reversals }, [7], { refundedKobo, paidKobo })
        if (more > 0) reversals.push({ grantId: 7, at: NOON + i + 1, days: more })
        expect(refundedDays({ grants, reversals }, [7], { refundedKobo, paidKobo })).toBe(0)
      })
      const taken = Math.floor((days * refundedKobo) / paidKobo)
      const [period] = layOut(grants, reversals)
      expect(period!.endsAt).toBe(endOfDay(lagosDate(NOON + (days - taken) * DAY_MS)))
    }),
  )
})

test('days that were used before a refund stay, and the next period begins at once', () => {
  const grants: Grant[] = [
    { id: 1, plan: 'pro', length: { days: 30 }, paidAt: NOON },
    { id: 2, plan: 'pro', length: { days: 10 }, paidAt: NOON + DAY_MS },
  ]
  const at = NOON + 25 * DAY_MS
  const days = refundedDays({ grants, reversals: [] }, [1], { refundedKobo: 75_000, paidKobo: 150_000 })
  expect(days).toBe(15)
  const [used, next] = layOut(grants, [{ grantId: 1, at, days }])
  expect([used!.endsAt, next!.startsAt]).toEqual([at, at])
})

test('a shortened grant that was revoked and restored keeps what was left of it', () => {
  const grants: Grant[] = [{ id: 1, plan: 'pro', length: { days: 30 }, paidAt: NOON }]
  const reversals: Reversal[] = [
    { grantId: 1, at: NOON + DAY_MS, days: 10 },
    { grantId: 1, at: NOON + 5 * DAY_MS },
  ]
  expect(unusedLength(grants, reversals, 1)).toEqual({ days: 15 })
})
