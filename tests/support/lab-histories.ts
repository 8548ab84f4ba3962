// Random histories and their draws the slow, obvious way, for the statistics lab.
import fc from 'fast-check'
import {
  dateOfDay,
  dayOf,
  parseDate,
  type Weekday,
  weekdayOf,
  yearOf,
} from '../../src/platform/rules/base/calendar.ts'
import { type HistoryDraw, historyOf } from '../../src/draws/rules/history.ts'
import { type LabScope, type Sequence, sequencesOf } from '../../src/statistics/rules/lab/scope.ts'
import { historyDraw } from './history-draw.ts'

/** Random histories per figure; the long tests have 1,000. */
const RUNS = Number(process.env.LAB_HISTORIES ?? 40)

const START = dayOf(parseDate('2023-11-01')!)
export const NUMBERS = Array.from({ length: 90 }, (_, i) => i + 1)
export const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

// Few different balls, so that numbers, pairs and relatives come again.
export const SOME = [1, 2, 3, 4, 9, 10, 12, 33, 34, 45, 46, 47, 55, 80, 81, 89, 90]
const someDraws = fc
  .array(
    fc.record({
      game: fc.constantFrom('bingo', 'gold', 'aseda'),
      state: fc.constantFrom('drawn', 'drawn', 'drawn', 'drawn', 'drawn', 'no_draw'),
      balls: fc.shuffledSubarray(SOME, { minLength: 10, maxLength: 10 }),
      hasMachine: fc.constantFrom(true, true, true, false),
      serial: fc.option(fc.integer({ min: 1, max: 6 })),
      day: fc.integer({ min: 0, max: 500 }),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map((list) => {
    const days = new Map<string, HistoryDraw>()
    for (const { game, state, balls, hasMachine, serial, day } of list)
      days.set(
        `${game} ${day}`,
        historyDraw({
          game,
          day: START + day,
          state,
          serial,
          winning: state === 'no_draw' ? [] : balls.slice(0, 5),
          machine: state === 'no_draw' || !hasMachine ? [] : balls.slice(5),
        }),
      )
    return [...days.values()]
  })

const someScope: fc.Arbitrary<LabScope> = fc.record({
  games: fc.constantFrom(null, null, ['bingo'], ['gold', 'aseda']),
  weekday: fc.constantFrom<(Weekday | null)[]>(null, null, null, 'monday', 'thursday'),
  window: fc.constantFrom<LabScope['window'][]>(
    'all',
    'all',
    { last: 4 },
    { year: 2024 },
    { from: parseDate('2023-12-01')!, to: parseDate('2024-09-30')! },
  ),
  set: fc.constantFrom('winning', 'machine', 'both'),
  leaveOutHoles: fc.constantFrom(
    null,
    null,
    new Map([['bingo', Array.from({ length: 40 }, (_, i) => START + i * 13)]]),
  ),
})

/** A draw of the oracle: its balls in the scope, and whether it follows the draw before. */
export interface Slow {
  draw: HistoryDraw
  balls: number[]
  follows: boolean
}

/** The draws of a scope by game, the slow way. */
function slowSequences(draws: readonly HistoryDraw[], scope: LabScope): Slow[][] {
  const games = scope.games ?? [...new Set(draws.map(({ game }) => game))]
  return games.map((game) => {
    const own = draws.filter((draw) => draw.game === game).sort((a, b) => a.day - b.day)
    let kept = own.filter((draw) => draw.state === 'drawn')
    const { window } = scope
    if (scope.weekday) kept = kept.filter(({ day }) => weekdayOf(dateOfDay(day)) === scope.weekday)
    if (scope.set !== 'winning') kept = kept.filter(({ machine }) => machine.length > 0)
    if (window !== 'all' && 'year' in window)
      kept = kept.filter(({ day }) => yearOf(dateOfDay(day)) === window.year)
    if (window !== 'all' && 'from' in window)
      kept = kept.filter(({ day }) => dateOfDay(day) >= window.from && dateOfDay(day) <= window.to)
    if (window !== 'all' && 'last' in window) kept = kept.slice(-window.last)
    const missing = scope.leaveOutHoles?.get(game) ?? []
    return kept.map((draw, t) => {
      const before = kept[t - 1]
      const isBetween = (day: number) => day > before!.day && day < draw.day
      const hasHole =
        scope.leaveOutHoles !== null &&
        before !== undefined &&
        (missing.some(isBetween) || own.some(({ day, state }) => state !== 'drawn' && isBetween(day)))
      const { winning, machine } = draw
      const balls = { winning, machine, both: [...winning, ...machine] }[scope.set]
      return { draw, balls: [...balls], follows: before !== undefined && !hasHole }
    })
  })
}

/** The pairs of draws `lag` apart whose draws all follow each other. */
export function slowSteps(sequences: readonly Slow[][], lag: number): [from: Slow, to: Slow[]][] {
  return sequences.flatMap((sequence) =>
    sequence.flatMap((from, t): [Slow, Slow[]][] => {
      const to = sequence.slice(t + 1, t + lag + 1)
      return to.length === lag && to.every(({ follows }) => follows) ? [[from, to]] : []
    }),
  )
}

export const lastOf = <T>(list: readonly T[]): T => list[list.length - 1]!

/** Runs a comparison on random histories and scopes. */
export function compare(
  check: (fast: readonly Sequence[], slow: Slow[][], draws: readonly HistoryDraw[]) => void,
  fixed: Partial<LabScope> = {},
): void {
  fc.assert(
    fc.property(someDraws, someScope, (draws, some) => {
      const scope = { ...some, ...fixed }
      check(
        sequencesOf(historyOf(draws), scope),
        slowSequences(draws, scope).filter((one) => one.length > 0),
        draws,
      )
    }),
    { numRuns: RUNS },
  )
}
