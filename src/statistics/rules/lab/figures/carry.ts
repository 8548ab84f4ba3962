import { hitsOf } from '../../../../draws/rules/luck/counts.ts'
import { sumOf } from '../../../../draws/rules/luck/sums.ts'
import { formatCount } from '../../../../platform/rules/base/words.ts'
import { type FigureTask, lagLabel, markOf, wholeOf } from '../figure.ts'
import { asSteps, inBoth, sameInBoth, stepsWhere } from '../opened-draws.ts'
import { LAB_LAGS } from '../query.ts'
import { ballsAt, eachStep, type Sequence, SET_SIZE } from '../scope.ts'
import { itemAt } from '../../../../platform/rules/base/lists.ts'

/** Machine numbers that come as winning numbers (statistics.md, section 5: machine carry). */

/** The machine numbers of a draw that a later one has as winning numbers. Both have ten balls, the winning ones first. */
const passed = (now: Uint8Array, later: Uint8Array): number[] =>
  inBoth(now.subarray(SET_SIZE), later.subarray(0, SET_SIZE))

/**
 * Machine balls that are winning balls of the draw `lag` later.
 *
 * @param sequences of both sets
 * @param lag 0 for the same draw
 */
export function carry(sequences: readonly Sequence[], lag: number) {
  let [pairs, hits] = [0, 0]
  eachStep(sequences, lag, (sequence, t, u) => {
    pairs++
    hits += passed(ballsAt(sequence, t), ballsAt(sequence, u)).length
  })
  const luck = lag === 0 ? null : sumOf([{ distribution: hitsOf(SET_SIZE), times: pairs }])
  return { trials: pairs * SET_SIZE, hits, luck }
}

export const carryFigure: FigureTask = {
  answer({ sequences }) {
    const same = carry(sequences, 0)
    const later = LAB_LAGS.map((lag) => ({ lag, ...carry(sequences, lag) }))
    const marks = later.map(({ lag, trials, hits, luck }) =>
      markOf({ key: `lag.${lag}`, label: lagLabel(lag), count: hits, cases: trials, luck: luck! }),
    )
    return {
      sentences: [
        `Machine numbers that came as winning numbers in the next draw: ${itemAt(marks, 0).sentence}`,
      ],
      notes: [
        same.hits === 0
          ? 'In one draw this cannot happen: by the rules, its ten numbers all differ.'
          : `The ten numbers of a draw differ by rule, but ${formatCount(same.hits)} are in both sets. First check the rows for typing errors.`,
      ],
      series: [{ key: 'carry', title: 'Machine numbers that came as winning numbers', marks }],
    }
  },
  open({ sequences }, mark) {
    const [kind, text] = mark.split('.')
    const lag = kind === 'lag' ? wholeOf(text, 1, 3) : null
    if (lag === null) return null
    return asSteps(stepsWhere(sequences, lag, (now, later) => sameInBoth(passed(now, later))))
  },
}
