/** The columns of the chart against the draws. */
import { formatCount } from '../../money.ts'
import { chartSameDraw } from '../chart-same-draw.ts'
import { chartWithin } from '../chart-within.ts'
import { chartSentences, chartTest, type TestedCell } from '../chart-test.ts'
import { casesInDraws, chartDraws, type OpenedStep } from '../open-draws.ts'
import { LAB_LAGS } from '../query.ts'
import { pairsOf, type Relation, RELATIONS } from '../relatives.ts'
import { pairCounts } from '../pairs.ts'
import { drawsIn } from '../scope.ts'
import { figureSentence, verdictOf } from '../verdict.ts'
import type { LabMark, LabSeries } from './answer.ts'
import { asCases, type FigureContext, type FigureTask, wholeOf } from './context.ts'
import { APPROXIMATE_NOTE, laterWords, markOf, outsideByLuckOf, outsideSentence } from './marks.ts'
import { asSteps, completeDraws } from './steps.ts'

const LEFT_OUT = RELATIONS.filter(({ nonBalls, selfRelations }) => nonBalls + selfRelations > 0)

/** Which cells of the chart are left out, and how many (section 5). */
const leftOutNote = (): string =>
  `Left out, because they are not a ball or lead to their own number: ${LEFT_OUT.map(
    ({ name, nonBalls, selfRelations }) => `${formatCount(nonBalls + selfRelations)} in ${name}`,
  ).join(', ')}.`

export const chartTestFigure: FigureTask = {
  answer({ sequences, isJudged }) {
    const test = chartTest(sequences)
    if (!test) return { sentences: ['The test needs at least four draws.'], series: [] }
    const marks = test.cells.map((cell) => cellMark(cell, isJudged ? test : null))
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

function cellMark(cell: TestedCell, judging: { screen: Parameters<typeof verdictOf>[1] } | null): LabMark {
  const { relation, lag, hits, trials, luck, expected, usual, corrected } = cell
  const figure = { count: hits, cases: trials, luck }
  return {
    key: `${relation.key}.${lag}`,
    label: relation.name,
    count: hits,
    cases: trials,
    expected,
    usual,
    corrected: judging && corrected,
    verdict: judging && verdictOf(figure, judging.screen),
    sentence: figureSentence(figure, judging?.screen ?? null),
    facts: [],
    opens: hits > 0,
  }
}

/** A column and a number of draws in a mark's key: `partner.3`. */
function cellOf(mark: string): { relation: Relation; lag: number } | null {
  const [key, text] = mark.split('.')
  const relation = RELATIONS.find((one) => one.key === key)
  const lag = wholeOf(text, 1, 3)
  return relation && lag !== null ? { relation, lag } : null
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
    return cell && asSteps(nearestSteps(sequences, cell.relation, cell.lag))
  },
}

/** For each ball of a draw the nearest of the next draws with its relative; only balls with all these draws ahead count. */
function nearestSteps(
  sequences: FigureContext['sequences'],
  relation: Relation,
  draws: number,
): OpenedStep[] {
  const complete = completeDraws(sequences, draws)
  const seen = new Map<string, OpenedStep>()
  for (let lag = 1; lag <= draws; lag++)
    for (const step of chartDraws(sequences, relation, lag)) {
      const key = `${step.game} ${step.row}`
      const ball = `${key} ${step.from[0]}`
      if (complete.has(key) && !seen.has(ball)) seen.set(ball, step)
    }
  return [...seen.values()]
}

export const chartSameDrawFigure: FigureTask = {
  answer({ sequences }) {
    const counts = pairCounts(sequences)
    const found = RELATIONS.map((relation) => ({ relation, ...chartSameDraw(counts, relation) }))
    const marks = found.map(({ relation, pairs, draws, count, luck }) =>
      markOf({
        key: relation.key,
        label: relation.name,
        count,
        cases: draws * pairs,
        luck,
        facts: [{ name: 'Pairs', value: formatCount(pairs) }],
      }),
    )
    return {
      sentences: [
        `Pairs of a number and its relative in ${formatCount(drawsIn(sequences))} draws.`,
        outsideSentence(marks, outsideByLuckOf(found.map(({ luck }) => luck))),
      ],
      notes: ['A mutual pair counts once.', leftOutNote()],
      series: [{ key: 'same-draw', title: 'A number and its relative in one draw', marks }],
    }
  },
  open({ sequences }, mark) {
    const relation = RELATIONS.find(({ key }) => key === mark)
    if (!relation) return null
    const pairs = pairsOf(relation)
    return asCases(
      casesInDraws(sequences, (balls) =>
        pairs.filter((pair) => pair.every((number) => balls.includes(number))),
      ),
    )
  },
}
