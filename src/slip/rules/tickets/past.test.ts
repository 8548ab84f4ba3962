import { expect, test } from 'vitest'
import { dayOf, type LagosDate, parseDate } from '../../../platform/rules/base/calendar.ts'
import { historyOf } from '../../../draws/rules/history.ts'
import { OPERATORS } from '../../../draws/rules/operators.ts'
import { MULTIPLIER_SEEDS, type Ticket } from '../../../draws/rules/bets.ts'
import { pastTicket } from './answer.ts'
import { historyDraw } from '../../../../tests/support/history-draw.ts'

const draw = (date: string, winning: number[]) =>
  historyDraw({
    game: 'bingo',
    day: dayOf(parseDate(date)!),
    state: winning.length > 0 ? 'drawn' : 'no_draw',
    winning,
  })
const bingo = historyOf([
  draw('2025-06-02', [1, 2, 3, 4, 5]),
  draw('2025-06-05', [6, 1, 8, 9, 2]),
  draw('2025-06-09', []),
  draw('2025-06-12', [10, 11, 12, 13, 14]),
]).games.get('bingo')!

const TICKET: Ticket = { bet: 'two_sure', numbers: [1, 2], against: [], lineOf: 2, stake: 10_000 }
const check = (
  date: string | null,
  draws: '1' | '10' | 'all',
  operator: string = OPERATORS.premier,
  multipliers = MULTIPLIER_SEEDS,
) => pastTicket(TICKET, bingo, { date: date as LagosDate | null, draws }, { operator, multipliers })

test('checks the newest draw, the draw of a day, and the draws up to a day', () => {
  expect(check(null, '1')).toMatchObject({
    from: '2025-06-12',
    to: '2025-06-12',
    draws: 1,
    cost: 10_000,
    won: 0,
    lines: 0,
  })
  expect(check('2025-06-05', '1')).toMatchObject({
    draws: 1,
    won: 2_400_000,
    lines: 1,
    wins: [{ i: 1, lines: 1, won: 2_400_000 }],
  })
  expect(check('2025-06-11', '10')).toMatchObject({
    from: '2025-06-02',
    to: '2025-06-05',
    draws: 2,
    won: 4_800_000,
  })
  expect(check(null, 'all').wins.map(({ i }) => i)).toEqual([1, 0])
})

test('a day without a draw has none', () => {
  for (const date of ['2025-06-03', '2025-06-09', '2020-01-01'])
    expect(check(date, '1')).toMatchObject({ draws: 0, from: null, cost: 0, won: null, wins: [] })
})

test('luck gives the lines of the chance and their payment', () => {
  const { linesByLuck, wonByLuck, usualLines, nothingByLuck } = check(null, 'all')
  expect(nothingByLuck).toBeCloseTo((1 - 1 / 400.5) ** 3, 9)
  expect(linesByLuck).toEqual(expect.closeTo(3 / 400.5, 9))
  expect(wonByLuck).toEqual(expect.closeTo((3 * 2_400_000) / 400.5, 6))
  expect(usualLines).toEqual({ low: 0, high: 0 })
})

test('the multiplier of each day counts', () => {
  const later = { operator: OPERATORS.premier, bet: 'two_sure' as const, times: 280 }
  const dated = [...MULTIPLIER_SEEDS, { ...later, validFrom: parseDate('2025-06-04')! }]
  expect(check(null, 'all', OPERATORS.premier, dated).wins.map(({ won }) => won)).toEqual([
    2_800_000, 2_400_000,
  ])
})

test('the cost beside the naira back leaves out draws whose multiplier is not known', () => {
  const known = { operator: OPERATORS.ghana, bet: 'two_sure' as const, times: 240 }
  const since = [{ ...known, validFrom: parseDate('2025-06-04')! }]
  expect(check(null, 'all', OPERATORS.ghana, since)).toMatchObject({
    draws: 3,
    unpriced: 1,
    cost: 30_000,
    pricedCost: 20_000,
    won: 2_400_000,
    wonByLuck: expect.closeTo((2 * 2_400_000) / 400.5, 6),
  })
})

test('without a known multiplier the lines count and the naira are not known', () => {
  expect(check(null, 'all', OPERATORS.ghana)).toMatchObject({
    draws: 3,
    unpriced: 3,
    pricedCost: 0,
    lines: 2,
    won: null,
    wonByLuck: null,
    wins: [
      { i: 1, lines: 1, won: null },
      { i: 0, lines: 1, won: null },
    ],
  })
})
