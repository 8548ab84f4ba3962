import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dateOfDay, firstDayOfYear } from '../../platform/rules/base/calendar.ts'
import { type HistoryDraw, historyOf } from './history.ts'
import {
  findsBall,
  type NumberSearch,
  searchMessages,
  searchNumbers,
  type SearchRow,
} from './number-search.ts'
import { DRAW_TYPES, SEARCH_BOXES } from '../../platform/rules/base/balls.ts'

const GAMES = ['diamond', 'metro', '06']
/** Few balls, so that most searches find something; the lowest and the highest are among them. */
const BALLS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 89, 90]

const someDraw = fc
  .record({
    game: fc.constantFrom(...GAMES),
    day: fc.integer({ min: firstDayOfYear(2023) + 300, max: firstDayOfYear(2025) + 60 }),
    state: fc.constantFrom('drawn', 'drawn', 'drawn', 'no_draw'),
    serial: fc.constant(null),
    balls: fc.shuffledSubarray(BALLS, { minLength: 10, maxLength: 10 }),
    noMachine: fc.boolean(),
    both: fc.boolean(),
    sample: fc.boolean(),
  })
  .map(({ balls, noMachine, both, ...draw }): HistoryDraw => {
    const none = draw.state === 'no_draw'
    const machine = both ? balls.slice(2, 7) : balls.slice(5)
    return { ...draw, winning: none ? [] : balls.slice(0, 5), machine: none || noMachine ? [] : machine }
  })
const someRow = fc.record({
  number: fc.constantFrom(...BALLS, 15, 88),
  type: fc.constantFrom(...DRAW_TYPES),
  box: fc.constantFrom(...SEARCH_BOXES),
})
const someSearch: fc.Arbitrary<NumberSearch> = fc.record({
  rows: fc.array(someRow, { maxLength: 10 }),
  game: fc.constantFrom(null, ...GAMES, 'king'),
  year: fc.constantFrom(null, 2022, 2023, 2024, 2025),
})

const isChosen = (draw: HistoryDraw, { game, year }: NumberSearch) =>
  (game === null || draw.game === game) && (year === null || dateOfDay(draw.day).startsWith(`${year}-`))

/** The slow way: walks over the draws as objects and looks at each box by its name. */
function findsSlowly(draw: HistoryDraw, { number, type, box }: SearchRow, search: NumberSearch): boolean {
  if (!isChosen(draw, search)) return false
  const [first_box, second_box, center_box, forth_box, last_box] = draw[type]
  if (box === 'any_box') return draw[type].includes(number)
  return { first_box, second_box, center_box, forth_box, last_box }[box] === number
}

test('10,000 searches equal a plain scan of all draws', () => {
  const searches = fc.array(someSearch, { minLength: 100, maxLength: 100 })
  fc.assert(
    fc.property(fc.array(someDraw, { maxLength: 80 }), searches, (list, asked) => {
      const draws = [...new Map(list.map((draw) => [`${draw.game} ${draw.day}`, draw])).values()]
      const history = historyOf(draws)
      for (const search of asked) {
        const { counts, searched, marks } = searchNumbers(history, search)
        const slow = search.rows.map((row) => draws.filter((draw) => findsSlowly(draw, row, search)))
        expect(counts).toEqual(slow.map((found) => found.length))
        const looked = search.rows.map(
          ({ type }) => draws.filter((draw) => isChosen(draw, search) && draw[type].length > 0).length,
        )
        expect(searched).toEqual(looked)
        const marked = [...marks].flatMap(([game, bits]) => {
          const { days } = history.games.get(game)!
          return [...bits].flatMap((bit, i) =>
            search.rows.flatMap((_, r) => (bit & (1 << r) ? [`${r} ${game} ${days[i]}`] : [])),
          )
        })
        const expected = slow.flatMap((found, r) => found.map((draw) => `${r} ${draw.game} ${draw.day}`))
        expect(marked.sort()).toEqual(expected.sort())
        expect([...marks.values()].every((bits) => bits.some((bit) => bit > 0))).toBe(true)
      }
    }),
    { numRuns: 100 },
  )
})

test('a ball is marked only where a row of the search finds it', () => {
  const sets = { winning: [1, 2, 3, 4, 5], machine: [6, 7, 8, 9, 1] }
  const boxes = ['first_box', 'second_box', 'center_box', 'forth_box', 'last_box']
  for (const number of [1, 5, 9, 10])
    for (const rowType of DRAW_TYPES)
      for (const box of SEARCH_BOXES)
        for (const type of DRAW_TYPES)
          for (const [place, ball] of sets[type].entries()) {
            const looksHere = rowType === type && (box === 'any_box' || boxes.indexOf(box) === place)
            const marked = findsBall({ number, type: rowType, box }, type, place, ball)
            expect(marked, `${number} ${rowType} ${box}: ${type} ${place}`).toBe(looksHere && ball === number)
          }
})

describe('messages (specification, section 8)', () => {
  test('give number, position and count in the specified words, rows without a match first', () => {
    const rows: SearchRow[] = [
      { number: 7, type: 'winning', box: 'first_box' },
      { number: 90, type: 'machine', box: 'forth_box' },
      { number: 45, type: 'winning', box: 'any_box' },
      { number: 1, type: 'machine', box: 'center_box' },
    ]
    expect(searchMessages(rows, [12, 0, 1, 0])).toEqual([
      { row: 1, found: false, text: 'No "90" found in Fourth box (machine) yet.' },
      { row: 3, found: false, text: 'No "1" found in Center box (machine) yet.' },
      { row: 0, found: true, text: '"7" in First box (winning) is found 12 time(s).' },
      { row: 2, found: true, text: '"45" in Any box (winning) is found 1 time(s).' },
    ])
  })
})
