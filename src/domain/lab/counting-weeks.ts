/** Counting weeks: a number that comes again after the same gap (statistics.md, section 5: counting weeks). */
import { DRAW_LIMITS } from '../draw-limits.ts'
import type { Sequence } from './scope.ts'

const { highestBall: HIGHEST } = DRAW_LIMITS

/** Three comings in a row of one number with equal gaps: draws t − 2·gap, t − gap and t, none between. */
export interface EqualGaps {
  number: number
  /** Draws from one coming to the next: 1 for consecutive draws. */
  gap: number
  /** The draw of the third coming, as an index of the game's draws. */
  row: number
}

export interface CountingWeeks {
  /** How often a number had two equal gaps in a row. */
  count: number
  /** Three comings in a row, of any gaps. */
  cases: number
  /** The count if the draws of each game are put into a random order: exact. */
  expected: number
  /** The numbers whose last two gaps are equal, and that would come a fourth time `dueIn` draws from now. */
  running: (EqualGaps & { game: string; dueIn: number })[]
}

export function countingWeeks(sequences: readonly Sequence[]): CountingWeeks {
  const result: CountingWeeks = { count: 0, cases: 0, expected: 0, running: [] }
  for (const sequence of sequences) addSequence(sequence, result)
  result.running.sort((a, b) => a.dueIn - b.dueIn || a.number - b.number)
  return result
}

function addSequence({ balls, width, length, rows, draws }: Sequence, result: CountingWeeks): void {
  const last = new Int32Array(HIGHEST + 1).fill(-1)
  const gaps = new Int32Array(HIGHEST + 1)
  const isEqual = new Uint8Array(HIGHEST + 1)
  const came = new Int32Array(HIGHEST + 1)
  for (let t = 0; t < length; t++) {
    for (let i = t * width; i < (t + 1) * width; i++) {
      const ball = balls[i]!
      if (last[ball] === t) continue
      came[ball]!++
      if (last[ball]! >= 0) {
        const gap = t - last[ball]!
        isEqual[ball] = gap === gaps[ball] ? 1 : 0
        result.count += isEqual[ball]
        gaps[ball] = gap
      }
      last[ball] = t
    }
  }
  for (let number = 1; number <= HIGHEST; number++) {
    result.cases += Math.max(0, came[number]! - 2)
    result.expected += expectedEqualGaps(length, came[number]!)
    const dueIn = gaps[number]! - (length - 1 - last[number]!)
    if (isEqual[number] === 1 && dueIn > 0)
      result.running.push({ number, gap: gaps[number]!, row: rows[last[number]!]!, game: draws.game, dueIn })
  }
}

/** Three comings of a number with equal gaps, as indexes of the game's draws. */
export interface EqualGapDraws {
  number: number
  game: string
  rows: [number, number, number]
}

/** The draws behind the count of {@link countingWeeks}. */
export function equalGapDraws(sequences: readonly Sequence[]): EqualGapDraws[] {
  const found: EqualGapDraws[] = []
  for (const { balls, width, length, rows, draws } of sequences) {
    const last = new Int32Array(HIGHEST + 1).fill(-1)
    const before = new Int32Array(HIGHEST + 1).fill(-1)
    for (let t = 0; t < length; t++) {
      for (const number of new Set(balls.subarray(t * width, (t + 1) * width))) {
        const [one, two] = [before[number]!, last[number]!]
        if (one >= 0 && t - two === two - one)
          found.push({ number, game: draws.game, rows: [rows[one]!, rows[two]!, rows[t]!] })
        before[number] = two
        last[number] = t
      }
    }
  }
  return found
}

/**
 * How often two gaps in a row are equal when `came` comings are at random places among `length` draws: for each gap g
 * the share of arrangements with both, C(length − 2g, came − 2) / C(length, came), times the came − 2 places for it.
 */
export function expectedEqualGaps(length: number, came: number): number {
  if (came < 3) return 0
  // C(length − 2, came − 2) / C(length, came)
  let share = (came * (came - 1)) / (length * (length - 1))
  let sum = 0
  for (let free = length - 2; free >= came - 2 && share > 0; free -= 2) {
    sum += share
    share *= ((free - came + 2) * (free - came + 1)) / (free * (free - 1))
  }
  return (came - 2) * sum
}
