/** The chart tested: nine columns over the next three draws (statistics.md, sections 5 and 6). */
import type { History } from '../../draws/history.ts'
import { centralRange, type CountRange, meanOf } from '../../luck/distribution.ts'
import { UNUSUAL_CHANCE } from '../../luck/many-looks.ts'
import { roughly } from '../../luck/words.ts'
import { formatCount, formatNaira, times } from '../../base/words.ts'
import { type ChartCell, chartCells } from '../chart.ts'
import { type FigureTask, laterWords, markOf, outsideSentence, wholeOf } from '../figure.ts'
import { asSteps, chartDraws } from '../open-draws.ts'
import { LAB_LAGS } from '../query.ts'
import { type Relation, RELATIONS } from '../relatives.ts'
import { drawsIn, type Sequence, sequencesOf, WHOLE_HISTORY } from '../scope.ts'
import { chancesOf, correctedRange, outsideOwnRange, type Screen, unusualSentence } from '../verdict.ts'

/** A cell beside luck: one row of the forest plot. */
interface TestedCell extends ChartCell {
  expected: number
  /** Its own range, of 19 in 20 histories by luck. */
  usual: CountRange
  isOutside: boolean
  /** The range that allows for all cells. */
  corrected: CountRange
  /** The chance of such a count by luck, alone and allowing for all cells. */
  chance: { alone: number; corrected: number }
}

interface ChartTest {
  draws: number
  cells: TestedCell[]
  screen: Screen
  /** The cell with the smallest chance by luck. */
  strongest: TestedCell
}

/** Tests the chart. @returns null without two draws in a row */
export function chartTest(sequences: readonly Sequence[]): ChartTest | null {
  const cells = chartCells(sequences, RELATIONS)
  if (cells.some(({ trials }) => trials === 0)) return null
  const outsideByLuck = cells.reduce((sum, { luck }) => sum + outsideOwnRange(luck), 0)
  const screen: Screen = { figures: cells.length, outsideByLuck, sides: 'both' }
  const tested = cells.map((cell) => testedCell(cell, screen))
  const strongest = tested.reduce((first, next) => (next.chance.alone < first.chance.alone ? next : first))
  return { draws: drawsIn(sequences), cells: tested, screen, strongest }
}

function testedCell(cell: ChartCell, screen: Screen): TestedCell {
  const figure = { count: cell.hits, cases: cell.trials, luck: cell.luck }
  const usual = centralRange(cell.luck)
  return {
    ...cell,
    expected: meanOf(cell.luck),
    usual,
    isOutside: cell.hits < usual.low || cell.hits > usual.high,
    corrected: correctedRange(figure, screen),
    chance: chancesOf(figure, screen),
  }
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
  return { sentences: test && chartSentences(test) }
}

/** The sentences of the chart test, word for word, with the verdict last. */
export function chartSentences({ draws, cells, strongest }: ChartTest): string[] {
  const { relation, lag, hits, expected, chance } = strongest
  const naira = Math.round((NAIRA_BACK_BY_LUCK * hits) / expected)
  const verdict =
    chance.corrected <= UNUSUAL_CHANCE
      ? unusualSentence(cells.length, chance.corrected)
      : 'No column has shown that it tells the next draw.'
  return [
    `We tested nine columns over the next three draws: ${cells.length} tests on ${formatCount(draws)} draws.`,
    `The strongest, ${relation.name} ${laterWords(lag)}, came ${times(formatCount(hits))}; luck gives ${roughly(expected)}.`,
    `Among ${cells.length} tests luck does this ${oneTimeIn(chance.corrected)}.`,
    `Even if it were real, ₦100 would bring back ${formatNaira(naira * 100)}.`,
    verdict,
  ]
}

function oneTimeIn(chance: number): string {
  if (chance >= 0.95) return 'nearly every time'
  // Above that, `1 time in` would round to 2 or 1.
  if (chance > 0.55) return `about ${Math.round(chance * 10)} times in 10`
  return chance < 0.001
    ? 'fewer than 1 time in 1,000'
    : `about 1 time in ${formatCount(Math.round(1 / chance))}`
}

const LEFT_OUT = RELATIONS.filter(({ nonBalls, selfRelations }) => nonBalls + selfRelations > 0)

/** Which cells of the chart are left out, and how many (section 5). */
export const leftOutNote = (): string =>
  `Left out, because they are not a ball or lead to their own number: ${LEFT_OUT.map(
    ({ name, nonBalls, selfRelations }) => `${formatCount(nonBalls + selfRelations)} in ${name}`,
  ).join(', ')}.`

export const chartTestFigure: FigureTask = {
  answer({ sequences, isJudged }) {
    const test = chartTest(sequences)
    if (!test) return { sentences: ['The test needs at least four draws.'], series: [] }
    const marks = test.cells.map(({ relation, lag, hits, trials, luck }) =>
      markOf(
        { key: `${relation.key}.${lag}`, label: relation.name, count: hits, cases: trials, luck },
        isJudged ? test.screen : null,
      ),
    )
    const sentences = isJudged
      ? chartSentences(test)
      : [
          `Nine columns over the next three draws: ${test.cells.length} counts on ${formatCount(test.draws)} draws.`,
          outsideSentence(marks, test.screen.outsideByLuck),
        ]
    return {
      sentences,
      main: sentences.length - 1,
      notes: [leftOutNote()],
      series: LAB_LAGS.map((lag) => ({
        key: `lag${lag}`,
        title: `The relative came ${laterWords(lag)}`,
        marks: marks.filter((_, i) => test.cells[i]!.lag === lag),
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
