import { hitsOf, choose } from '../../luck/counts.ts'
import { type Distribution, normalised } from '../../luck/distribution.ts'
import { sumOf } from '../../luck/sums.ts'
import { formatCount } from '../../base/words.ts'
import type { DrawType } from '../../base/balls.ts'
import {
  type FigureTask,
  lagLabel,
  markOf,
  wholeOf,
  asSteps,
  inBoth,
  sameInBoth,
  stepsWhere,
  oneCount,
} from '../figure.ts'
import { LAB_LAGS } from '../query.ts'
import { ballsAt, eachStep, type Sequence, SET_SIZE, HIGHEST } from '../scope.ts'
import { itemAt } from '../../base/lists.ts'

/** Numbers that pass from one set of balls to another (statistics.md, section 5: machine carry). */

/** The numbers of one set of a draw that are in a set of a later one. @param now the ten balls of a draw */
function passed(now: Uint8Array, later: Uint8Array, from: DrawType, to: DrawType): number[] {
  const setOf = (balls: Uint8Array, type: DrawType) =>
    type === 'winning' ? balls.subarray(0, SET_SIZE) : balls.subarray(SET_SIZE)
  return inBoth(setOf(now, from), setOf(later, to))
}

/**
 * Balls of one set that are in another set of the draw `lag` later.
 *
 * @param sequences of both sets
 * @param lag 0 for the same draw
 */
export function carry(sequences: readonly Sequence[], from: DrawType, to: DrawType, lag: number) {
  let [pairs, hits] = [0, 0]
  eachStep(sequences, lag, (sequence, t, u) => {
    pairs++
    hits += passed(ballsAt(sequence, t), ballsAt(sequence, u), from, to).length
  })
  const luck = lag === 0 ? null : sumOf([{ distribution: hitsOf(SET_SIZE), times: pairs }])
  return { trials: pairs * SET_SIZE, hits, luck }
}

export const carryFigure: FigureTask = {
  answer({ sequences }) {
    const same = carry(sequences, 'machine', 'winning', 0)
    const later = LAB_LAGS.map((lag) => ({ lag, ...carry(sequences, 'machine', 'winning', lag) }))
    const marks = later.map(({ lag, trials, hits, luck }) =>
      markOf({ key: `lag.${lag}`, label: lagLabel(lag), count: hits, cases: trials, luck: luck! }),
    )
    return {
      sentences: [
        `Machine numbers that came as winning numbers in the next draw: ${itemAt(marks, 0).sentence}`,
      ],
      notes: [
        same.hits === 0
          ? 'In the same draw it never happens: its ten numbers differ by rule.'
          : `The ten numbers of a draw differ by rule, but ${formatCount(same.hits)} are in both sets. First check the rows for typing errors.`,
      ],
      series: [{ key: 'carry', title: 'Machine numbers that came as winning numbers', marks }],
    }
  },
  open({ sequences }, mark) {
    const [kind, text] = mark.split('.')
    const lag = kind === 'lag' ? wholeOf(text, 1, 3) : null
    if (lag === null) return null
    return asSteps(
      stepsWhere(sequences, lag, (now, later) => sameInBoth(passed(now, later, 'machine', 'winning'))),
    )
  },
}

/** Lapping. Players name it without a fixed rule; this is our definition (`/methods`). */

/**
 * Lapping: a winning number that is among the next draw's machine numbers, or a machine number among its winning ones.
 *
 * @param sequences of both sets
 */
export function lapping(sequences: readonly Sequence[]) {
  const down = carry(sequences, 'winning', 'machine', 1)
  const up = carry(sequences, 'machine', 'winning', 1)
  const luck = sumOf([{ distribution: lapsOfOneDraw(), times: down.trials / SET_SIZE }])
  return { trials: down.trials + up.trials, hits: down.hits + up.hits, luck }
}

/** The laps of one draw: its winning five take `a` of the old machine five and `b` of the old winning five. */
function lapsOfOneDraw(): Distribution {
  const weights = new Float64Array(2 * SET_SIZE + 1)
  for (let a = 0; a <= SET_SIZE; a++)
    for (let b = 0; b <= SET_SIZE - a; b++)
      for (let laps = 0; laps <= SET_SIZE - b; laps++)
        weights[a + laps]! +=
          choose(SET_SIZE, a) *
          choose(SET_SIZE, b) *
          choose(HIGHEST - 2 * SET_SIZE, SET_SIZE - a - b) *
          choose(SET_SIZE - b, laps) *
          choose(HIGHEST - 2 * SET_SIZE + b, SET_SIZE - laps)
  return normalised(0, weights)
}

export const lappingFigure: FigureTask = {
  answer: ({ sequences }) =>
    oneCount('Numbers that passed between winning and machine in the next draw', lapping(sequences)),
  open({ sequences }, mark) {
    if (mark !== 'all') return null
    return asSteps(
      stepsWhere(sequences, 1, (now, later) =>
        sameInBoth([
          ...passed(now, later, 'winning', 'machine'),
          ...passed(now, later, 'machine', 'winning'),
        ]),
      ),
    )
  },
}
