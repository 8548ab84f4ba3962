/** Lapping. Players name it without a fixed rule; this is our definition (`/methods`). */
import { choose } from '../../luck/counts.ts'
import { type Distribution, normalised } from '../../luck/distribution.ts'
import { sumOf } from '../../luck/sums.ts'
import { type FigureTask, oneCount } from '../figure.ts'
import { asSteps, sameInBoth, stepsWhere } from '../open-draws.ts'
import { HIGHEST, type Sequence, SET_SIZE } from '../scope.ts'
import { carry, passed } from './carry.ts'

interface Lapping {
  /** The ten balls of each draw that has a next one. */
  trials: number
  hits: number
  luck: Distribution
}

/**
 * Lapping: a winning number that is among the next draw's machine numbers, or a machine number among its winning ones.
 *
 * @param sequences of both sets
 */
export function lapping(sequences: readonly Sequence[]): Lapping {
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
