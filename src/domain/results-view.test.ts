import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dateOfDay, firstDayOfYear, parseDate } from './calendar.ts'
import { type HistoryDraw, historyOf } from './history.ts'
import { searchNumbers } from './number-search.ts'
import { gameSections, latestResultDate, newestMatches, yearRows } from './results-view.ts'

const GAMES = ['metro', 'diamond', 'king'].map((key) => ({ key, name: key.toUpperCase() }))
const someDraws = fc
  .array(
    fc.record({
      game: fc.constantFrom('diamond', 'metro', 'tota'),
      day: fc.integer({ min: firstDayOfYear(2023) + 350, max: firstDayOfYear(2024) + 30 }),
      state: fc.constantFrom('drawn', 'drawn', 'unconfirmed', 'no_draw'),
      serial: fc.constant(null),
      winning: fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7, 8], { minLength: 5, maxLength: 5 }),
      machine: fc.constant([11, 12, 13, 14, 15]),
      sample: fc.boolean(),
    }),
    { maxLength: 40 },
  )
  .map((list) => {
    const none = { winning: [], machine: [] }
    const draws = list.map((draw): HistoryDraw => ({ ...draw, ...(draw.state === 'no_draw' && none) }))
    return [...new Map(draws.map((draw) => [`${draw.game} ${draw.day}`, draw])).values()]
  })
const search = { rows: [{ number: 1, type: 'winning', box: 'first_box' }], game: null, year: null } as const
const found = (draw: HistoryDraw) => draw.winning[0] === 1

/** Newest first, as a table shows them. */
const shown = (draws: HistoryDraw[]) =>
  [...draws]
    .sort((a, b) => b.day - a.day)
    .map(({ day, game: _, ...draw }) => ({ ...draw, date: dateOfDay(day) }))
const yearOf = (draw: HistoryDraw) => Number(dateOfDay(draw.day).slice(0, 4))

test('a year’s table has its draws, newest first; with a search only its finds', () => {
  fc.assert(
    fc.property(someDraws, fc.constantFrom(2022, 2023, 2024), (draws, year) => {
      const history = historyOf(draws)
      const marks = searchNumbers(history, search).marks.get('diamond')
      const mine = draws.filter((draw) => draw.game === 'diamond' && yearOf(draw) === year)
      expect(yearRows(history, 'diamond', year)).toEqual(shown(mine))
      if (marks) expect(yearRows(history, 'diamond', year, marks)).toEqual(shown(mine.filter(found)))
      expect(yearRows(history, 'king', year)).toEqual([])
    }),
  )
})

test('sections have the known games in their order, years newest first, with counts', () => {
  const chosen = fc.record({
    game: fc.constantFrom(null, 'diamond', 'metro', 'king'),
    year: fc.constantFrom(null, 2023, 2024, 1999),
  })
  fc.assert(
    fc.property(someDraws, chosen, fc.boolean(), (draws, only, searched) => {
      const history = historyOf(draws)
      const expected = GAMES.filter(({ key }) => only.game === null || only.game === key).map((game) => ({
        ...game,
        years: [2024, 2023]
          .filter((year) => only.year === null || only.year === year)
          .flatMap((year) => {
            const mine = draws.filter((draw) => draw.game === game.key && yearOf(draw) === year)
            const matches = searched ? mine.filter(found).length : 0
            return mine.length > 0
              ? [
                  {
                    year,
                    draws: mine.filter((draw) => draw.state !== 'no_draw').length,
                    rows: mine.length,
                    matches,
                  },
                ]
              : []
          }),
      }))
      const sections = gameSections(history, GAMES, only, searched ? searchNumbers(history, search) : null)
      expect(sections).toEqual(expected.filter(({ years }) => years.length > 0))
    }),
  )
})

test('the newest finds over all games, up to a limit', () => {
  const search = { rows: [{ number: 1, type: 'winning', box: 'any_box' }], game: null, year: null } as const
  const found = (draw: HistoryDraw) => draw.winning.includes(1)
  fc.assert(
    fc.property(someDraws, fc.integer({ min: 0, max: 8 }), (draws, limit) => {
      const history = historyOf(draws)
      const newest = newestMatches(history, searchNumbers(history, search), limit)
      const days = draws
        .filter(found)
        .map((draw) => draw.day)
        .sort((a, b) => b - a)
      expect(newest.map((row) => row.date)).toEqual(days.slice(0, limit).map(dateOfDay))
      for (const { game, ...row } of newest)
        expect(
          draws.filter((draw) => draw.game === game && found(draw)).flatMap((draw) => shown([draw])),
        ).toContainEqual(row)
      expect(new Set(newest.map(({ game, date }) => `${game} ${date}`)).size).toBe(newest.length)
    }),
  )
})

describe('the last day with a result', () => {
  test('is the latest on which a draw took place, not after the given day', () => {
    const until = fc.integer({ min: firstDayOfYear(2023) + 340, max: firstDayOfYear(2024) + 40 })
    fc.assert(
      fc.property(someDraws, until, (draws, day) => {
        const days = draws.filter((draw) => draw.state === 'drawn' && draw.day <= day).map((draw) => draw.day)
        const latest = days.length > 0 ? dateOfDay(Math.max(...days)) : null
        expect(latestResultDate(historyOf(draws), dateOfDay(day))).toBe(latest)
      }),
    )
  })

  test('is nothing without draws', () => {
    expect(latestResultDate(historyOf([]), parseDate('2026-11-20')!)).toBeNull()
  })
})
