import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseDate } from '../../platform/rules/base/calendar.ts'
import { meanOf } from './luck/distribution.ts'
import {
  chanceToWin,
  exampleOf,
  linesOf,
  linesWon,
  luckOf,
  MULTIPLIER_SEEDS,
  type Multiplier,
  multiplierBet,
  multiplierOn,
  returnOf,
  type Ticket,
  TICKET_BETS,
} from './bets.ts'

const STAKE = 10_000
const day = (text: string) => parseDate(text)!
const ticket = (bet: Ticket['bet'], numbers: number[], more: Partial<Ticket> = {}): Ticket => ({
  bet,
  numbers,
  against: [],
  lineOf: 2,
  stake: STAKE,
  ...more,
})
const upTo = (count: number, from = 1) => Array.from({ length: count }, (_, i) => from + i)
const perm = (lineOf: number, count: number) => ticket('perm', upTo(count), { lineOf })

// lotto.md, "Players' terms".
test.each<[string, Ticket, number]>([
  ['a nap', ticket('nap', [7]), 1],
  ['two sure', ticket('two_sure', [7, 8]), 1],
  ['three direct', ticket('three_direct', [7, 8, 9]), 1],
  ['perm 2 of 3', perm(2, 3), 3],
  ['perm 2 of 4', perm(2, 4), 6],
  ['perm 3 of 6', perm(3, 6), 20],
  ['perm 5 of 15', perm(5, 15), 3003],
  ['one banker against all', ticket('banker', [7]), 89],
  ['3 against 4', ticket('against', [1, 2, 3], { against: [4, 5, 6, 7] }), 12],
])('%s has %i lines', (_what, given, lines) => {
  expect(linesOf(given)).toBe(lines)
})

// lotto.md, "Odds and pay-outs": the chance of one line and the return per naira.
test.each<[string, Ticket, number, number]>([
  ['a nap', ticket('nap', [7]), 90, 0.444],
  ['two sure', ticket('two_sure', [7, 8]), 400.5, 0.599],
  ['three direct', ticket('three_direct', [7, 8, 9]), 11_748, 0.179],
  ['four direct, a perm of four', perm(4, 4), 511_038, 0.012],
  ['five direct, a perm of five', perm(5, 5), 43_949_268, 0.001],
  ['a banker', ticket('banker', [7]), 18, 0.599],
])('%s wins 1 in %d draws', (_what, given, oneIn, share) => {
  expect(1 / chanceToWin(given)).toBeCloseTo(oneIn, 4)
  const { times } = MULTIPLIER_SEEDS.find(({ bet }) => bet === multiplierBet(given))!
  expect(returnOf(given, times!)).toBeCloseTo(share, 3)
})

test('more lines win more often and bring back the same share', () => {
  for (const given of [perm(2, 3), perm(2, 15), ticket('against', [1, 2], { against: [3, 4, 5] })])
    expect(returnOf(given, 240)).toBeCloseTo(240 / 400.5, 9)
  expect(chanceToWin(perm(2, 5))).toBeCloseTo(0.023296, 6)
})

test('every bet has an example with its own multiplier', () => {
  const bets = TICKET_BETS.map((bet) => multiplierBet(exampleOf(bet, STAKE)))
  expect(bets).toEqual(
    'first_ball two_sure three_direct four_direct five_direct two_sure two_sure two_sure'.split(' '),
  )
})

/** Every line of a ticket, as players would write them. A line of a nap is its number. */
function linesWritten({ bet, numbers, against, lineOf }: Ticket): number[][] {
  if (bet === 'perm') return subsets(numbers, lineOf)
  if (bet === 'banker')
    return upTo(90).flatMap((other) => (other === numbers[0] ? [] : [[numbers[0]!, other]]))
  if (bet === 'against') return numbers.flatMap((one) => against.map((other) => [one, other]))
  return [[...numbers]]
}
function subsets(numbers: readonly number[], size: number): number[][] {
  if (size === 0) return [[]]
  return numbers.flatMap((first, i) =>
    subsets(numbers.slice(i + 1), size - 1).map((rest) => [first, ...rest]),
  )
}

const someNumbers = (least: number, most: number, below = 90) =>
  fc.uniqueArray(fc.integer({ min: 1, max: below }), { minLength: least, maxLength: most })
const anyTicket = (below?: number): fc.Arbitrary<Ticket> =>
  fc.oneof(
    someNumbers(1, 1, below).map((numbers) => ticket('nap', numbers)),
    someNumbers(2, 2, below).map((numbers) => ticket('two_sure', numbers)),
    someNumbers(3, 3, below).map((numbers) => ticket('three_direct', numbers)),
    someNumbers(1, 1, below).map((numbers) => ticket('banker', numbers)),
    fc
      .tuple(fc.integer({ min: 2, max: 5 }), someNumbers(5, 9, below))
      .map(([lineOf, numbers]) => ticket('perm', numbers, { lineOf })),
    someNumbers(2, 12, below).map((numbers) =>
      ticket('against', numbers.slice(0, numbers.length >> 1), {
        against: numbers.slice(numbers.length >> 1),
      }),
    ),
  )

describe('against every line written out', () => {
  test('the lines and the winning lines are equal', () => {
    fc.assert(
      fc.property(anyTicket(30), someNumbers(5, 5, 30), (given, winning) => {
        const lines = linesWritten(given)
        expect(linesOf(given)).toBe(lines.length)
        const won = lines.filter((line) =>
          given.bet === 'nap' ? winning[0] === line[0] : line.every((number) => winning.includes(number)),
        )
        expect(linesWon(given, winning)).toBe(won.length)
      }),
      { numRuns: 500 },
    )
  })

  test('each line wins with the chance of its bet', () => {
    const chance = { first_ball: 1 / 90, two_sure: 1 / 400.5, three_direct: 1 / 11_748 }
    fc.assert(
      fc.property(anyTicket(), (given) => {
        const bet = multiplierBet(given)
        if (bet === 'four_direct' || bet === 'five_direct') return
        expect(meanOf(luckOf(given))).toBeCloseTo(linesWritten(given).length * chance[bet], 9)
        expect(luckOf(given).chances.reduce((sum, part) => sum + part, 0)).toBeCloseTo(1, 12)
      }),
    )
  })
})

describe('the multiplier of a day', () => {
  const rows: Multiplier[] = [
    ...MULTIPLIER_SEEDS,
    { operator: 'Premier Lotto', bet: 'two_sure', validFrom: day('2026-06-01'), times: 280 },
    { operator: 'Premier Lotto', bet: 'two_sure', validFrom: day('2027-01-01'), times: null },
    { operator: 'Ghana NLA', bet: 'two_sure', validFrom: day('2026-06-01'), times: 230 },
  ]
  test.each<[string, string, Multiplier['bet'], number | null]>([
    ['Premier Lotto', '2026-05-31', 'two_sure', 240],
    ['Premier Lotto', '2026-06-01', 'two_sure', 280],
    ['Premier Lotto', '2027-01-01', 'two_sure', null],
    ['Premier Lotto', '2026-06-01', 'three_direct', 2100],
    ['Premier Lotto', '1990-01-01', 'first_ball', 40],
    ['Ghana NLA', '2026-05-31', 'two_sure', null],
    ['Ghana NLA', '2026-06-01', 'two_sure', 230],
    ['Green Lotto', '2026-06-01', 'two_sure', null],
  ])('of %s on %s for %s is %j', (operator, date, bet, times) => {
    expect(multiplierOn(rows, operator, bet, day(date))).toBe(times)
    expect(multiplierOn([...rows].reverse(), operator, bet, day(date))).toBe(times)
  })
})
