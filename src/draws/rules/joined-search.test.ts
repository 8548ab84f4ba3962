import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dateOfDay, firstDayOfYear } from '../../platform/rules/base/calendar.ts'
import { type HistoryDraw, historyOf } from './history.ts'
import { findJoined, joinedText } from './joined-search.ts'
import { BOXES, SEARCH_BOXES, SEARCH_TYPES } from '../../platform/rules/base/balls.ts'
import type { Part, TypedRow } from '../../platform/rules/site/search-address.ts'
import { historyDraw } from '../../../tests/support/history-draw.ts'

const FIRST_DAY = firstDayOfYear(2024) - 20
const NEWEST: Part = { all: null, page: 1 }
const EVERYTHING = { game: null, year: null }

const draw = (game: string, day: number, winning: readonly number[], machine: readonly number[] = []) =>
  historyDraw({
    game,
    day: FIRST_DAY + day,
    state: winning.length > 0 ? 'drawn' : 'no_draw',
    winning,
    machine,
  }) satisfies HistoryDraw

const row = (number: number, join?: string, type = 'winning', position = 'any_box'): TypedRow => ({
  number: String(number),
  type,
  position,
  join,
})

/** Few numbers, so that finds are frequent; days without a draw and draws without machine numbers occur. */
const someDraws = fc
  .array(
    fc.record({
      game: fc.constantFrom('a', 'b'),
      balls: fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], { minLength: 10, maxLength: 10 }),
      kind: fc.constantFrom('both', 'both', 'winning', 'none'),
    }),
    { minLength: 1, maxLength: 60, size: 'max' },
  )
  .map((list) =>
    list.map(({ game, balls, kind }, day) =>
      draw(game, day, kind === 'none' ? [] : balls.slice(0, 5), kind === 'both' ? balls.slice(5) : []),
    ),
  )
const someRows = fc
  .array(
    fc.record({
      number: fc.integer({ min: 1, max: 12 }),
      join: fc.constantFrom(undefined, 'same', 'same'),
      type: fc.constantFrom(...SEARCH_TYPES),
      position: fc.constantFrom('any_box', ...SEARCH_BOXES),
    }),
    { minLength: 1, maxLength: 4, size: 'max' },
  )
  .map((list) =>
    list.map(({ number, join, type, position }, i) => row(number, i > 0 ? join : undefined, type, position)),
  )

/** Whether a draw has a row's number, by the words of the row. */
function holds({ winning, machine }: HistoryDraw, { number, type, position }: TypedRow): boolean {
  const fits = (set: readonly number[]) =>
    set.some(
      (ball, place) => ball === Number(number) && (position === 'any_box' || position === BOXES[place]),
    )
  return (type !== 'machine' && fits(winning)) || (type !== 'winning' && fits(machine))
}

/** The days of the draws that have every row, found by scanning every draw for every row. No two draws share a day. */
const slowFinds = (draws: readonly HistoryDraw[], chain: readonly TypedRow[]): number[] =>
  draws.filter((one) => chain.every((wanted) => holds(one, wanted))).map(({ day }) => day)

describe('joined rows', () => {
  test('are found like by a scan of every draw', () => {
    let found = 0
    fc.assert(
      fc.property(someDraws, someRows, (draws, rows) => {
        const chains: TypedRow[][] = []
        for (const one of rows) {
          if (one.join) chains[chains.length - 1]!.push(one)
          else chains.push([one])
        }
        const joined = findJoined(historyOf(draws), rows, EVERYTHING, NEWEST)
        if (chains.length === rows.length) {
          expect(joined).toBeNull()
          return
        }
        const expected = chains.map((chain) => slowFinds(draws, chain))
        const together = chains.flatMap((chain, i) => (chain.length > 1 ? [expected[i]!] : []))
        expect(joined!.findings.map(({ count }) => count)).toEqual(together.map((finds) => finds.length))
        expect(joined!.findings.map(({ last }) => last)).toEqual(
          together.map((finds) => (finds.length === 0 ? null : dateOfDay(Math.max(...finds)))),
        )
        expect(joined!.findings.flatMap((one) => one.rows).map((i) => rows[i])).toEqual(
          chains.filter((chain) => chain.length > 1).flat(),
        )
        const days = new Set(expected.flat())
        expect(joined!.total).toBe(days.size)
        const pages = Array.from(
          { length: joined!.pages },
          (_, i) => findJoined(historyOf(draws), rows, EVERYTHING, { all: 'draws', page: i + 1 })!.finds,
        ).flat()
        const newestFirst = [...days].sort((x, y) => y - x).map(dateOfDay)
        expect(pages.map(({ date }) => date)).toEqual(newestFirst)
        found += days.size
      }),
      { numRuns: 500 },
    )
    // Five hundred random runs find about 640; the bound is far below what chance can miss.
    expect(found).toBeGreaterThan(100)
  })

  test('cover the chosen game and year only, at its edges too', () => {
    const history = historyOf([
      draw('a', 19, [1, 6, 3, 4, 5]),
      draw('a', 20, [6, 7, 8, 1, 10]),
      draw('b', 21, [1, 2, 3, 4, 5]),
    ])
    const count = (game: string | null, year: number | null) =>
      findJoined(history, [row(1), row(6, 'same')], { game, year }, NEWEST)!.findings[0]!.count
    expect([count(null, null), count('a', null), count('b', null)]).toEqual([2, 2, 0])
    // The first draw is of 2023 and the second of 2024.
    expect([count('a', 2023), count('a', 2024)]).toEqual([1, 1])
  })
})

describe('luck', () => {
  /** Draws of one game, of which `complete` have machine numbers. */
  const draws = (length: number, complete = length) =>
    historyOf(
      Array.from({ length }, (_, day) =>
        draw('a', day, [81, 82, 83, 84, 85], day < complete ? [86, 87, 88, 89, 90] : []),
      ),
    )
  const finding = (rows: TypedRow[], history = draws(900)) =>
    findJoined(history, rows, EVERYTHING, NEWEST)!.findings[0]!

  test.each<[what: string, rows: TypedRow[], chance: number]>([
    ['a pair in any box', [row(1), row(2, 'same')], 1 / 400.5],
    ['a triplet in any box', [row(1), row(2, 'same'), row(3, 'same')], 1 / 11_748],
    ['a pair in both sets', [row(1, '', 'both'), row(2, 'same', 'both')], 1 / 89],
    [
      'a pair in two boxes',
      [row(1, '', 'winning', 'first_box'), row(2, 'same', 'winning', 'last_box')],
      1 / 8010,
    ],
    ['a box and any box', [row(1, '', 'winning', 'first_box'), row(2, 'same')], 4 / 8010],
    ['a winning and a machine number', [row(1), row(2, 'same', 'machine')], 25 / 8010],
    [
      'two numbers in one box',
      [row(1, '', 'winning', 'first_box'), row(2, 'same', 'winning', 'first_box')],
      0,
    ],
    ['one number in both sets', [row(1), row(1, 'same', 'machine')], 0],
    ['one number in a box and in any box', [row(1), row(1, 'same', 'winning', 'first_box')], 1 / 90],
  ])('gives %s its exact chance', (_, rows, chance) => {
    expect(finding(rows)).toMatchObject({ expected: expect.closeTo(900 * chance, 9), count: 0 })
  })

  test('counts only draws that have the balls', () => {
    const history = draws(900, 90)
    expect(finding([row(1), row(2, 'same', 'machine')], history)).toMatchObject({
      searched: 90,
      expected: expect.closeTo((90 * 25) / 8010, 9),
    })
    expect(finding([row(1), row(2, 'same', 'both')], history)).toMatchObject({
      searched: 900,
      expected: expect.closeTo((90 * 5 * 9 + 810 * 5 * 4) / 8010, 9),
    })
  })
})

test.each([
  [
    [row(7), row(12, 'same')],
    3,
    '"7" in Any box (winning) and in the same draw "12" in Any box (winning) is found 3 time(s).',
  ],
  [
    [row(7, '', 'both', 'first_box'), row(12, 'same', 'machine')],
    0,
    'No "7" in First box (winning or machine) and in the same draw "12" in Any box (machine) found yet.',
  ],
])('says what was found: %#', (rows, count, text) => {
  expect(joinedText(rows, count)).toBe(text)
})
