/** The chart tested: nine columns over the next three draws (statistics.md, section 5; verdicts.md, section 6). */
import type { History } from '../../draws/history.ts'
import { meanOf, twoSidedChance } from '../../luck/distribution.ts'
import { roughly } from '../../luck/words.ts'
import { formatCount, formatNaira, times } from '../../base/words.ts'
import { outerLineOfCell, type Proof, proofsOf, stateOf } from '../proofs/proofs.ts'
import { proofSentences } from '../proofs/words.ts'
import { type ChartCell, chartCells } from '../chart.ts'
import { type FigureTask, laterWords, markOf, outsideByLuckOf, outsideSentence, wholeOf } from '../figure.ts'
import { asSteps, chartDraws } from '../open-draws.ts'
import { LAB_LAGS } from '../query.ts'
import { type Relation, RELATIONS } from '../relatives.ts'
import { drawsIn, type Sequence, sequencesOf, WHOLE_HISTORY } from '../scope.ts'
import { itemAt } from '../../base/lists.ts'

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
      ? ['No column has shown that it tells the next draw.']
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
      sentences: [...sentences, outsideSentence(marks, outsideByLuckOf(cells.map(({ luck }) => luck)))],
      main: sentences.length - 1,
      notes: [leftOutNote()],
      series: LAB_LAGS.map((lag) => ({
        key: `lag${lag}`,
        title: `The relative came ${laterWords(lag)}`,
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
export function cellOf(mark: string): { relation: Relation; lag: number } | null {
  const [key, text] = mark.split('.')
  const relation = RELATIONS.find((one) => one.key === key)
  const lag = wholeOf(text, 1, 3)
  return relation && lag !== null ? { relation, lag } : null
}
