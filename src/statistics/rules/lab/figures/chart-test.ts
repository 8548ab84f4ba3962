import type { History } from '../../../../draws/rules/history.ts'
import { meanOf, twoSidedChance, type Distribution } from '../../../../draws/rules/luck/distribution.ts'
import { roughly } from '../../../../draws/rules/luck/words.ts'
import { formatCount, formatNaira, times } from '../../../../platform/rules/base/words.ts'
import { outerLineOfCell, type Proof, proofsOf, stateOf } from '../proofs/proofs.ts'
import { proofSentences } from '../proofs/words.ts'
import { type ChartCell, chartCells, type Relation, RELATIONS, cellsByLuck } from '../chart.ts'
import {
  type FigureTask,
  laterWords,
  markOf,
  outsideSentence,
  wholeOf,
  APPROXIMATE_NOTE,
  type LabSeries,
} from '../figure.ts'
import { asSteps, chartDraws, nearestSteps } from '../opened-draws.ts'
import { LAB_LAGS } from '../query.ts'
import {
  drawsIn,
  type Sequence,
  sequencesOf,
  WHOLE_HISTORY,
  ballsAt,
  HIGHEST,
  reachOf,
  widthOf,
} from '../scope.ts'
import { itemAt } from '../../../../platform/rules/base/lists.ts'
import { binomial } from '../../../../draws/rules/luck/counts.ts'
import { chanceWithin } from './followers.ts'

/** The chart tested: nine columns over the next three draws (statistics.md, section 5; verdicts.md, section 6). */

interface ChartTest {
  draws: number
  cells: ChartCell[]
  /** The cell with the smallest chance by luck. */
  strongest: ChartCell
}

/** Tests the chart. @returns null without two draws in a row */
export function chartTest(sequences: readonly Sequence[]): ChartTest | null {
  const cells = chartCells(sequences, RELATIONS)
  if (cells.some(({ trials }) => trials === 0)) return null
  const chanceOf = ({ luck, hits }: ChartCell) => twoSidedChance(luck, hits)
  const strongest = cells.reduce((first, next) => (chanceOf(next) < chanceOf(first) ? next : first))
  return { draws: drawsIn(sequences), cells, strongest }
}

/** Naira back for ₦100 on two sure at ×240 by luck; a banker against all has the same. */
const NAIRA_BACK_BY_LUCK = (100 * 240) / 400.5

/** What the test found, as plain data that another thread can receive. */
export interface ChartFinding {
  /** The sample and the strongest test beside luck, then the verdict; null while there are too few draws. */
  sentences: string[] | null
}

/** Tests the chart over the whole history and all games. */
export function chartFinding(history: History): ChartFinding {
  const test = chartTest(sequencesOf(history, WHOLE_HISTORY))
  if (!test) return { sentences: null }
  const proof = proofsOf(history, []).proofs['chart-test']
  return { sentences: [...chartSentences(test, proof), ...proofSentences(proof)] }
}

/** What the columns did beside luck, and whether one has shown that it tells the next draw. @param proof null for no verdict */
function chartSentences({ draws, cells, strongest }: ChartTest, proof: Proof | null): string[] {
  const { relation, lag, hits, luck } = strongest
  const naira = Math.round((NAIRA_BACK_BY_LUCK * hits) / meanOf(luck))
  return [
    `We tested nine columns over the next three draws: ${cells.length} tests on ${formatCount(draws)} draws.`,
    `The strongest, ${relation.name} ${laterWords(lag)}, came ${times(formatCount(hits))}; luck gives ${roughly(meanOf(luck))}.`,
    `Even if it were real, ₦100 would bring back ${formatNaira(naira * 100)}.`,
    ...(proof && stateOf(proof.logE) !== 'unusual'
      ? ['No column of the chart helps to guess the next draw.']
      : []),
  ]
}

const LEFT_OUT = RELATIONS.filter(({ nonBalls, selfRelations }) => nonBalls + selfRelations > 0)

/** Which cells of the chart are left out, and how many (section 5). */
export const leftOutNote = (): string =>
  `Left out, because they are not a ball or lead to their own number: ${LEFT_OUT.map(
    ({ name, nonBalls, selfRelations }) => `${formatCount(nonBalls + selfRelations)} in ${name}`,
  ).join(', ')}.`

export const chartTestFigure: FigureTask = {
  answer({ sequences, counters, proof }) {
    const test = chartTest(sequences)
    if (!test) return { sentences: ['The test needs at least four draws.'], series: [] }
    const { cells } = test
    const marks = cells.map(({ relation, lag, hits, trials, luck }) =>
      markOf(
        { key: `${relation.key}.${lag}`, label: relation.name, count: hits, cases: trials, luck },
        counters && outerLineOfCell(counters, RELATIONS.indexOf(relation), lag),
      ),
    )
    const sentences = chartSentences(test, proof)
    return {
      sentences: [...sentences, outsideSentence(marks, cells)],
      main: sentences.length - 1,
      notes: [leftOutNote()],
      series: LAB_LAGS.map((lag) => ({
        key: `lag${lag}`,
        title: `The chart number came ${laterWords(lag)}`,
        marks: marks.filter((_, i) => itemAt(cells, i).lag === lag),
      })),
    }
  },
  open({ sequences }, mark) {
    const cell = cellOf(mark)
    return cell && asSteps(chartDraws(sequences, cell.relation, cell.lag))
  },
}

/** A column and a number of draws in a mark's key: `partner.3`. */
function cellOf(mark: string): { relation: Relation; lag: number } | null {
  const [key, text] = mark.split('.')
  const relation = RELATIONS.find((one) => one.key === key)
  const lag = wholeOf(text, 1, 3)
  return relation && lag !== null ? { relation, lag } : null
}

/** The relatives of the chart within the next draws (statistics.md, section 5: chart relative, within L). */

/**
 * For each number of draws, each column: how often the relatives of balls came in at least one of the next draws.
 *
 * @param windows numbers of draws, 1 to 3
 */
export function chartWithin(
  sequences: readonly Sequence[],
  relations: readonly Relation[],
  windows: readonly number[],
) {
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
          ? 'The chart number came in the next draw'
          : `The chart number came within the next ${draws} draws`,
      marks: found.map(({ relation, hits, trials, luck }) =>
        markOf({ key: `${relation.key}.${draws}`, label: relation.name, count: hits, cases: trials, luck }),
      ),
    }))
    return {
      sentences: [
        outsideSentence(
          series.flatMap(({ marks }) => marks),
          cells.flatMap(({ found }) => found),
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
