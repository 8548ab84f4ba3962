/** The draws of a figure of the statistics lab (statistics.md, section 5). */
import { itemAt } from '../../../platform/rules/base/lists.ts'
import { dayOf, type LagosDate, type Weekday, weekdayOfDay } from '../../../platform/rules/base/calendar.ts'
import { DRAW_LIMITS } from '../../../platform/rules/base/balls.ts'
import {
  BALLS_PER_DRAW,
  firstOnOrAfter,
  type GameDraws,
  type History,
  isDrawn,
  yearRange,
} from '../../../draws/rules/history.ts'

/** The draws of a statistic: the last ones, all, or those of one calendar year. */
export type DrawWindow = { last: number } | 'all' | { year: number }

export const LAB_SETS = ['winning', 'machine', 'both'] as const
export type LabSet = (typeof LAB_SETS)[number]

export interface LabScope {
  /** Keys of games; null for all. An operator is the list of its games. */
  games: readonly string[] | null
  /** Only draws on this weekday; null for all. */
  weekday: Weekday | null
  /** The last draws of each game, a year, a range of dates (both included), or all. */
  window: DrawWindow | { from: LagosDate; to: LagosDate }
  set: LabSet
  /**
   * Leaves out pairs of draws with a "no draw" or a hole of the calendar between them. The missing day numbers of each
   * game come from `missingDays`. Null joins such draws.
   */
  leaveOutHoles: ReadonlyMap<string, readonly number[]> | null
}

export const WHOLE_HISTORY: LabScope = {
  games: null,
  weekday: null,
  window: 'all',
  set: 'winning',
  leaveOutHoles: null,
}

/** Beside counts of draws that a player chose. */
export const OWN_CHOICE_SENTENCE = 'Counts only. “Are the draws fair?” has the test.'

/**
 * The draws of one game in a scope, oldest first: draw `t + 1` follows draw `t`. Sequences of different games are never
 * joined.
 */
export interface Sequence {
  draws: GameDraws
  length: number
  /** The balls of one draw: 5, or 10 for both sets. */
  width: number
  /** `width` balls per draw, in drawing order. */
  balls: Uint8Array
  /** The index of each draw in the game's {@link GameDraws}, for opening the draws of a figure. */
  rows: Int32Array
  /** 1 where the draw does not follow the one before, because holes are left out. */
  breaks: Uint8Array
}

export const { ballsPerSet: SET_SIZE, highestBall: HIGHEST } = DRAW_LIMITS

/** The sequences of a scope, one for each game that has draws in it. */
export function sequencesOf(history: History, scope: LabScope): Sequence[] {
  const keys = scope.games ?? [...history.games.keys()]
  return keys.flatMap((key) => {
    const draws = history.games.get(key)
    const rows = draws ? rowsOf(draws, scope) : []
    return draws && rows.length > 0 ? [sequenceOf(draws, rows, scope)] : []
  })
}

function rowsOf(draws: GameDraws, { weekday, window, set }: LabScope): number[] {
  const [from, to] = rangeOf(draws, window)
  const rows: number[] = []
  for (let i = from; i < to; i++) {
    if (!isDrawn(draws, i) || (weekday !== null && weekdayOfDay(itemAt(draws.days, i)) !== weekday)) continue
    const start = i * BALLS_PER_DRAW
    const isComplete =
      (set === 'machine' || draws.balls[start] !== 0) &&
      (set === 'winning' || draws.balls[start + SET_SIZE] !== 0)
    if (isComplete) rows.push(i)
  }
  const isLast = typeof window === 'object' && 'last' in window
  return isLast ? rows.slice(Math.max(0, rows.length - window.last)) : rows
}

function rangeOf(draws: GameDraws, window: LabScope['window']): [number, number] {
  if (window === 'all' || 'last' in window) return [0, draws.length]
  if ('year' in window) return yearRange(draws, window.year)
  return [firstOnOrAfter(draws, dayOf(window.from)), firstOnOrAfter(draws, dayOf(window.to) + 1)]
}

/** Some draws of a game as a sequence. @param rows indexes of draws that took place, oldest first */
export function sequenceOf(
  draws: GameDraws,
  rows: readonly number[],
  { set, leaveOutHoles }: Pick<LabScope, 'set' | 'leaveOutHoles'>,
): Sequence {
  const width = set === 'both' ? BALLS_PER_DRAW : SET_SIZE
  const first = set === 'machine' ? SET_SIZE : 0
  const balls = new Uint8Array(rows.length * width)
  for (const [t, row] of rows.entries()) {
    const start = row * BALLS_PER_DRAW + first
    for (let place = 0; place < width; place++) balls[t * width + place] = draws.balls[start + place]!
  }
  const breaks = leaveOutHoles
    ? breaksOf(draws, rows, leaveOutHoles.get(draws.game) ?? [])
    : new Uint8Array(rows.length)
  return { draws, length: rows.length, width, balls, rows: Int32Array.from(rows), breaks }
}

/** @param missing day numbers, oldest first */
function breaksOf(draws: GameDraws, rows: readonly number[], missing: readonly number[]): Uint8Array {
  const breaks = new Uint8Array(rows.length)
  let next = 0
  for (let t = 1; t < rows.length; t++) {
    const [before, row] = [itemAt(rows, t - 1), itemAt(rows, t)]
    for (let i = before + 1; i < row; i++) if (!isDrawn(draws, i)) breaks[t] = 1
    while (next < missing.length && itemAt(missing, next) <= itemAt(draws.days, before)) next++
    if (next < missing.length && itemAt(missing, next) < itemAt(draws.days, row)) breaks[t] = 1
  }
  return breaks
}

/** The draws of all sequences. */
export const drawsIn = (sequences: readonly Sequence[]): number =>
  sequences.reduce((sum, { length }) => sum + length, 0)

/** The balls of one draw in a scope: 5 or 10. */
export const widthOf = (sequences: readonly Sequence[]): number => sequences[0]?.width ?? SET_SIZE

/**
 * For each draw `t` the last index `s` so that all draws from `t` to `s` follow each other: a pair `t`, `t + lag` counts
 * when `t + lag` is at most `reach[t]`.
 */
export function reachOf({ length, breaks }: Sequence): Int32Array {
  const reach = new Int32Array(length)
  for (let t = length - 1; t >= 0; t--) reach[t] = t + 1 < length && breaks[t + 1] === 0 ? reach[t + 1]! : t
  return reach
}

/** Visits each draw `t` that has a draw `lag` later, which is `u`. */
export function eachStep(
  sequences: readonly Sequence[],
  lag: number,
  visit: (sequence: Sequence, t: number, u: number) => void,
): void {
  for (const sequence of sequences) {
    const reach = reachOf(sequence)
    for (let t = 0; t + lag < sequence.length; t++) if (t + lag <= reach[t]!) visit(sequence, t, t + lag)
  }
}

/** The balls of draw `t`. */
export const ballsAt = ({ balls, width }: Sequence, t: number): Uint8Array =>
  balls.subarray(t * width, (t + 1) * width)

/** The different balls of draw `t`: a number in both sets is a typing error, and counts once. */
export function numbersAt(sequence: Sequence, t: number): Uint8Array {
  const balls = ballsAt(sequence, t)
  return sequence.width === SET_SIZE ? balls : balls.filter((ball, i) => balls.indexOf(ball) === i)
}

/** Whether draw `t` has a number. */
export function has({ balls, width }: Sequence, t: number, number: number): boolean {
  for (let i = t * width; i < (t + 1) * width; i++) if (balls[i] === number) return true
  return false
}

/** Marks the numbers of draw `t`: entry `n` of the result is 1 when the draw has it. `marks` is cleared by a second call. */
export function mark({ balls, width }: Sequence, t: number, marks: Uint8Array, value: 0 | 1): void {
  for (let i = t * width; i < (t + 1) * width; i++) marks[balls[i]!] = value
}
