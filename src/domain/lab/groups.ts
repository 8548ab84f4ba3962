/** Groups of numbers that players follow, such as 1-10-89 (statistics.md, section 5: groups). */
import { DRAW_LIMITS } from '../draw-limits.ts'
import { binomial } from '../luck/counts.ts'
import type { Distribution } from '../luck/distribution.ts'
import { mark, reachOf, type Sequence, widthOf } from './scope.ts'

const { highestBall: HIGHEST } = DRAW_LIMITS

/** A group of three or more different numbers from 1 to 90. */
export type NumberGroup = readonly number[]

/** A number that a group points to: one of the group came in draw A, another in draw B, this one has not. */
export interface Pointing {
  group: NumberGroup
  number: number
}

export interface GroupMoves {
  /** The numbers that groups pointed to, over all groups and draws with a next one. */
  trials: number
  /** How many of them came in the next draw. */
  hits: number
  /** 1/18 of the trials, pooled over groups. Groups that share numbers make the range approximate. */
  luck: Distribution
}

/**
 * How often groups came true: one number in draw A, another in the next draw B, and a further one in the draw C after it.
 * Each further number of a group is one trial for A and B.
 */
export function groupMoves(sequences: readonly Sequence[], groups: readonly NumberGroup[]): GroupMoves {
  const groupsWith = groupsByNumber(groups)
  const marks = new Uint8Array(HIGHEST + 1)
  let trials = 0
  let hits = 0
  for (const sequence of sequences) {
    const reach = reachOf(sequence)
    for (let t = 0; t < sequence.length; t++) {
      if (t + 2 > reach[t]!) continue
      const pointed = pointedAt(sequence, t, groupsWith)
      if (pointed.length === 0) continue
      trials += pointed.length
      mark(sequence, t + 2, marks, 1)
      for (const { number } of pointed) hits += marks[number]!
      mark(sequence, t + 2, marks, 0)
    }
  }
  return { trials, hits, luck: binomial(trials, widthOf(sequences) / HIGHEST) }
}

/** A move that came true: the rows of the three draws and the numbers that came. */
export interface GroupHit {
  group: NumberGroup
  game: string
  rows: [a: number, b: number, c: number]
  /** The number of the group that came in the third draw. */
  number: number
}

/** The draws behind {@link groupMoves}. */
export function groupHits(sequences: readonly Sequence[], groups: readonly NumberGroup[]): GroupHit[] {
  const groupsWith = groupsByNumber(groups)
  const hits: GroupHit[] = []
  for (const sequence of sequences) {
    const reach = reachOf(sequence)
    const { rows, draws } = sequence
    for (let t = 0; t < sequence.length; t++) {
      if (t + 2 > reach[t]!) continue
      for (const { group, number } of pointedAt(sequence, t, groupsWith))
        if (has(sequence, t + 2, number))
          hits.push({ group, game: draws.game, rows: [rows[t]!, rows[t + 1]!, rows[t + 2]!], number })
    }
  }
  return hits
}

/** Entry `n`: the groups with the number `n`. */
function groupsByNumber(groups: readonly NumberGroup[]): NumberGroup[][] {
  return Array.from({ length: HIGHEST + 1 }, (_, number) => groups.filter((group) => group.includes(number)))
}

/** What the groups point to after the two newest draws of a sequence. */
export function pointedNow(sequence: Sequence, groups: readonly NumberGroup[]): Pointing[] {
  const { length } = sequence
  return length < 2 || sequence.breaks[length - 1] === 1
    ? []
    : pointedAt(sequence, length - 2, groupsByNumber(groups))
}

/** What the groups point to by the draws `t` and `t + 1`, in the order of the balls of draw `t`. */
function pointedAt(sequence: Sequence, t: number, groupsWith: readonly NumberGroup[][]): Pointing[] {
  const { balls, width } = sequence
  const found: Pointing[] = []
  for (let i = t * width; i < (t + 1) * width; i++) {
    const a = balls[i]!
    for (const group of groupsWith[a]!)
      for (const b of group) {
        if (b === a || !has(sequence, t + 1, b)) continue
        for (const number of group) {
          const isKnown = found.some((one) => one.group === group && one.number === number)
          if (number !== a && number !== b && !isKnown) found.push({ group, number })
        }
      }
  }
  return found
}

function has({ balls, width }: Sequence, t: number, number: number): boolean {
  for (let i = t * width; i < (t + 1) * width; i++) if (balls[i] === number) return true
  return false
}
