/** The relatives of the chart within the next draws (statistics.md, section 5: chart relative, within L). */
import { binomial } from '../../luck/counts.ts'
import type { Distribution } from '../../luck/distribution.ts'
import type { LabSeries } from '../answer.ts'
import { cellsByLuck } from '../chart.ts'
import { APPROXIMATE_NOTE, type FigureTask, markOf, outsideByLuckOf, outsideSentence } from '../figure.ts'
import { asSteps, chartDraws, nearestSteps } from '../open-draws.ts'
import { LAB_LAGS } from '../query.ts'
import { type Relation, RELATIONS } from '../relatives.ts'
import { type End, endsOf, HIGHEST, type Sequence, widthOf } from '../scope.ts'
import { cellOf, leftOutNote } from './chart-test.ts'
import { chanceWithin } from './followers.ts'

/** Hits of relatives in at least one of several draws. */
export interface WithinDraws {
  trials: number
  hits: number
  /**
   * Exact for one draw. For more, 1 − (17/18)^draws of the trials: neighbouring trials share draws, so the range is
   * approximate.
   */
  luck: Distribution
}

/** The most draws that a relative may take. */
const MOST = 3

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
  const ends = endsOf(sequences, MOST)
  const came = ballsOf(sequences)
  const found = hitsByDistance(sequences, relations)
  const exact = cellsByLuck(sequences, relations, [1])
  return windows.map((draws) => {
    const incomplete = ends.filter(({ later }) => later < draws)
    const chance = chanceWithin(draws, widthOf(sequences))
    // Columns with as many trials share one distribution.
    const lucks = new Map<number, Distribution>()
    return relations.map(({ relative }, r) => {
      const uncounted = countAt(incomplete, relative, draws)
      let trials = -uncounted.trials
      for (let x = 1; x <= HIGHEST; x++) if (relative[x]! > 0) trials += came[x]!
      let hits = -uncounted.hits
      for (let apart = 1; apart <= draws; apart++) hits += found[r]![apart]!
      if (draws === 1) return { trials, hits, luck: exact[r]!.luck }
      const luck = lucks.get(trials) ?? binomial(trials, chance)
      lucks.set(trials, luck)
      return { trials, hits, luck }
    })
  })
}

function ballsOf(sequences: readonly Sequence[]): Uint32Array {
  const came = new Uint32Array(HIGHEST + 1)
  for (const { balls } of sequences) for (let i = 0; i < balls.length; i++) came[balls[i]!]!++
  return came
}

/** The balls with a relative in some draws, and how many of the relatives came in the draws that follow. */
function countAt(ends: readonly End[], relative: Uint8Array, draws: number) {
  let [trials, hits] = [0, 0]
  for (const { sequence, t } of ends) {
    const { balls, width } = sequence
    const next = balls.subarray((t + 1) * width, (t + 1 + draws) * width)
    for (const ball of balls.subarray(t * width, (t + 1) * width)) {
      if (relative[ball] === 0) continue
      trials++
      if (next.includes(relative[ball]!)) hits++
    }
  }
  return { trials, hits }
}

/** For each column, at each distance: the relatives that came after so many draws, and not before. */
function hitsByDistance(sequences: readonly Sequence[], relations: readonly Relation[]): Uint32Array[] {
  const found = relations.map(() => new Uint32Array(MOST + 1))
  for (const { balls, width, length } of sequences) {
    // For each number its next coming, seen from the newest draw back.
    const next = new Int32Array(HIGHEST + 1).fill(length + MOST)
    for (let t = length - 1; t >= 0; t--) {
      const [start, end] = [t * width, (t + 1) * width]
      for (let r = 0; r < relations.length; r++) {
        const [{ relative }, hits] = [relations[r]!, found[r]!]
        for (let i = start; i < end; i++) {
          const apart = next[relative[balls[i]!]!]! - t
          if (apart <= MOST) hits[apart]!++
        }
      }
      for (let i = start; i < end; i++) next[balls[i]!] = t
    }
  }
  return found
}

export const chartWithinFigure: FigureTask = {
  answer({ sequences }) {
    const counted = chartWithin(sequences, RELATIONS, LAB_LAGS)
    const cells = LAB_LAGS.map((draws, i) => ({
      draws,
      found: RELATIONS.map((relation, r) => ({ ...counted[i]![r]!, relation })),
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
