/** The draws behind a figure: every mark of a picture opens them (statistics.md, section 7). */
import type { Relation } from './relatives.ts'
import { reachOf, type Sequence } from './scope.ts'

/** A draw of a game, as an index of the game's draws. */
export interface OpenedDraw {
  game: string
  row: number
}

/** A draw, the draw after it at a lag, and the numbers of both that make them a case. */
export interface OpenedStep extends OpenedDraw {
  laterRow: number
  from: number[]
  to: number[]
}

/** A draw with the numbers that make it a case. */
export interface MarkedDraw extends OpenedDraw {
  numbers: number[]
}

/** The cases within single draws. @param casesOf the numbers of each case of a draw; none if it does not count */
export function casesInDraws(
  sequences: readonly Sequence[],
  casesOf: (balls: Uint8Array) => readonly number[][],
): MarkedDraw[] {
  const found: MarkedDraw[] = []
  for (const { draws, balls, width, length, rows } of sequences)
    for (let t = 0; t < length; t++)
      for (const numbers of casesOf(balls.subarray(t * width, (t + 1) * width)))
        found.push({ game: draws.game, row: rows[t]!, numbers })
  return found
}

/** The draws whose balls fulfil a condition: a number, a box, a sum, a count of odd balls. */
export function drawsWhere(
  sequences: readonly Sequence[],
  holds: (balls: Uint8Array) => boolean,
): OpenedDraw[] {
  return casesInDraws(sequences, (balls) => (holds(balls) ? [[]] : []))
}

/** The cases in which `to` came `lag` draws after `from`. */
export function followerDraws(
  sequences: readonly Sequence[],
  from: number,
  to: number,
  lag: number,
): OpenedStep[] {
  return stepsWhere(sequences, lag, (now, later) =>
    now.includes(from) && later.includes(to) ? [{ from: [from], to: [to] }] : [],
  )
}

/** The hits of a chart cell. */
export function chartDraws(
  sequences: readonly Sequence[],
  { relative }: Relation,
  lag: number,
): OpenedStep[] {
  return stepsWhere(sequences, lag, (now, later) =>
    [...now].flatMap((from) => {
      const to = relative[from]!
      return to > 0 && later.includes(to) ? [{ from: [from], to: [to] }] : []
    }),
  )
}

/** Steps from a draw to the one `lag` later. @param casesOf the cases that two draws make; none if they do not count */
export function stepsWhere(
  sequences: readonly Sequence[],
  lag: number,
  casesOf: (now: Uint8Array, later: Uint8Array) => { from: number[]; to: number[] }[],
): OpenedStep[] {
  const found: OpenedStep[] = []
  for (const sequence of sequences) {
    const { draws, balls, width, length, rows } = sequence
    const reach = reachOf(sequence)
    const ballsAt = (t: number) => balls.subarray(t * width, (t + 1) * width)
    for (let t = 0; t < length; t++) {
      if (t + lag > reach[t]!) continue
      for (const { from, to } of casesOf(ballsAt(t), ballsAt(t + lag)))
        found.push({ game: draws.game, row: rows[t]!, laterRow: rows[t + lag]!, from, to })
    }
  }
  return found
}
