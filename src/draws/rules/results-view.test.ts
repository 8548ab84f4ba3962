import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dateOfDay, firstDayOfYear, parseDate } from '../../platform/rules/base/calendar.ts'
import { type HistoryDraw, historyOf } from './history.ts'
import { searchNumbers } from './number-search.ts'
import { latestResultDate, newestMatches, resultsView, scopeWords } from './results-view.ts'
import { SEARCH_LIMITS } from '../../platform/rules/site/search-address.ts'
import { historyDraw } from '../../../tests/support/history-draw.ts'

const someDraws = fc
  .array(
    fc.record({
      game: fc.constantFrom('diamond', 'metro', 'tota'),
      day: fc.integer({ min: firstDayOfYear(2023) + 350, max: firstDayOfYear(2024) + 30 }),
      state: fc.constantFrom('drawn', 'drawn', 'no_draw'),
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
const ANY_1 = { number: 1, type: 'winning', box: 'any_box' } as const
const USUAL = { all: null, page: 1 } as const
const yearOf = (draw: HistoryDraw) => Number(dateOfDay(draw.day).slice(0, 4))

/** Newest first, as a table shows them. */
const shown = (draws: HistoryDraw[]) =>
  [...draws]
    .sort((a, b) => b.day - a.day)
    .map(({ day, game: _, ...draw }) => ({ ...draw, date: dateOfDay(day) }))

test('the table has the newest draws of one year of one game, or all of them', () => {
  const wanted = fc.record({
    game: fc.constantFrom(null, 'diamond', 'metro', 'king'),
    year: fc.constantFrom(null, 2023, 2024, 1999),
    all: fc.constantFrom(null, 'year' as const),
  })
  fc.assert(
    fc.property(someDraws, wanted, (draws, { game, year, all }) => {
      const { found, table } = resultsView(historyOf(draws), { rows: [], game, year }, { all, page: 1 })
      expect(found).toBeNull()
      const mine = draws.filter((draw) => draw.game === game)
      if (mine.length === 0) {
        expect(table).toBeNull()
        return
      }
      const years = [...new Set(mine.map(yearOf))].sort((a, b) => b - a)
      const ofYear = mine.filter((draw) => yearOf(draw) === (year ?? years[0]))
      const limit = all ? Infinity : SEARCH_LIMITS.pageRows
      expect(table).toEqual({
        game,
        year: year ?? years[0],
        years,
        draws: ofYear.filter((draw) => draw.state !== 'no_draw').length,
        partial: ofYear.length > limit,
        rows: shown(ofYear).slice(0, limit),
      })
    }),
  )
})

/** Draws of one game on consecutive days. Every third has the number 1, the machine numbers are missing in every other. */
const many = (length: number) =>
  Array.from({ length }, (_, i): HistoryDraw =>
    historyDraw({
      day: firstDayOfYear(2023) + i,
      winning: i % 3 === 0 ? [1, 2, 3, 4, 5] : [6, 7, 8, 9, 10],
      machine: i % 2 === 0 ? [1, 12, 13, 14, 15] : [],
    }),
  )

test('a search has its findings, the newest matching draws, and every one in pages', () => {
  const history = historyOf(many(300))
  const search = { rows: [ANY_1, { ...ANY_1, type: 'machine' }], game: null, year: null } as const
  const { found, table } = resultsView(history, search, USUAL)
  const date = (day: number) => dateOfDay(firstDayOfYear(2023) + day)
  expect(found!.findings).toEqual([
    { count: 100, searched: 300, last: { date: date(297), since: 2 } },
    { count: 150, searched: 150, last: { date: date(298), since: 0 } },
  ])
  // A draw that both rows find counts once.
  expect([found!.total, found!.page, found!.pages]).toEqual([200, 1, 8])
  expect(found!.draws.map((draw) => draw.date)).toEqual([298, 297, 296, 294, 292, 291].map(date))
  // Beside all games there is no table of one.
  expect(table).toBeNull()
  const ofGame = resultsView(history, { ...search, game: 'diamond' }, USUAL)
  expect(ofGame.table).toMatchObject({ game: 'diamond', partial: true })

  const pages = Array.from(
    { length: 8 },
    (_, i) => resultsView(history, search, { all: 'draws', page: i + 1 }).found!,
  )
  expect(pages.map(({ page, draws }) => [page, draws.length])).toEqual(
    [26, 26, 26, 26, 26, 26, 26, 18].map((rows, i) => [i + 1, rows]),
  )
  const dates = pages.flatMap(({ draws }) => draws.map((draw) => draw.date))
  expect(dates).toEqual(dates.toSorted().toReversed())
  expect(new Set(dates).size).toBe(200)
  // A page beyond the last one is the last one, and the table leaves its place to the draws.
  const beyond = resultsView(history, search, { all: 'draws', page: 99 })
  expect([beyond.found!.page, beyond.table]).toEqual([8, null])
  expect(resultsView(history, search, { all: 'year', page: 1 }).found!.draws).toEqual([])
})

test('names the years of the searched draws', () => {
  const draws = [...many(400), ...many(10).map((draw) => ({ ...draw, game: 'metro' }))]
  const years = (game: string | null, year: number | null) =>
    resultsView(historyOf(draws), { rows: [ANY_1], game, year }, USUAL).found!.years
  expect(years(null, null)).toEqual({ from: 2023, to: 2024 })
  expect(years('metro', null)).toEqual({ from: 2023, to: 2023 })
  expect(years(null, 2024)).toEqual({ from: 2024, to: 2024 })
  expect(years('metro', 2024)).toBeNull()
  expect(scopeWords('Peoples', 522, { from: 2021, to: 2026 })).toBe('Peoples, 522 draws, 2021 to 2026')
  expect(scopeWords('All games', 1, { from: 2024, to: 2024 })).toBe('All games, 1 draw, 2024')
  expect(scopeWords('Metro', 0, null)).toBe('Metro, 0 draws')
})

test('the draws since the last find are those of the searched games and year', () => {
  const draws = [
    ...many(10),
    ...many(10).map((draw) => ({ ...draw, game: 'metro', winning: [6, 7, 8, 9, 10] })),
  ]
  const since = (game: string | null, year: number | null) =>
    resultsView(historyOf(draws), { rows: [{ ...ANY_1, box: 'first_box' }], game, year }, USUAL).found!
      .findings[0]!.last?.since
  // The last find is on the tenth of ten days.
  expect([since(null, null), since('diamond', 2023), since('metro', null)]).toEqual([0, 0, undefined])
  const shorter = draws.filter((draw) => draw.game === 'metro' || draw.day < firstDayOfYear(2023) + 8)
  expect(
    resultsView(historyOf(shorter), { rows: [ANY_1], game: null, year: 2023 }, USUAL).found!.findings,
  ).toEqual([{ count: 3, searched: 18, last: { date: dateOfDay(firstDayOfYear(2023) + 6), since: 4 } }])
})

test('without draws there is neither a finding nor a table', () => {
  const search = { rows: [], game: null, year: null }
  expect(resultsView(historyOf([]), search, USUAL)).toEqual({ found: null, table: null })
})

test('the newest finds over all games, up to a limit', () => {
  const search = { rows: [{ number: 1, type: 'winning', box: 'any_box' }], game: null, year: null } as const
  const found = (draw: HistoryDraw) => draw.winning.includes(1)
  fc.assert(
    fc.property(someDraws, fc.integer({ min: 0, max: 8 }), (draws, limit) => {
      const history = historyOf(draws)
      const newest = newestMatches(history, searchNumbers(history, search).marks, limit)
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

  test('is the latest of all without a given day', () => {
    const [draw] = many(1)
    const draws = [draw!, { ...draw!, game: 'metro', day: draw!.day + 5 }]
    expect(latestResultDate(historyOf(draws))).toBe(dateOfDay(draw!.day + 5))
  })

  test('is nothing without draws', () => {
    expect(latestResultDate(historyOf([]), parseDate('2026-11-20')!)).toBeNull()
  })
})
