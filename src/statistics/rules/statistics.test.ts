import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dateOfDay, firstDayOfYear } from '../../platform/rules/base/calendar.ts'
import { type HistoryDraw, historyOf } from '../../draws/rules/history.ts'
import type { DrawWindow, LabSet } from './lab/scope.ts'
import { binomial, highest } from '../../draws/rules/luck/counts.ts'
import { meanOf } from '../../draws/rules/luck/distribution.ts'
import { drawsIn, frequentNumbers, movingNumbers, numberCounts, parseWindow } from './statistics.ts'
import { historyDraw } from '../../../tests/support/history-draw.ts'

const NEW_YEAR = firstDayOfYear(2024)

/** The draws of one game, one a day, from lists of winning numbers; `null` is a day without a draw. */
const history = (sets: readonly (readonly number[] | null)[], firstDay = NEW_YEAR) => {
  const draws = sets.map((winning, i): HistoryDraw =>
    historyDraw({ day: firstDay + i, state: winning ? 'drawn' : 'no_draw', winning: winning ?? [] }),
  )
  return historyOf(draws).games.get('diamond')!
}

const someDraws = fc
  .array(
    fc.record({
      state: fc.constantFrom('drawn', 'drawn', 'drawn', 'drawn', 'no_draw'),
      // Few balls, so that numbers repeat and ties are common.
      winning: fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 89, 90], { minLength: 5, maxLength: 5 }),
      gap: fc.integer({ min: 1, max: 20 }),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map((list) => {
    let day = NEW_YEAR - 100
    return list.map(({ state, winning, gap }): HistoryDraw => {
      const set = state === 'no_draw' ? [] : winning
      return historyDraw({ game: 'g', day: (day += gap), state, winning: set, machine: [80, 81, 82, 83, 84] })
    })
  })
const someWindow = fc.constantFrom<DrawWindow>(
  'all',
  { last: 30 },
  { last: 3 },
  { year: 2023 },
  { year: 2024 },
  { year: 1999 },
)

/** The draws that a window reads, the slow way. */
function drawnIn(draws: readonly HistoryDraw[], window: DrawWindow): HistoryDraw[] {
  let drawn = draws.filter((draw) => draw.state === 'drawn')
  if (window !== 'all' && 'year' in window)
    drawn = drawn.filter((draw) => dateOfDay(draw.day).startsWith(`${window.year}`))
  if (window !== 'all' && 'last' in window) while (drawn.length > window.last) drawn.shift()
  return drawn
}

describe('a window of draws', () => {
  test.each<[text: string, window: DrawWindow]>([
    ['30', { last: 30 }],
    ['100', { last: 100 }],
    ['all', 'all'],
    ['2024', { year: 2024 }],
    ['1962', { year: 1962 }],
    ['2199', { year: 2199 }],
  ])('"%s" is %j', (text, window) => {
    expect(parseWindow(text)).toEqual(window)
  })

  test.each(['31', '030', '2200', 'ALL', '', ' 30', '20245', '12024', 'constructor'])(
    '"%s" is none',
    (text) => {
      expect(parseWindow(text)).toBeNull()
    },
  )

  test('has only drawn draws, oldest first', () => {
    fc.assert(
      fc.property(someDraws, someWindow, (draws, window) => {
        const arrays = historyOf(draws).games.get('g')!
        const days = drawsIn(arrays, window).map((i) => arrays.days[i])
        expect(days).toEqual(drawnIn(draws, window).map((draw) => draw.day))
      }),
    )
  })
})

describe('frequent numbers', () => {
  test('without draws there are none', () => {
    for (const draws of [history([null]), historyOf([]).games.get('g') ?? history([null])]) {
      const nothing = { draws: 0, from: null, to: null }
      expect(frequentNumbers(draws, 'all')).toMatchObject({ sample: nothing, top: [], expected: 0 })
    }
  })

  test('equal a plain count', () => {
    fc.assert(
      fc.property(someDraws, someWindow, (draws, window) => {
        const drawn = drawnIn(draws, window)
        const all = drawn.flatMap((draw) => draw.winning)
        const count = (ball: number) => all.filter((each) => each === ball).length
        const lastDay = (ball: number) => drawn.findLast((draw) => draw.winning.includes(ball))!.day
        const ranked = [...new Set(all)].sort(
          (a, b) => count(b) - count(a) || lastDay(b) - lastDay(a) || a - b,
        )
        const { top, sample } = frequentNumbers(historyOf(draws).games.get('g')!, window)
        expect(top.map(({ number }) => number)).toEqual(ranked.slice(0, 5))
        expect(top.map((entry) => entry.count)).toEqual(ranked.slice(0, 5).map(count))
        expect(sample.draws).toBe(drawn.length)
        expect([sample.from, sample.to]).toEqual(
          [drawn[0], drawn.at(-1)].map((draw) => (draw ? dateOfDay(draw.day) : null)),
        )
      }),
      { numRuns: 300 },
    )
  })

  test('have the count and the range of their places by luck', () => {
    // 100 draws; 1 comes 15 times, 2 comes 12 times, 3 and 4 come 10 times each, and 90 comes 9 times.
    const wanted = new Map([
      [1, 15],
      [2, 12],
      [3, 10],
      [4, 10],
      [90, 9],
    ])
    let other = 0
    const sets = Array.from({ length: 100 }, (_, i) => {
      const some = [...wanted].filter(([, count]) => i < count).map(([number]) => number)
      while (some.length < 5) some.push(10 + (other++ % 75))
      return some
    })
    const { top, expected, usual } = frequentNumbers(history(sets), 'all')
    expect(expected).toBeCloseTo(100 / 18, 12)
    expect(top.map(({ number, count }) => [number, count])).toEqual([...wanted])
    // The reference: in 100 draws the luckiest number gets 10 to 15.
    expect(usual.first).toEqual({ low: 10, high: 15 })
    const byLuck = top.map((entry) => entry.byLuck)
    // 3 and 4 tie, and each has luck's count of its own place.
    const places = [1, 2, 3, 4, 5].map((place) => meanOf(highest(binomial(100, 1 / 18), 90, place)))
    for (const [i, place] of places.entries()) expect(byLuck[i]).toBeCloseTo(place, 10)
    expect([...byLuck].sort((a, b) => b - a)).toEqual(byLuck)
    expect(byLuck[4]).toBeGreaterThan(expected)
  })

  test('of the machine and of both sets read the draws that have them', () => {
    const draw = (day: number, machine: number[]): HistoryDraw =>
      historyDraw({ game: 'g', day: NEW_YEAR + day, machine })
    const game = historyOf([draw(0, [11, 12, 13, 14, 15]), draw(1, []), draw(2, [11, 2, 16, 17, 18])])
    const draws = game.games.get('g')!
    const counted = (set: LabSet) => {
      const { top, sample, expected } = frequentNumbers(draws, 'all', set)
      const { counts } = numberCounts(draws, 'all', set)
      for (const { number, count } of top) expect(counts[number - 1]).toBe(count)
      return [sample.draws, top[0], expected, counts.reduce((sum, count) => sum + count, 0)]
    }
    const first = (number: number, count: number) => expect.objectContaining({ number, count })
    expect(counted('winning')).toEqual([3, first(1, 3), expect.closeTo(3 / 18, 12), 15])
    expect(counted('machine')).toEqual([2, first(11, 2), expect.closeTo(2 / 18, 12), 10])
    // A number in both sets of a draw is a typing error and counts once.
    expect(counted('both')).toEqual([2, first(1, 2), expect.closeTo(2 / 9, 12), 19])
  })
})

describe('moving numbers', () => {
  const sets = [
    [1, 2, 3, 4, 5],
    [1, 2, 30, 31, 32],
    [2, 1, 40, 41, 42],
    null,
    [50, 2, 1, 40, 51],
    [2, 60, 61, 62, 40],
  ]
  const moving = movingNumbers(history(sets), 'all')

  test('pairs: consecutive draws that shared a number, with the expected count', () => {
    expect(moving.pairs).toMatchObject({ total: 4, sharing: 4 })
    expect(moving.pairs.expected).toBeCloseTo(4 * 0.253654, 4)
  })

  test('there are no pairs without two draws', () => {
    for (const draws of [history([null]), history([[1, 2, 3, 4, 5]])])
      expect(movingNumbers(draws, 'all')).toMatchObject({
        now: [],
        pairs: { total: 0, sharing: 0, expected: 0 },
        top: [],
      })
  })

  test('equal a plain comparison of neighbours', () => {
    fc.assert(
      fc.property(someDraws, someWindow, (draws, window) => {
        const drawn = drawnIn(draws, window).map((draw) => new Set(draw.winning))
        const repeats = new Map<number, number>()
        let sharing = 0
        for (const [i, set] of drawn.slice(1).entries()) {
          const again = [...set].filter((ball) => drawn[i]!.has(ball))
          sharing += again.length > 0 ? 1 : 0
          for (const ball of again) repeats.set(ball, (repeats.get(ball) ?? 0) + 1)
        }
        const ranked = [...repeats].sort(([a, x], [b, y]) => y - x || a - b).slice(0, 5)
        const { now, pairs, top } = movingNumbers(historyOf(draws).games.get('g')!, window)
        expect(top.map(({ number, count }) => [number, count])).toEqual(ranked)
        expect([pairs.total, pairs.sharing]).toEqual([Math.max(0, drawn.length - 1), sharing])
        const backwards = drawn.toReversed()
        const inARow = (ball: number) => [...backwards, new Set<number>()].findIndex((set) => !set.has(ball))
        const rows = [...(backwards[0] ?? [])].map((number) => ({ number, inARow: inARow(number) }))
        expect(now).toEqual(rows.filter((each) => each.inARow >= 2))
      }),
      { numRuns: 300 },
    )
  })
})
