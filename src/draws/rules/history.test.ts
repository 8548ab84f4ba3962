import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dateOfDay, dayOf, parseDate } from '../../platform/rules/base/calendar.ts'
import {
  allYears,
  drawAt,
  EMPTY_HISTORY,
  findDraw,
  firstOnOrAfter,
  type History,
  type HistoryDraw,
  historyOf,
  isDrawn,
  drawsOf,
  drawsWith,
  withChanges,
  yearRange,
  yearsOf,
} from './history.ts'
import { searchNumbers } from './number-search.ts'
import { historyDraw } from '../../../tests/support/history-draw.ts'

const NEW_YEAR = dayOf(parseDate('2024-01-01')!)
/** Days close together, so that changes meet, around two ends of a year and one leap day. */
const someDay = fc.oneof(
  fc.integer({ min: NEW_YEAR - 3, max: NEW_YEAR + 3 }),
  fc.integer({ min: NEW_YEAR + 364, max: NEW_YEAR + 368 }),
  fc.constantFrom(-1, 0, NEW_YEAR + 59),
)
const someGame = fc.constantFrom('diamond', '06', 'constructor')
const someDraw = fc
  .record({
    game: someGame,
    day: someDay,
    state: fc.constantFrom('drawn', 'no_draw'),
    serial: fc.option(fc.integer({ min: 1, max: 999 })),
    balls: fc.uniqueArray(fc.integer({ min: 1, max: 90 }), { minLength: 10, maxLength: 10 }),
    noMachine: fc.boolean(),
    sample: fc.boolean(),
  })
  .map(({ balls, noMachine, ...draw }): HistoryDraw => {
    const none = draw.state === 'no_draw'
    const machine = none || noMachine ? [] : balls.slice(5)
    return { ...draw, winning: none ? [] : balls.slice(0, 5), machine }
  })

/** A draw as the arrays return it. */
const shown = ({ day, ...draw }: HistoryDraw) => ({ ...draw, date: dateOfDay(day) })
const yearOfDay = (day: number) => Number(dateOfDay(day).slice(0, 4))

/** The naive model: every draw under its game and day. */
type Model = Map<string, HistoryDraw>
const ofGame = (model: Model, game: string) =>
  [...model.values()].filter((draw) => draw.game === game).sort((a, b) => a.day - b.day)

function expectEqual(history: History, model: Model): void {
  expect(new Set(history.games.keys())).toEqual(new Set([...model.values()].map((draw) => draw.game)))
  const sizes = [...history.games.values()].map(({ length }) => length)
  expect(sizes.reduce((sum, length) => sum + length, 0)).toBe(model.size)
  const years = new Set([...model.values()].map((draw) => yearOfDay(draw.day)))
  expect(allYears(history)).toEqual([...years].sort((a, b) => b - a))
  for (const [game, draws] of history.games) {
    const expected = ofGame(model, game)
    const indexes = Array.from({ length: draws.length }, (_, i) => i)
    expect(indexes.map((i) => drawAt(draws, i))).toEqual(expected.map(shown))
    expect(indexes.map((i) => isDrawn(draws, i))).toEqual(expected.map((draw) => draw.state === 'drawn'))
    expect(yearsOf(draws)).toEqual([...new Set(expected.map((draw) => yearOfDay(draw.day)))].reverse())
    for (const year of [1969, 1970, 2023, 2024, 2025]) {
      const inYear = indexes.filter((i) => yearOfDay(expected[i]!.day) === year)
      const [from, to] = yearRange(draws, year)
      expect(indexes.slice(from, to)).toEqual(inYear)
    }
  }
}

test('after any changes the history equals a map by game and day', () => {
  const change = fc.record({
    written: fc.array(someDraw, { maxLength: 6 }),
    removed: fc.array(fc.record({ game: someGame, day: someDay }), { maxLength: 4 }),
  })
  fc.assert(
    fc.property(fc.array(change, { maxLength: 6 }), (changes) => {
      let history = EMPTY_HISTORY
      const model: Model = new Map()
      for (const { written, removed } of changes) {
        const before = { history, model: new Map(model) }
        history = withChanges(history, written, removed)
        for (const { game, day } of removed) model.delete(`${game} ${day}`)
        for (const draw of written) model.set(`${draw.game} ${draw.day}`, draw)
        expectEqual(history, model)
        expectEqual(before.history, before.model)
      }
    }),
  )
})

test('a draw is found on its day and on no other', () => {
  fc.assert(
    fc.property(fc.array(someDraw), someGame, someDay, (draws, game, day) => {
      const history = historyOf(draws)
      const last = draws.filter((draw) => draw.game === game && draw.day === day).at(-1)
      expect(findDraw(history, game, day)).toEqual(last && shown(last))
      const arrays = history.games.get(game)
      if (!arrays) return
      const later = [...arrays.days].findIndex((each) => each >= day)
      expect(firstOnOrAfter(arrays, day)).toBe(later < 0 ? arrays.length : later)
    }),
    { numRuns: 300 },
  )
})

describe('single rules', () => {
  const draw = (change: Partial<HistoryDraw> = {}): HistoryDraw =>
    historyDraw({ day: NEW_YEAR, winning: [26, 34, 8, 51, 84], ...change })

  test('a game that did not change is shared, not copied', () => {
    const before = historyOf([draw(), draw({ game: 'metro' })])
    const after = withChanges(before, [draw({ day: NEW_YEAR + 1 })], [])
    expect(after.games.get('metro')).toBe(before.games.get('metro'))
  })

  test('100,000 draws take less than 2 MB', () => {
    const history = historyOf(Array.from({ length: 100_000 }, (_, i) => draw({ game: `g${i % 18}`, day: i })))
    let bytes = 0
    for (const { days, flags, serials, balls } of history.games.values())
      bytes += days.byteLength + flags.byteLength + serials.byteLength + balls.byteLength
    expect(bytes).toBeLessThan(2_000_000)
  })
})

test('a day without a draw is never counted, a draw without machine numbers only for its winning numbers', () => {
  const draw = { game: 'msp', state: 'drawn' as const, serial: null, winning: [1, 2, 3, 4, 5], sample: false }
  const history = historyOf([
    { ...draw, day: 1, machine: [6, 7, 8, 9, 10] },
    { ...draw, day: 2, machine: [] },
    { ...draw, day: 3, state: 'no_draw', winning: [], machine: [] },
    { ...draw, day: 4, game: 'king', machine: [] },
  ])
  const msp = history.games.get('msp')!
  expect(drawsOf(history)).toBe(3)
  expect(drawsWith(msp, [0, 3])).toBe(2)
  expect(drawsWith(msp, [0, 3], 5)).toBe(1)
  expect(drawsWith(msp, [1, 3])).toBe(1)
  const search = { rows: [{ number: 1, type: 'winning', box: 'any_box' } as const], game: null, year: null }
  expect(searchNumbers(history, search).searched).toEqual([drawsOf(history)])
})
