/** The draws between two comings of a number (statistics.md, section 5: gap). */
import { DRAW_LIMITS } from '../draw-limits.ts'
import { chanceOfNoLongerRun } from '../luck/runs.ts'
import type { Distribution } from '../luck/distribution.ts'
import { type Sequence, widthOf } from './scope.ts'

const { highestBall: HIGHEST } = DRAW_LIMITS

/** The gaps of one number in the draws of one game. */
export interface NumberGaps {
  number: number
  came: number
  /** The draw in which it came last, as an index of the game's draws; null if it never came. */
  lastRow: number | null
  /** Draws after the last one with the number: 0 if it is in the newest, all if it never came. */
  current: number
  /** The longest run of draws without it, with the runs before its first and after its last coming. */
  record: number
  /** The longest run between two comings; null if it came less than twice. */
  recordBetween: number | null
  /** The mean number of draws without it between two comings; null if it came less than twice. */
  mean: number | null
}

/** The gaps of the numbers 1 to 90 in one game. */
export function gapsOf({ balls, width, length, rows }: Sequence): NumberGaps[] {
  const came = new Int32Array(HIGHEST + 1)
  const first = new Int32Array(HIGHEST + 1).fill(-1)
  const last = new Int32Array(HIGHEST + 1).fill(-1)
  const between = new Int32Array(HIGHEST + 1).fill(-1)
  for (let t = 0; t < length; t++) {
    for (let i = t * width; i < (t + 1) * width; i++) {
      const ball = balls[i]!
      if (last[ball] === t) continue
      if (last[ball]! < 0) first[ball] = t
      else between[ball] = Math.max(between[ball]!, t - last[ball]! - 1)
      last[ball] = t
      came[ball]!++
    }
  }
  return Array.from({ length: HIGHEST }, (_, i) => {
    const number = i + 1
    const [times, lastAt, firstAt] = [came[number]!, last[number]!, first[number]!]
    const current = length - 1 - lastAt
    return {
      number,
      came: times,
      lastRow: lastAt < 0 ? null : rows[lastAt]!,
      current,
      record: Math.max(between[number]!, current, firstAt),
      recordBetween: times < 2 ? null : between[number]!,
      mean: times < 2 ? null : (lastAt - firstAt - (times - 1)) / (times - 1),
    }
  })
}

/** The chance that a number stays away for at least `gap` draws: (17/18)^gap, (8/9)^gap for both sets. */
export function chanceOfGap(gap: number, width: number = DRAW_LIMITS.ballsPerSet): number {
  return (1 - width / HIGHEST) ** gap
}

/** The longest gap of one number in any game, beside luck. */
export interface LongestGap {
  number: number
  draws: number
  game: string
}

/** For each number its longest gap in any game of a scope. */
export function longestGaps(sequences: readonly Sequence[]): LongestGap[] {
  const longest = Array.from({ length: HIGHEST }, (_, i) => ({ number: i + 1, draws: -1, game: '' }))
  for (const sequence of sequences)
    for (const { number, record } of gapsOf(sequence))
      if (record > longest[number - 1]!.draws)
        longest[number - 1] = { number, draws: record, game: sequence.draws.game }
  return longest
}

/** Chances below this are left out of the distribution of the longest gap. */
const RAREST = 1e-13

/** The longest gap of one number in any game of a scope by luck: exact, because the games are independent. */
export function luckOfLongestGap(sequences: readonly Sequence[]): Distribution {
  const games = new Map<number, number>()
  for (const { length } of sequences) games.set(length, (games.get(length) ?? 0) + 1)
  const chance = widthOf(sequences) / HIGHEST
  const atMost = (gap: number) =>
    [...games].reduce(
      (product, [length, times]) => product * chanceOfNoLongerRun(length, chance, gap) ** times,
      1,
    )
  const longest = Math.max(0, ...games.keys())
  const from = firstWhere(longest, (gap) => atMost(gap) >= RAREST)
  const to = firstWhere(longest, (gap) => atMost(gap) >= 1 - RAREST)
  const chances = new Float64Array(to - from + 1)
  for (let gap = from, before = 0; gap <= to; gap++) {
    const now = atMost(gap)
    chances[gap - from] = Math.max(0, now - before)
    before = now
  }
  return { from, chances }
}

/** The smallest whole number up to `most` from which a condition holds. */
function firstWhere(most: number, holds: (value: number) => boolean): number {
  let low = 0
  let high = most
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}
