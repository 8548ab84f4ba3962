import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { forecast, twoSure } from '../../../../tests/support/forecasts.ts'
import { random } from '../../../../tests/support/random.ts'
import { choose } from '../../../draws/rules/luck/counts.ts'
import { drawsOfRecord } from './draws.ts'
import { MULTIPLIER_SEEDS } from '../../../draws/rules/bets.ts'
import { chanceOfAnyWin, isTooRareForHeadline, nairaBack, paymentsOfDraw } from './naira-back.ts'
import { moneySentence } from './records.ts'

/** The chances of the payments of one draw by every set of the bets' numbers that can come. */
function slowPayments(bets: Parameters<typeof paymentsOfDraw>[0]): Map<number, number> {
  const union = [...new Set(bets.flatMap(({ numbers }) => numbers))]
  const found = new Map<number, number>()
  for (let set = 0; set < 2 ** union.length; set++) {
    const came = union.filter((_, i) => (set >> i) & 1)
    if (came.length > 5) continue
    const kobo = bets.reduce(
      (sum, { numbers, pays }) => sum + pays[numbers.filter((n) => came.includes(n)).length]!,
      0,
    )
    const chance = choose(90 - union.length, 5 - came.length) / choose(90, 5)
    found.set(kobo, (found.get(kobo) ?? 0) + chance)
  }
  return found
}

describe('naira back', () => {
  test('the example of section 4', () => {
    const money = nairaBack(drawsOfRecord(twoSure(16)), MULTIPLIER_SEEDS)!
    expect(moneySentence(money, false)).toBe(
      'The usual bets on these forecasts cost ₦12,000 and brought back ₦0. Guessing brings back ₦7,200 on average, and in most records like this nothing. To break even, forecasts must be 1.67 times as good as guessing.',
    )
    // "With 120 two sure, 26 % of pure-luck records show ₦200 or more back for ₦100."
    expect(1 - money.nothingByLuck).toBeCloseTo(0.26, 2)
    expect(money.usual).toEqual({ low: 0, high: 2 * 2_400_000 })
    expect(isTooRareForHeadline(money)).toBe(true)
  })

  test('has a range once luck usually brings something back', () => {
    const bankers = Array.from({ length: 360 }, (_, i) => forecast(i, { form: 'banker', numbers: [86] }))
    const money = nairaBack(drawsOfRecord(bankers), MULTIPLIER_SEEDS)!
    // 360 wins of ₦1,078.65; luck has 20, usually 12 to 29.
    expect(money).toMatchObject({ cost: 3_600_000, back: 360 * 107_865, withoutMultiplier: 0 })
    expect(money.usual).toEqual({ low: 12 * 107_865, high: 29 * 107_865 })
    expect(money.winsByLuck).toBeCloseTo(20, 9)
    expect(isTooRareForHeadline(money)).toBe(false)
    expect(moneySentence(money, false)).toContain(
      'Guessing brings back ₦22,000 on average, usually ₦13,000 to ₦31,000.',
    )
  })

  test('says what made a profit, and how often guessers get as much', () => {
    const list = twoSure(0).map((one, i) =>
      i === 5 ? { ...one, winning: [...one.numbers, 88, 89, 90] } : one,
    )
    const money = nairaBack(drawsOfRecord(list), MULTIPLIER_SEEDS)!
    expect(money).toMatchObject({ cost: 1_200_000, back: 2_400_000, wins: 1, largestWin: 2_400_000 })
    expect(money.asMuchByLuck).toBeCloseTo(0.259, 3)
    expect(moneySentence(money, false)).toContain(
      'The profit comes from 1 win. Guessers get as much back in 26 of 100 such records. Without its largest win: ₦0 back for ₦12,000.',
    )
    expect(moneySentence(money, true)).toContain(
      'The numbers are the proof. The money alone proves nothing: 1 win made it.',
    )
    expect(moneySentence({ ...money, back: 0, wins: 0 }, true)).toContain('the prizes are too small.')
    expect(moneySentence({ ...money, asMuchByLuck: 0.004 }, false)).toContain('in fewer than 1 of 100')
  })

  test('the chance that any forecast of a draw wins is that of the golden file', () => {
    const several = [
      { form: 'banker' as const, numbers: [7] },
      { form: 'two_sure' as const, numbers: [20, 30] },
      { form: 'five' as const, numbers: [7, 20, 31, 41, 51] },
      { form: 'ten' as const, numbers: [1, 2, 3, 4, 5, 6, 8, 9, 10, 20] },
    ]
    // golden-verdicts.json, bestOfMany: 6,965,178 of 43,949,268 draws.
    expect(chanceOfAnyWin(several)).toEqual({
      chance: expect.closeTo(6_965_178 / 43_949_268, 10),
      isExact: true,
    })
  })

  test('leaves out forecasts without a form or a multiplier', () => {
    const some = [
      forecast(0, { form: null }),
      forecast(1, { operator: 'Ghana NLA' }),
      forecast(2, { form: 'three_direct', numbers: [1, 2, 3] }),
    ]
    const money = nairaBack(drawsOfRecord(some), MULTIPLIER_SEEDS)!
    expect(money).toMatchObject({ cost: 10_000, withoutMultiplier: 1 })
    expect(money.breakEven).toBeCloseTo(100 / 17.88, 2)
    expect(nairaBack(drawsOfRecord(some.slice(0, 2)), MULTIPLIER_SEEDS)).toBeNull()
  })

  test('the payments of one draw equal all sets of numbers that can come', () => {
    const numbers = fc.shuffledSubarray(
      Array.from({ length: 10 }, (_, i) => i + 1),
      { minLength: 1 },
    )
    const pays = fc.constantFrom([0, 7, 14, 21, 28, 35], [0, 0, 5, 15, 30, 50], [0, 0, 0, 100, 400, 1000])
    fc.assert(
      fc.property(fc.array(fc.record({ numbers, pays }), { minLength: 1, maxLength: 4 }), (bets) => {
        const slow = slowPayments(bets)
        const fast = paymentsOfDraw(bets)
        for (const kobo of new Set([...slow.keys(), ...fast.keys()]))
          expect(fast.get(kobo) ?? 0).toBeCloseTo(slow.get(kobo) ?? 0, 12)
      }),
      { numRuns: 50 },
    )
  })

  test('of different bets has the range that simulated draws show', () => {
    const draws = Array.from({ length: 150 }, (_, i) => [
      forecast(i, { form: 'banker', numbers: [1] }),
      forecast(i, { form: 'ten', numbers: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] }),
    ])
    const { usual, byLuck } = nairaBack(drawsOfRecord(draws.flat()), MULTIPLIER_SEEDS)!
    const source = random(7)
    const sums = Array.from({ length: 3000 }, () => {
      let sum = 0
      for (let i = 0; i < 150; i++) {
        const balls = source.balls()
        const tens = balls.filter((ball) => ball <= 10).length
        sum += (balls.includes(1) ? 107_865 : 0) + Math.round((2_400_000 * (tens * (tens - 1))) / 2 / 45)
      }
      return sum
    })
    const share = (holds: (sum: number) => boolean) => sums.filter(holds).length / sums.length
    expect(share((sum) => sum < usual.low)).toBeLessThan(0.035)
    expect(share((sum) => sum > usual.high)).toBeLessThan(0.035)
    expect(share((sum) => sum < usual.low || sum > usual.high)).toBeGreaterThan(0.03)
    expect(sums.reduce((a, b) => a + b, 0) / sums.length / byLuck).toBeCloseTo(1, 1)
  })
})
