import { ballsAt, eachStep, type Sequence } from './scope.ts'
import { itemAt } from '../../../platform/rules/base/lists.ts'
import type { Relation } from './chart.ts'

/** A draw as an index of its game's draws, with the numbers to highlight. */
interface OpenedDraw {
  game: string
  row: number
  numbers: readonly number[]
}

/** One case behind a mark: the draws that make it, oldest first. Most cases are one or two draws. */
export type OpenedCase = readonly OpenedDraw[]

/** The draws behind a figure: every mark of a picture opens them (statistics.md, section 7). */

/** A draw of a game, as an index of the game's draws. */
interface DrawRow {
  game: string
  row: number
}

/** A draw, the draw after it at a lag, and the numbers of both that make them a case. */
interface OpenedStep extends DrawRow {
  laterRow: number
  from: number[]
  to: number[]
}

/** The cases within single draws. @param casesOf the numbers of each case of a draw; none if it does not count */
export function casesInDraws(
  sequences: readonly Sequence[],
  casesOf: (balls: Uint8Array) => readonly (readonly number[])[],
): OpenedCase[] {
  const found: OpenedCase[] = []
  for (const sequence of sequences)
    for (let t = 0; t < sequence.length; t++)
      for (const numbers of casesOf(ballsAt(sequence, t)))
        found.push([{ game: sequence.draws.game, row: itemAt(sequence.rows, t), numbers }])
  return found
}

/** The draws whose balls fulfil a condition. */
export const drawsWhere = (
  sequences: readonly Sequence[],
  holds: (balls: Uint8Array) => boolean,
): DrawRow[] => casesInDraws(sequences, (balls) => (holds(balls) ? [[]] : [])).flat()

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
    [...new Set(now)].flatMap((from) => {
      const to = itemAt(relative, from)
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
  eachStep(sequences, lag, (sequence, t, u) => {
    const { draws, rows } = sequence
    for (const { from, to } of casesOf(ballsAt(sequence, t), ballsAt(sequence, u)))
      found.push({ game: draws.game, row: itemAt(rows, t), laterRow: itemAt(rows, u), from, to })
  })
  return found
}

/**
 * For each draw, or ball of it, the step to the nearest of the next draws. Only draws with all of these ahead count.
 *
 * @param stepsAt the steps to the draw `lag` later
 */
export function nearestSteps(
  sequences: readonly Sequence[],
  draws: number,
  stepsAt: (lag: number) => OpenedStep[],
): OpenedStep[] {
  const complete = new Set(stepsWhere(sequences, draws, () => [{ from: [], to: [] }]).map(keyOf))
  const nearest = new Map<string, OpenedStep>()
  for (let lag = 1; lag <= draws; lag++)
    for (const step of stepsAt(lag)) {
      const ball = `${keyOf(step)} ${step.from[0]}`
      if (complete.has(keyOf(step)) && !nearest.has(ball)) nearest.set(ball, step)
    }
  return [...nearest.values()]
}

const keyOf = ({ game, row }: DrawRow) => `${game} ${row}`

/** Cases of a draw and a later one. */
export const asSteps = (steps: readonly OpenedStep[]): OpenedCase[] =>
  steps.map(({ game, row, laterRow, from, to }) => [
    { game, row, numbers: from },
    { game, row: laterRow, numbers: to },
  ])

export function inBoth(now: Uint8Array, later: Uint8Array): number[] {
  const found: number[] = []
  for (const ball of now) if (later.includes(ball)) found.push(ball)
  return found
}

/** The case of a step in which both draws have the same numbers. */
export const sameInBoth = (numbers: number[]) => (numbers.length > 0 ? [{ from: numbers, to: numbers }] : [])
