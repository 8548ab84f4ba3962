import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expectedLongestGap } from '../../../draws/rules/luck/chance.ts'
import { dateOfDay, dayOf, parseDate } from '../../../platform/rules/base/calendar.ts'
import { EMPTY_HISTORY, type HistoryDraw, historyOf } from '../../../draws/rules/history.ts'
import { numberFacts } from './number-facts.ts'
import { searchNumbers } from '../../../draws/rules/number-search.ts'
import { historyDraw } from '../../../../tests/support/history-draw.ts'

const FIRST = dayOf(parseDate('2025-06-02')!)
/** Draws of a game on consecutive days: the winning fives, or null for a day without a draw. */
const drawsOn = (game: string, ...sets: (number[] | null)[]): HistoryDraw[] =>
  sets.map((winning, i) =>
    historyDraw({
      game,
      day: FIRST + i,
      state: winning ? 'drawn' : 'no_draw',
      winning: winning ?? [],
      machine: winning ? [86, 87, 88, 89, 90] : [],
    }),
  )
const WITH = [81, 1, 2, 3, 4]
const WITHOUT = [5, 6, 7, 8, 9]

describe('a number in a game', () => {
  const inDiamond = (...sets: (number[] | null)[]) =>
    numberFacts(historyOf(drawsOn('diamond', ...sets)), ['diamond'], 81).games[0]

  test.each([
    ['in the newest draw', [WITHOUT, WITH], { count: 1, draws: 2, last: '2025-06-03', since: 0, longest: 1 }],
    ['in an earlier draw', [WITH, WITHOUT, WITHOUT], { count: 1, last: '2025-06-02', since: 2, longest: 2 }],
    ['in the last place', [[1, 2, 3, 4, 81]], { count: 1, last: '2025-06-02', since: 0, longest: 0 }],
    ['in no draw', [WITHOUT, WITHOUT], { count: 0, draws: 2, last: null, since: 2, longest: 2 }],
    [
      'with the longest run between two draws',
      [WITHOUT, WITH, WITHOUT, WITHOUT, WITHOUT, WITH, WITHOUT, WITHOUT],
      { count: 2, draws: 8, last: '2025-06-07', since: 2, longest: 3 },
    ],
    [
      'with a day without a draw, which no run counts',
      [WITH, null, WITHOUT],
      { count: 1, draws: 2, last: '2025-06-02', since: 1, longest: 1 },
    ],
  ])('%s', (_what, sets, expected) => {
    expect(inDiamond(...sets)).toMatchObject({ game: 'diamond', ...expected })
  })

  test('machine numbers do not count', () => {
    const history = historyOf(drawsOn('diamond', WITH))
    expect(numberFacts(history, ['diamond'], 90)).toMatchObject({ count: 0, games: [{ last: null }] })
  })
})

describe('a number over all games', () => {
  test('sums the games and gives the count that luck gives, 1 in 18', () => {
    const history = historyOf([...drawsOn('diamond', WITH, WITH), ...drawsOn('gold', WITHOUT, WITH, null)])
    const facts = numberFacts(history, ['diamond', 'gold'], 81)
    expect(facts).toMatchObject({ number: 81, count: 3, draws: 4, from: '2025-06-02' })
    expect(facts.expected).toBeCloseTo(4 / 18, 12)
    expect(facts.usual).toEqual({ low: 0, high: 1 })
  })

  test('counts the draws on days after the last one with the number', () => {
    const waited = (...sets: (number[] | null)[]) =>
      numberFacts(
        historyOf([...drawsOn('diamond', WITHOUT, WITH, WITHOUT), ...drawsOn('gold', ...sets)]),
        ['diamond', 'gold'],
        81,
      ).waited
    expect(waited(WITHOUT, WITHOUT, WITHOUT)).toMatchObject({ value: 2, low: 0, high: 6 })
    expect(waited(WITHOUT, WITHOUT, WITH)).toMatchObject({ value: 0 })
    expect(waited(WITHOUT, null, null)).toMatchObject({ value: 1 })
    const never = historyOf(drawsOn('diamond', WITHOUT, WITHOUT))
    const { value, mean } = numberFacts(never, ['diamond'], 81).waited
    expect(value).toBe(2)
    expect(mean).toBeCloseTo(17 / 18 + (17 / 18) ** 2, 12)
  })

  test('orders the games by the last draw with the number, equal ones as given, never played ones last', () => {
    const history = historyOf([
      ...drawsOn('diamond', WITHOUT),
      ...drawsOn('gold', WITH),
      ...drawsOn('metro', WITHOUT, WITH),
      ...drawsOn('bingo', WITH),
    ])
    const { games } = numberFacts(history, ['diamond', 'gold', 'metro', 'bingo', 'king'], 81)
    expect(games.map(({ game }) => game)).toEqual(['metro', 'gold', 'bingo', 'diamond'])
  })

  test('a history without draws has no games and expects nothing', () => {
    expect(numberFacts(EMPTY_HISTORY, ['diamond'], 81)).toMatchObject({
      count: 0,
      draws: 0,
      expected: 0,
      games: [],
    })
  })
})

test('the relatives are the nine cells of the chart, with their balls', () => {
  expect(numberFacts(EMPTY_HISTORY, [], 81).relatives).toEqual([
    { name: 'Counterpart', cell: '36', ball: 36 },
    { name: 'Bonanza', cell: '9', ball: 9 },
    { name: 'Malta', cell: '9', ball: 9 },
    { name: 'String Key', cell: '17', ball: 17 },
    { name: 'Shadow', cell: '24', ball: 24 },
    { name: 'Partner', cell: '85', ball: 85 },
    { name: 'Enquivalent', cell: '18', ball: 18 },
    { name: 'Code', cell: '30', ball: 30 },
    { name: 'Turning', cell: '18', ball: 18 },
  ])
  const cells = numberFacts(EMPTY_HISTORY, [], 16).relatives
  expect(cells.find(({ name }) => name === 'Partner')).toEqual({ name: 'Partner', cell: '-', ball: null })
})

test('equals a plain walk over the draws as objects, and the number search', () => {
  const someDraw = fc
    .record({
      game: fc.constantFrom('diamond', 'gold'),
      day: fc.integer({ min: FIRST, max: FIRST + 60 }),
      state: fc.constantFrom('drawn', 'drawn', 'drawn', 'no_draw'),
      winning: fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7, 8], { minLength: 5, maxLength: 5 }),
      serial: fc.constant(null),
      sample: fc.boolean(),
    })
    .map((draw): HistoryDraw => ({
      ...draw,
      winning: draw.state === 'no_draw' ? [] : draw.winning,
      machine: [],
    }))
  fc.assert(
    fc.property(fc.array(someDraw, { maxLength: 80 }), fc.integer({ min: 1, max: 9 }), (list, number) => {
      const kept = [...new Map(list.map((draw) => [`${draw.game} ${draw.day}`, draw])).values()]
      const history = historyOf(list)
      const facts = numberFacts(history, ['diamond', 'gold'], number)
      for (const entry of facts.games) {
        const sequence = kept
          .filter(({ game, state }) => game === entry.game && state !== 'no_draw')
          .sort((a, b) => a.day - b.day)
        const letters = sequence.map(({ winning }) => (winning.includes(number) ? 'x' : '-')).join('')
        const runs = letters.split('x').map(({ length }) => length)
        const last = letters.lastIndexOf('x')
        expect(entry).toEqual({
          game: entry.game,
          count: runs.length - 1,
          draws: letters.length,
          last: last < 0 ? null : dateOfDay(sequence[last]!.day),
          since: runs[runs.length - 1],
          longest: Math.max(...runs),
          longestByLuck: expectedLongestGap(letters.length),
        })
      }
      const search = { rows: [{ number, type: 'winning', box: 'any_box' }], game: null, year: null } as const
      const { counts, searched } = searchNumbers(history, search)
      expect([facts.count, facts.draws]).toEqual([counts[0], searched[0]])
    }),
    { numRuns: 500 },
  )
})
