import { expectedCount, luckyCounts, luckyRepeats, REPEAT, SHARE } from './chance.ts'
import type { LagosDate } from './calendar.ts'
import { BALLS_PER_DRAW, dateAt, type GameDraws, isDrawn, winningAt, yearRange } from './history.ts'
import { LIMITS } from './limits.ts'

/** Which draws a statistic reads: the last so many, all, or those of one calendar year. */
export type Window = { last: number } | 'all' | { year: number }

export const LAST_WINDOWS = [30, 100] as const

/** A window out of its text in an address: `30`, `100`, `all`, or a year; null for anything else. */
export function parseWindow(text: string): Window | null {
  if (text === 'all') return 'all'
  if (LAST_WINDOWS.some((last) => String(last) === text)) return { last: Number(text) }
  return /^(19|20|21)\d{2}$/.test(text) ? { year: Number(text) } : null
}

/** Indexes of the draws in a window that took place, oldest first. */
export function drawsIn(draws: GameDraws, window: Window): number[] {
  const [from, to] =
    typeof window === 'object' && 'year' in window ? yearRange(draws, window.year) : [0, draws.length]
  const found: number[] = []
  for (let i = from; i < to; i++) if (isDrawn(draws, i)) found.push(i)
  return typeof window === 'object' && 'last' in window ? found.slice(-window.last) : found
}

/** How a statistic was made: what a reader needs to judge it. */
export interface Sample {
  draws: number
  from: LagosDate | null
  to: LagosDate | null
}

function sampleOf(draws: GameDraws, indexes: readonly number[]): Sample {
  if (indexes.length === 0) return { draws: 0, from: null, to: null }
  return {
    draws: indexes.length,
    from: dateAt(draws, indexes[0]!),
    to: dateAt(draws, indexes[indexes.length - 1]!),
  }
}

export const TOP = 5

export interface FrequentNumbers {
  sample: Sample
  /** Most frequent first; of equal counts the one drawn last, then the lower number. */
  top: { number: number; count: number; byLuck: number }[]
  /** How often a number picked beforehand is expected in that many draws. */
  expected: number
}

/** The five numbers that came most often among the winning five of a game. */
export function frequentNumbers(draws: GameDraws, window: Window): FrequentNumbers {
  const indexes = drawsIn(draws, window)
  const counts = new Uint16Array(LIMITS.highestBall + 1)
  const lastSeen = new Int32Array(LIMITS.highestBall + 1).fill(-1)
  for (const i of indexes) {
    for (let place = 0; place < LIMITS.ballsPerSet; place++) {
      const ball = draws.balls[i * BALLS_PER_DRAW + place]!
      counts[ball]!++
      lastSeen[ball] = i
    }
  }
  const balls = Array.from({ length: LIMITS.highestBall }, (_, i) => i + 1).filter(
    (ball) => counts[ball]! > 0,
  )
  balls.sort((a, b) => counts[b]! - counts[a]! || lastSeen[b]! - lastSeen[a]! || a - b)
  const byLuck = indexes.length > 0 ? luckyCounts(indexes.length, TOP) : []
  return {
    sample: sampleOf(draws, indexes),
    top: balls.slice(0, TOP).map((number, i) => ({ number, count: counts[number]!, byLuck: byLuck[i]! })),
    expected: expectedCount(indexes.length),
  }
}

export interface MovingNumbers {
  sample: Sample
  /** Numbers of the latest draw that also came in the draws just before it, with how many in a row. */
  now: { number: number; inARow: number }[]
  /** Of so many pairs of consecutive draws, how many shared a winning number, and how many luck alone gives. */
  pairs: { total: number; sharing: number; expected: number }
  /** Numbers that came in two consecutive draws most often; `byLuck` is what luck alone gives that place of the list. */
  top: { number: number; count: number; byLuck: number }[]
  /** How often a number picked beforehand is expected to. */
  expectedPerNumber: number
}

/** Numbers of a game that came in consecutive draws. */
export function movingNumbers(draws: GameDraws, window: Window): MovingNumbers {
  const indexes = drawsIn(draws, window)
  const sets = indexes.map((i) => winningAt(draws, i))
  const counts = new Uint16Array(LIMITS.highestBall + 1)
  let sharing = 0
  for (let i = 1; i < sets.length; i++) {
    const repeated = sets[i]!.filter((ball) => sets[i - 1]!.includes(ball))
    if (repeated.length > 0) sharing++
    for (const ball of repeated) counts[ball]!++
  }
  const latest = sets[sets.length - 1] ?? []
  const now = latest
    .map((number) => ({ number, inARow: runLength(sets, number) }))
    .filter(({ inARow }) => inARow > 1)
  const total = Math.max(0, sets.length - 1)
  const byLuck = luckyRepeats(sets.length, TOP)
  const top = Array.from({ length: LIMITS.highestBall }, (_, i) => ({ number: i + 1, count: counts[i + 1]! }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || a.number - b.number)
    .slice(0, TOP)
    .map((entry, i) => ({ ...entry, byLuck: byLuck[i]! }))
  return {
    sample: sampleOf(draws, indexes),
    now,
    pairs: { total, sharing, expected: total * SHARE },
    top,
    expectedPerNumber: total * REPEAT,
  }
}

/** In how many draws in a row, counted back from the latest, a number came. */
function runLength(sets: readonly number[][], number: number): number {
  let length = 0
  for (let i = sets.length - 1; i >= 0 && sets[i]!.includes(number); i--) length++
  return length
}
