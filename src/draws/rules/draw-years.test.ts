import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dateOfDay, firstDayOfYear } from '../../platform/rules/base/calendar.ts'
import { changedYear, historyOfYears, yearOfDraws } from './draw-years.ts'
import { allYears, drawAt, type History, type HistoryDraw, historyOf } from './history.ts'

const place = fc.record({
  game: fc.constantFrom('diamond', '06', 'z'),
  // Few days around the ends of 2024, a leap year, so that changes often hit a draw that exists.
  day: fc
    .oneof(fc.integer({ min: -2, max: 5 }), fc.integer({ min: 363, max: 367 }))
    .map((day) => firstDayOfYear(2024) + day),
})
const someDraw = fc
  .record({
    place,
    state: fc.constantFrom('drawn', 'no_draw'),
    serial: fc.option(fc.integer({ min: 1, max: 999 })),
    balls: fc.uniqueArray(fc.integer({ min: 1, max: 90 }), { minLength: 10, maxLength: 10 }),
    noMachine: fc.boolean(),
    sample: fc.boolean(),
  })
  .map(({ place: where, balls, noMachine, ...draw }): HistoryDraw => {
    const none = draw.state === 'no_draw'
    return {
      ...where,
      ...draw,
      winning: none ? [] : balls.slice(0, 5),
      machine: none || noMachine ? [] : balls.slice(5),
    }
  })
const keyOf = ({ game, day }: { game: string; day: number }) => `${game}|${day}`
const someDraws = fc.uniqueArray(someDraw, { maxLength: 30, selector: keyOf })

/** Every draw as an object, ordered: two histories with equal lists are equal. */
function listed(history: History) {
  const keys = [...history.games.keys()].sort()
  return keys.flatMap((key) => {
    const draws = history.games.get(key)!
    return Array.from({ length: draws.length }, (_, i) => drawAt(draws, i))
  })
}

/** A year as a phone receives it. */
const sent = (history: History, year: number): ReturnType<typeof yearOfDraws> =>
  JSON.parse(JSON.stringify(yearOfDraws(history, year)))

test('the years of a history, in any order, are the history', () => {
  fc.assert(
    fc.property(someDraws, fc.boolean(), (draws, turned) => {
      const history = historyOf(draws)
      const years = allYears(history).map((year) => sent(history, year))
      expect(listed(historyOfYears(turned ? years.reverse() : years))).toEqual(listed(history))
    }),
  )
})

test('a year has only the draws of its days', () => {
  fc.assert(
    fc.property(someDraws, (draws) => {
      const inYear = draws.filter(({ day }) => dateOfDay(day).startsWith('2024'))
      const year = sent(historyOf(draws), 2024)
      expect(year.games.every(({ days }) => days.length > 0)).toBe(true)
      expect(listed(historyOfYears([year]))).toEqual(listed(historyOf(inYear)))
    }),
  )
})

test('days and serials are differences', () => {
  const draw = { game: '06', state: 'drawn', sample: false, machine: [] } as const
  const first = firstDayOfYear(2024)
  const history = historyOf([
    { ...draw, day: first + 9, serial: 2, winning: [5, 4, 3, 2, 1] },
    { ...draw, day: first + 1, serial: 3, winning: [1, 2, 3, 4, 5], machine: [6, 7, 8, 9, 10] },
    { ...draw, day: first + 4, serial: null, winning: [90, 89, 88, 87, 86], sample: true },
  ])
  expect(yearOfDraws(history, 2024).games).toEqual([
    {
      game: '06',
      days: [first + 1, 3, 5],
      flags: [1, 5, 1],
      serials: [3, -3, 2],
      balls: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 90, 89, 88, 87, 86, 0, 0, 0, 0, 0, 5, 4, 3, 2, 1, 0, 0, 0, 0, 0],
    },
  ])
})

test('a year with changes equals the year made from scratch', () => {
  fc.assert(
    fc.property(someDraws, someDraws, fc.array(place, { maxLength: 10 }), (before, written, emptied) => {
      // The server removes only places that no draw has taken since.
      const removed = emptied.filter((one) => !written.some((draw) => keyOf(draw) === keyOf(one)))
      const after = new Map(before.map((draw) => [keyOf(draw), draw]))
      for (const draw of written) after.set(keyOf(draw), draw)
      for (const one of removed) after.delete(keyOf(one))
      for (const year of [2023, 2024]) {
        const changed = changedYear(sent(historyOf(before), year), written, removed)
        expect(changed.year).toBe(year)
        expect(listed(historyOfYears([changed]))).toEqual(
          listed(historyOfYears([yearOfDraws(historyOf([...after.values()]), year)])),
        )
      }
    }),
  )
})
