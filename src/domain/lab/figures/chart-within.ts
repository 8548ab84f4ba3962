/** The relatives of the chart within the next draws (statistics.md, section 5: chart relative, within L). */
import { binomial } from '../../luck/counts.ts'
import type { Distribution } from '../../luck/distribution.ts'
import type { LabSeries } from '../answer.ts'
import { cellsByLuck } from '../chart.ts'
import { APPROXIMATE_NOTE, type FigureTask, markOf, outsideByLuckOf, outsideSentence } from '../figure.ts'
import { asSteps, chartDraws, nearestSteps } from '../open-draws.ts'
import { LAB_LAGS } from '../query.ts'
import { type Relation, RELATIONS } from '../relatives.ts'
import { ballsAt, HIGHEST, reachOf, type Sequence, widthOf } from '../scope.ts'
import { cellOf, leftOutNote } from './chart-test.ts'
import { chanceWithin } from './followers.ts'
import { itemAt } from '../../base/lists.ts'

/** Hits of relatives in at least one of several draws. */
interface WithinDraws {
  trials: number
  hits: number
  /**
   * Exact for one draw. For more, 1 − (17/18)^draws of the trials: neighbouring trials share draws, so the range is
   * approximate.
   */
  luck: Distribution
}

/**
 * For each number of draws, each column: how often the relatives of balls came in at least one of the next draws.
 *
 * @param windows numbers of draws, 1 to 3
 */
export function chartWithin(
  sequences: readonly Sequence[],
  relations: readonly Relation[],
  windows: readonly number[],
): WithinDraws[][] {
  const exact = cellsByLuck(sequences, relations, [1])
  const counted = windows.map((draws) => ({
    draws,
    cells: relations.map(({ relative }) => ({ relative, trials: 0, hits: 0 })),
  }))
  for (const sequence of sequences) {
    const reach = reachOf(sequence)
    // For each number its next coming, seen from the newest draw back.
    const next = new Int32Array(HIGHEST + 1).fill(sequence.length + HIGHEST)
    for (let t = sequence.length - 1; t >= 0; t--) {
      const now = ballsAt(sequence, t)
      for (const { draws, cells } of counted) {
        if (t + draws > itemAt(reach, t)) continue
        for (const cell of cells)
          for (const ball of now) {
            const relative = itemAt(cell.relative, ball)
            if (relative === 0) continue
            cell.trials++
            if (itemAt(next, relative) <= t + draws) cell.hits++
          }
      }
      for (const ball of now) next[ball] = t
    }
  }
  return counted.map(({ draws, cells }) => {
    const chance = chanceWithin(draws, widthOf(sequences))
    // Columns with as many trials share one distribution.
    const lucks = new Map<number, Distribution>()
    return cells.map(({ trials, hits }, r) => {
      const luck = draws === 1 ? itemAt(exact, r).luck : (lucks.get(trials) ?? binomial(trials, chance))
      lucks.set(trials, luck)
      return { trials, hits, luck }
    })
  })
}

export const chartWithinFigure: FigureTask = {
  answer({ sequences }) {
    const counted = chartWithin(sequences, RELATIONS, LAB_LAGS)
    const cells = LAB_LAGS.map((draws, i) => ({
      draws,
      found: RELATIONS.map((relation, r) => ({ ...itemAt(itemAt(counted, i), r), relation })),
    }))
    const series = cells.map(({ draws, found }): LabSeries => ({
      key: `within${draws}`,
      title:
        draws === 1
          ? 'The relative came in the next draw'
          : `The relative came within the next ${draws} draws`,
      marks: found.map(({ relation, hits, trials, luck }) =>
        markOf({ key: `${relation.key}.${draws}`, label: relation.name, count: hits, cases: trials, luck }),
      ),
    }))
    const lucks = cells.flatMap(({ found }) => found.map(({ luck }) => luck))
    return {
      sentences: [
        outsideSentence(
          series.flatMap(({ marks }) => marks),
          outsideByLuckOf(lucks),
        ),
      ],
      notes: [APPROXIMATE_NOTE, leftOutNote()],
      series,
    }
  },
  open({ sequences }, mark) {
    const cell = cellOf(mark)
    if (!cell) return null
    const { relation, lag: draws } = cell
    return asSteps(nearestSteps(sequences, draws, (lag) => chartDraws(sequences, relation, lag)))
  },
}
