import {
  expectedCount,
  expectedTopCounts,
  expectedTopRepeats,
  REPEAT_PROBABILITY,
  SHARED_NUMBER_PROBABILITY,
} from './chance.ts'
import type { LagosDate } from './calendar.ts'
import { BALLS_PER_DRAW, dateAt, type GameDraws, isDrawn, winningAt, yearRange } from './history.ts'
import { DRAW_LIMITS } from './draw-limits.ts'

/** The draws of a statistic: the last ones, all, or those of one calendar year. */
export type DrawWindow = { last: number } | 'all' | { year: number }

export const LAST_WINDOWS = [30, 100] as const

/** The window of a text in an address: `30`, `100`, `all`, or a year; null for anything else. */
export function parseWindow(text: string): DrawWindow | null {
  if (text === 'all') return 'all'
  if (LAST_WINDOWS.some((last) => String(last) === text)) return { last: Number(text) }
  return /^(19|20|21)\d{2}$/.test(text) ? { year: Number(text) } : null
}

/** The indexes of the draws in a window that took place, oldest first. */
export function drawsIn(draws: GameDraws, window: DrawWindow): number[] {
  const { last = Infinity, year }: { last?: number; year?: number } = window === 'all' ? {} : window
  const [from, to] = year === undefined ? [0, draws.length] : yearRange(draws, year)
  const found: number[] = []
  for (let i = from; i < to; i++) if (isDrawn(draws, i)) found.push(i)
  return found.slice(-last)
}

/** The draws that a statistic covers. */
export interface CoveredDraws {
  draws: number
  from: LagosDate | null
  to: LagosDate | null
}

function coveredDraws(draws: GameDraws, indexes: readonly number[]): CoveredDraws {
  if (indexes.length === 0) return { draws: 0, from: null, to: null }
  return {
    draws: indexes.length,
    from: dateAt(draws, indexes[0]!),
    to: dateAt(draws, indexes[indexes.length - 1]!),
  }
}

/** The places of a ranked list. */
export const TOP_PLACES = 5

export interface FrequentNumbers {
  sample: CoveredDraws
  /** Most frequent first; of equal counts the one drawn last, then the lower number. */
  top: { number: number; count: number; byLuck: number }[]
  /** The expected count of any one number. */
  expected: number
}

/** The five numbers that came most often among the winning five of a game. */
export function frequentNumbers(draws: GameDraws, window: DrawWindow): FrequentNumbers {
  const indexes = drawsIn(draws, window)
  const counts = new Uint16Array(DRAW_LIMITS.highestBall + 1)
  const lastSeen = new Int32Array(DRAW_LIMITS.highestBall + 1)
  for (const i of indexes) {
    for (let place = 0; place < DRAW_LIMITS.ballsPerSet; place++) {
      const ball = draws.balls[i * BALLS_PER_DRAW + place]!
      counts[ball]!++
      lastSeen[ball] = i
    }
  }
  const balls = Array.from({ length: DRAW_LIMITS.highestBall }, (_, i) => i + 1).filter(
    (ball) => counts[ball]! > 0,
  )
  // The sort is stable: equal numbers stay in ascending order.
  balls.sort((a, b) => counts[b]! - counts[a]! || lastSeen[b]! - lastSeen[a]!)
  const byLuck = expectedTopCounts(indexes.length, TOP_PLACES)
  return {
    sample: coveredDraws(draws, indexes),
    top: balls
      .slice(0, TOP_PLACES)
      .map((number, i) => ({ number, count: counts[number]!, byLuck: byLuck[i]! })),
    expected: expectedCount(indexes.length),
  }
}

export interface MovingNumbers {
  sample: CoveredDraws
  /** Numbers of the latest draw that also came in the draw before it, with the length of the run. */
  now: { number: number; inARow: number }[]
  /** The pairs of consecutive draws, how many shared a winning number, and how many share one by chance. */
  pairs: { total: number; sharing: number; expected: number }
  /** The numbers that repeated most often; `byLuck` is the expected count of that place of the list. */
  top: { number: number; count: number; byLuck: number }[]
  /** The expected repeats of any one number. */
  expectedPerNumber: number
}

/** Numbers of a game that came in consecutive draws. */
export function movingNumbers(draws: GameDraws, window: DrawWindow): MovingNumbers {
  const indexes = drawsIn(draws, window)
  const sets = indexes.map((i) => winningAt(draws, i))
  const counts = new Uint16Array(DRAW_LIMITS.highestBall + 1)
  let sharing = 0
  for (let i = 1; i < sets.length; i++) {
    const repeated = sets[i]!.filter((ball) => sets[i - 1]!.includes(ball))
    if (repeated.length > 0) sharing++
    for (const ball of repeated) counts[ball]!++
  }
  const now = sets
    .slice(-1)
    .flatMap((latest) => latest.map((number) => ({ number, inARow: runLength(sets, number) })))
    .filter(({ inARow }) => inARow > 1)
  const total = Math.max(0, sets.length - 1)
  const byLuck = expectedTopRepeats(sets.length, TOP_PLACES)
  const top = Array.from({ length: DRAW_LIMITS.highestBall }, (_, i) => ({
    number: i + 1,
    count: counts[i + 1]!,
  }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .slice(0, TOP_PLACES)
    .map((entry, i) => ({ ...entry, byLuck: byLuck[i]! }))
  return {
    sample: coveredDraws(draws, indexes),
    now,
    pairs: { total, sharing, expected: total * SHARED_NUMBER_PROBABILITY },
    top,
    expectedPerNumber: total * REPEAT_PROBABILITY,
  }
}

/** The number of latest draws in a row with a number. */
function runLength(sets: readonly number[][], number: number): number {
  let length = 0
  for (let i = sets.length - 1; i >= 0 && sets[i]!.includes(number); i--) length++
  return length
}
