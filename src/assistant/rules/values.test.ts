import { describe, expect, test } from 'vitest'
import { dayOf, parseDate } from '../../platform/rules/base/calendar.ts'
import { seedGames } from '../../draws/rules/games.ts'
import { type HistoryDraw, historyOf } from '../../draws/rules/history.ts'
import type { AssistantData, Query } from './read/types.ts'
import { valueOf } from './answer/records.ts'

/** A Wednesday, 10:00 in Lagos. */
const NOW = Date.parse('2025-07-02T10:00:00+01:00')

function drawn(
  game: string,
  date: string,
  winning: number[],
  machine: number[],
  serial: number | null = null,
): HistoryDraw {
  return { game, day: dayOf(parseDate(date)!), state: 'drawn', serial, winning, machine, sample: false }
}

const M = [71, 72, 73, 74, 75]
const DATA: AssistantData = {
  games: seedGames(parseDate('2020-01-01')!),
  history: historyOf([
    drawn('gold', '2024-12-31', [46, 2, 3, 4, 5], [1, 72, 73, 74, 75], 99),
    drawn('gold', '2025-06-03', [1, 10, 11, 12, 13], M, 40),
    // Not held: it breaks no sequence and counts in nothing.
    { ...drawn('gold', '2025-06-06', [], [], 41), state: 'no_draw' },
    drawn('gold', '2025-06-13', [46, 1, 14, 15, 16], M, 43),
    drawn('gold', '2025-06-17', [20, 21, 22, 23, 46], M, 44),
    drawn('gold', '2025-06-20', [30, 31, 32, 33, 1], M, 45),
    drawn('metro', '2024-06-17', [60, 61, 62, 63, 64], M, 44),
    drawn('metro', '2025-06-16', [1, 46, 62, 63, 64], M, 44),
    drawn('msp', '2025-06-16', [1, 81, 82, 83, 84], M, 24),
  ]),
}

const value = (intent: Query['intent'], slots: Query['slots']) => valueOf({ intent, slots }, NOW, DATA)
const gold = { games: ['gold'] }
const one = { number: 1 }

describe('the scope of a question', () => {
  test.each<[string, Query['slots'], number]>([
    ['all games', {}, 6],
    ['a game', gold, 4],
    ['two games', { games: ['gold', 'metro'] }, 5],
    ['an operator', { operator: 'Ghana NLA' }, 1],
    ['a weekday of the date', { weekday: 'Mon' }, 2],
    ['a first day', { period: { from: parseDate('2025-06-16')! } }, 3],
    ['a last day', { period: { to: parseDate('2025-06-03')! } }, 2],
    ['one day', { period: { from: parseDate('2025-06-16')!, to: parseDate('2025-06-16')! } }, 2],
    ['the newest draws of a game', { ...gold, period: { last: 2 } }, 1],
    ['an event of a year', { ...gold, period: { event: 43, year: 2025 } }, 1],
    ['an event of another year', { ...gold, period: { event: 43, year: 2024 } }, 0],
    ['an event without a draw', { ...gold, period: { event: 41, year: 2025 } }, 0],
  ])('counts the draws with a number in %s', (_, scope, draws) => {
    expect(value('count', { ...scope, numbers: [{ number: 1, type: 'both' }] })).toEqual([draws])
  })

  test('counts draws that took place', () => {
    expect(value('draw-count', gold)).toBe(5)
    expect(value('draw-count', {})).toBe(8)
  })
})

describe('the place of a number', () => {
  test.each<[string, NonNullable<Query['slots']['numbers']>[0], number]>([
    ['a box', { number: 46, box: 'first_box' }, 2],
    ['the last box', { number: 46, box: 'last_box' }, 1],
    ['the machine numbers', { number: 1, type: 'machine' }, 1],
    ['a box of the machine numbers', { number: 1, box: 'first_box', type: 'machine' }, 1],
    ['a box of either set', { number: 1, box: 'first_box', type: 'both' }, 2],
  ])('counts %s', (_, number, draws) => {
    expect(value('count', { ...gold, numbers: [number] })).toEqual([draws])
  })
})

test('counts each number by itself, and the draws with all of them', () => {
  const numbers = [one, { number: 46 }]
  expect(value('count', { ...gold, numbers })).toEqual([3, 3])
  expect(value('together', { numbers })).toEqual({ count: 2, last: '2025-06-16' })
  expect(value('together', { numbers: [one, { number: 90 }] })).toEqual({ count: 0, last: null })
})

test('finds the newest date of a number and every game of that date', () => {
  expect(value('last-seen', { numbers: [one] })).toEqual({ date: '2025-06-20', games: ['gold'] })
  expect(value('last-seen', { weekday: 'Mon', numbers: [one] })).toEqual({
    date: '2025-06-16',
    games: ['metro', 'msp'],
  })
  expect(value('last-seen', { numbers: [{ number: 90 }] })).toBeNull()
})

test('counts the draws since a number came', () => {
  expect(value('gap', { ...gold, numbers: [one] })).toEqual({ draws: 0, last: '2025-06-20' })
  expect(value('gap', { ...gold, numbers: [{ number: 46 }] })).toEqual({ draws: 1, last: '2025-06-17' })
  expect(value('gap', { ...gold, numbers: [{ number: 90 }] })).toEqual({ draws: 5, last: null })
})

describe('sequences', () => {
  const numbers = [one, { number: 46 }]

  test('leave out draws whose following draws are not held yet, and skip draws that were not held', () => {
    // 1 came on 3, 13 and 20 June; the draw of 20 June has no next one.
    expect(value('then', { ...gold, numbers })).toEqual({ times: 2, trials: 2 })
    expect(value('then', { ...gold, numbers, lag: 2 })).toEqual({ times: 1, trials: 2 })
    expect(value('then', { ...gold, numbers, within: 2 })).toEqual({ times: 2, trials: 2 })
    expect(value('then', { ...gold, numbers, within: 3 })).toEqual({ times: 1, trials: 1 })
  })

  test('have all their draws in the period', () => {
    const period = { from: parseDate('2025-06-13')! }
    expect(value('then', { ...gold, numbers, period })).toEqual({ times: 1, trials: 1 })
  })

  test('never join two games', () => {
    expect(value('then', { games: ['gold', 'msp'], numbers })).toEqual({ times: 2, trials: 2 })
  })

  test('list the winning numbers that followed, each once per draw, with ties of the last place', () => {
    expect(value('followers', { ...gold, numbers: [one], top: 1 })).toEqual([{ number: 46, count: 2 }])
    expect(value('followers', { ...gold, numbers: [one], within: 2, top: 1 })).toEqual(
      [1, 20, 21, 22, 23, 46].map((number) => ({ number, count: 2 })),
    )
  })

  test('count a chart relative that is another ball', () => {
    // The counterpart of 1 is 46: 3 June to 13 June, 13 June to 17 June.
    expect(value('chart-hit', { ...gold, numbers: [one], relations: ['counterpart'] })).toEqual({
      hits: 2,
      trials: 2,
    })
    // The malta of 45 is 45 itself, and that of 90 is no ball.
    expect(value('chart-hit', { numbers: [{ number: 45 }], relations: ['malta'] })).toEqual({
      hits: 0,
      trials: 0,
    })
  })
})

test('reads cells as printed', () => {
  expect(value('chart-cell', { numbers: [{ number: 20 }], relations: ['code', 'turning'] })).toEqual({
    code: '91',
    turning: '2',
  })
})

describe('ranked lists', () => {
  test('hold every number that ties for the last place', () => {
    expect(value('hot', { ...gold, top: 1 })).toEqual([
      { number: 1, count: 3 },
      { number: 46, count: 3 },
    ])
    expect(value('hot', { ...gold, box: 'first_box', top: 1 })).toEqual([{ number: 46, count: 2 }])
    expect(value('hot', { ...gold, type: 'machine', top: 4 })).toHaveLength(4)
    expect(value('pairs-with', { ...gold, numbers: [{ number: 46 }], top: 1 })).toHaveLength(12)
  })

  test('hold numbers that never came among the coldest, and with all draws among the overdue', () => {
    const cold = value('cold', { ...gold, top: 1 }) as { number: number; count: number }[]
    expect(cold.every(({ count }) => count === 0)).toBe(true)
    expect(cold.map(({ number }) => number)).toContain(90)
    const due = value('due', { ...gold, top: 1 }) as { number: number; draws: number }[]
    expect(due.every(({ draws }) => draws === 5)).toBe(true)
  })
})

describe('draws', () => {
  test('are in drawing order', () => {
    const period = { from: parseDate('2025-06-16')!, to: parseDate('2025-06-17')! }
    const list = value('draw', { period }) as { game: string; date: string }[]
    // On Mondays Monday Special closes before Metro.
    expect(list.map(({ game, date }) => `${game} ${date}`)).toEqual([
      'msp 2025-06-16',
      'metro 2025-06-16',
      'gold 2025-06-17',
    ])
  })
})

test('compares numbers, games and periods in the order asked', () => {
  expect(value('compare', { ...gold, by: 'number', numbers: [{ number: 46 }, { number: 20 }] })).toEqual([
    3, 1,
  ])
  expect(value('compare', { by: 'game', games: ['msp', 'gold'], numbers: [one] })).toEqual([1, 3])
  const periods = [{ from: parseDate('2025-01-01')! }, { to: parseDate('2024-12-31')! }]
  expect(value('compare', { by: 'period', periods, numbers: [{ number: 46 }] })).toEqual([3, 1])
})

describe('the schedule', () => {
  test('gives the next close after now', () => {
    expect(value('schedule', { ask: 'next' })).toEqual({ game: 'midweek', at: '2025-07-02T19:30' })
    expect(value('schedule', { ...gold, ask: 'next' })).toEqual({ game: 'gold', at: '2025-07-04T15:30' })
    expect(value('schedule', { ...gold, weekday: 'Tue', ask: 'next' })).toEqual({
      game: 'gold',
      at: '2025-07-08T09:30',
    })
    expect(value('schedule', { ...gold, weekday: 'Sun', ask: 'next' })).toBeNull()
  })

  test('gives the weekly times', () => {
    expect(value('schedule', { ...gold, ask: 'times' })).toEqual([
      { game: 'gold', day: 'Tue', closes: '09:30' },
      { game: 'gold', day: 'Fri', closes: '15:30' },
    ])
    expect(value('schedule', { ...gold, weekday: 'Mon', ask: 'times' })).toEqual([])
  })
})

test.each<[Query['intent'], Query['slots'], unknown]>([
  ['odds', { bet: 'banker' }, { oneIn: 18 }],
  ['odds', { bet: 'banker', type: 'both' }, { oneIn: 9 }],
  ['odds', { bet: 'two-sure' }, { oneIn: 400.5 }],
  ['payout', { bet: 'four-direct', stake: 50 }, { wins: 300_000 }],
  ['perm', { choose: 3, of: 7 }, { lines: 35, cost: null }],
  ['perm', { choose: 2, of: 5, stake: 20 }, { lines: 10, cost: 200 }],
  ['perm', { against: [1, 89], stake: 5 }, { lines: 89, cost: 445 }],
  ['help', { term: 'perm' }, null],
])('computes %s %j', (intent, slots, expected) => {
  expect(value(intent, slots)).toEqual(expected)
})

test.each([
  [1, 5, 3.942],
  [2, 6, 29.295],
  [3, 10, 110.912],
  [2, 2, 400.5],
])('the odds of at least %i of %i numbers', (choose, of, oneIn) => {
  expect((value('some', { choose, of }) as { oneIn: number }).oneIn).toBeCloseTo(oneIn, 2)
})
