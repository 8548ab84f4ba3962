import { itemAt, tally } from '../../platform/rules/base/lists.ts'
import { chanceOfSharing } from '../../draws/rules/luck/chance.ts'
import type { LagosDate } from '../../platform/rules/base/calendar.ts'
import { DRAW_LIMITS } from '../../platform/rules/base/balls.ts'
import { dateAt, type GameDraws, isDrawn, winningAt, yearRange } from '../../draws/rules/history.ts'
import { frequency, luckOfNumber, topNumbers } from './lab/frequency.ts'
import { type DrawWindow, type LabSet, type Sequence, sequencesOf, WHOLE_HISTORY } from './lab/scope.ts'
import { centralRange, meanOf } from '../../draws/rules/luck/distribution.ts'
import { highest } from '../../draws/rules/luck/counts.ts'

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
    from: dateAt(draws, itemAt(indexes, 0)),
    to: dateAt(draws, itemAt(indexes, -1)),
  }
}

/** The places of a ranked list. */
const TOP_PLACES = 5

/** The five numbers that came most often in a game, among the winning five, the machine five, or both. */
export function frequentNumbers(draws: GameDraws, window: DrawWindow, set: LabSet = 'winning') {
  const sequences = sequencesOfGame(draws, window, set)
  const found = frequency(sequences)
  const luck = luckOfNumber(found)
  const lastSeen = lastDraws(sequences)
  const places = topNumbers(found, TOP_PLACES)
  // The sort is stable: equal numbers stay in ascending order.
  const ranked = [...places].sort(
    (a, b) => b.count - a.count || itemAt(lastSeen, b.number) - itemAt(lastSeen, a.number),
  )
  return {
    sample: coveredDraws(draws, [...(sequences[0]?.rows ?? [])]),
    /** Most frequent first; of equal counts the one drawn last, then the lower number. Each has the mean of its place by luck. */
    top: ranked
      .slice(0, TOP_PLACES)
      .map(({ number, count }, i) => ({ number, count, byLuck: itemAt(places, i).expected })),
    usual: { first: centralRange(highest(luck, DRAW_LIMITS.highestBall, 1)) },
    expected: meanOf(luck),
  }
}

/** How often each of the 90 numbers came in a game. */
export function numberCounts(draws: GameDraws, window: DrawWindow, set: LabSet) {
  const sequences = sequencesOfGame(draws, window, set)
  const found = frequency(sequences)
  const luck = luckOfNumber(found)
  return {
    sample: coveredDraws(draws, [...(sequences[0]?.rows ?? [])]),
    counts: [...found.counts.subarray(1)],
    expected: meanOf(luck),
    usual: centralRange(luck),
  }
}

/** The draws of one game in a window: one sequence, or none without draws. */
function sequencesOfGame(draws: GameDraws, window: DrawWindow, set: LabSet): Sequence[] {
  const history = { games: new Map([[draws.game, draws]]) }
  return sequencesOf(history, { ...WHOLE_HISTORY, window, set })
}

/** Entry `n`: the last draw with the number `n`. */
function lastDraws(sequences: readonly Sequence[]): Int32Array {
  const last = new Int32Array(DRAW_LIMITS.highestBall + 1)
  for (const { balls, width } of sequences)
    for (let i = 0; i < balls.length; i++) last[itemAt(balls, i)] = Math.floor(i / width)
  return last
}

/** Numbers of a game that came in consecutive draws. */
export function movingNumbers(draws: GameDraws, window: DrawWindow) {
  const indexes = drawsIn(draws, window)
  const sets = indexes.map((i) => winningAt(draws, i))
  const counts = new Uint16Array(DRAW_LIMITS.highestBall + 1)
  let sharing = 0
  for (let i = 1; i < sets.length; i++) {
    const repeated = itemAt(sets, i).filter((ball) => itemAt(sets, i - 1).includes(ball))
    if (repeated.length > 0) sharing++
    for (const ball of repeated) tally(counts, ball)
  }
  const now = sets
    .slice(-1)
    .flatMap((latest) => latest.map((number) => ({ number, inARow: runLength(sets, number) })))
    .filter(({ inARow }) => inARow > 1)
  const total = Math.max(0, sets.length - 1)
  const top = Array.from({ length: DRAW_LIMITS.highestBall }, (_, i) => ({
    number: i + 1,
    count: itemAt(counts, i + 1),
  }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .slice(0, TOP_PLACES)
  return {
    sample: coveredDraws(draws, indexes),
    now,
    pairs: { total, sharing, expected: total * chanceOfSharing() },
    top,
  }
}

/** The number of latest draws in a row with a number. */
function runLength(sets: readonly number[][], number: number): number {
  let length = 0
  for (let i = sets.length - 1; i >= 0 && itemAt(sets, i).includes(number); i--) length++
  return length
}
