/** Numbers that pass from one set of balls to another (statistics.md, section 5: machine carry). */
import { hitsOf } from '../../luck/counts.ts'
import type { Distribution } from '../../luck/distribution.ts'
import { sumOf } from '../../luck/sums.ts'
import { formatCount } from '../../base/words.ts'
import type { DrawType } from '../../base/balls.ts'
import { type FigureTask, lagLabel, markOf, wholeOf } from '../figure.ts'
import { asSteps, inBoth, sameInBoth, stepsWhere } from '../open-draws.ts'
import { LAB_LAGS } from '../query.ts'
import { ballsAt, eachStep, type Sequence, SET_SIZE } from '../scope.ts'
import { itemAt } from '../../base/lists.ts'

interface Carry {
  /** The balls of the first set whose later draw is known. */
  trials: number
  hits: number
  /** The hits by luck, 1/18 of the trials; null for the same draw, whose ten balls differ by rule. */
  luck: Distribution | null
}

/** The numbers of one set of a draw that are in a set of a later one. @param now the ten balls of a draw */
export function passed(now: Uint8Array, later: Uint8Array, from: DrawType, to: DrawType): number[] {
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
export function carry(sequences: readonly Sequence[], from: DrawType, to: DrawType, lag: number): Carry {
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
