import type { History } from '../../../../draws/rules/history.ts'
import { meanOf, twoSidedChance, type Distribution } from '../../../../draws/rules/luck/distribution.ts'
import { roughly } from '../../../../draws/rules/luck/words.ts'
import { formatCount, formatNaira, times } from '../../../../platform/rules/base/words.ts'
import { outerLineOfCell, type Proof, proofsOf, stateOf } from '../proofs/proofs.ts'
import { proofSentences } from '../proofs/words.ts'
import { type ChartCell, chartCells, type Relation, RELATIONS, cellsByLuck, pairsOf } from '../chart.ts'
import {
  type FigureTask,
  laterWords,
  markOf,
  outsideSentence,
  wholeOf,
  asSteps,
  chartDraws,
  APPROXIMATE_NOTE,
  type LabSeries,
  nearestSteps,
  casesInDraws,
} from '../figure.ts'
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
import { binomial, choose } from '../../../../draws/rules/luck/counts.ts'
import { chanceWithin } from './followers.ts'
import { sumOf } from '../../../../draws/rules/luck/sums.ts'
import { pairCount, type PairCounts, pairCounts, chanceTogether } from './pairs.ts'

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
const leftOutNote = (): string =>
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

/** A number and its relative of the chart in one draw (statistics.md, section 5: chart, same draw). */

/** @param found the counts of all pairs of the draws */
export function chartSameDraw(found: PairCounts, relation: Relation) {
  const pairs = pairsOf(relation)
  const { draws, width } = found
  return {
    pairs: pairs.length,
    draws,
    count: pairs.reduce((sum, [x, other]) => sum + pairCount(found, x, other), 0),
    expected: draws * pairs.length * chanceTogether(2, width),
    chanceOfRelative: (width - 1) / (HIGHEST - 1),
    luck: sumOf([{ distribution: pairsInDraw(pairs, width), times: draws }]),
  }
}

type Pair = readonly [number, number]

/** At `numbers` and `held`: the ways to draw so many numbers that hold so many pairs. */
type Ways = number[][]

/**
 * How many of some pairs one draw of `width` numbers holds. The chart's pairs fall into groups of at most four numbers that
 * share no number, so all ways to draw from a group can be tried.
 */
export function pairsInDraw(pairs: readonly Pair[], width: number): Distribution {
  const most = choose(width, 2)
  let ways: Ways = [[1]]
  for (const group of groupsOf(pairs)) ways = joined(ways, waysOf(group, pairs), width)
  const total = choose(HIGHEST, width)
  const chances = Float64Array.from(
    { length: most + 1 },
    (_, held) => (itemAt(ways, width)[held] ?? 0) / total,
  )
  return { from: 0, chances }
}

/** The numbers from 1 to 90 in groups; numbers of different groups are no pair. */
function groupsOf(pairs: readonly Pair[]): number[][] {
  const groupOf = Array.from({ length: HIGHEST + 1 }, (_, number) => [number])
  for (const [x, other] of pairs) {
    const [one, two] = [itemAt(groupOf, x), itemAt(groupOf, other)]
    if (one === two) continue
    one.push(...two)
    for (const number of two) groupOf[number] = one
  }
  return [...new Set(groupOf.slice(1))]
}

function waysOf(group: readonly number[], pairs: readonly Pair[]): Ways {
  const own = pairs.filter(([x]) => group.includes(x))
  const ways: Ways = group.map(() => [])
  ways.push([])
  for (let drawn = 0; drawn < 2 ** group.length; drawn++) {
    const isDrawn = (number: number) => ((drawn >> group.indexOf(number)) & 1) === 1
    const numbers = group.filter(isDrawn).length
    const held = own.filter((pair) => pair.every(isDrawn)).length
    itemAt(ways, numbers)[held] = (itemAt(ways, numbers)[held] ?? 0) + 1
  }
  return ways
}

/** The ways to draw from two groups, up to `width` numbers. */
function joined(a: Ways, b: Ways, width: number): Ways {
  const ways: Ways = Array.from({ length: Math.min(width + 1, a.length + b.length - 1) }, () => [])
  for (const [i, ofA] of a.entries())
    for (const [j, ofB] of b.entries()) {
      const sum = ways[i + j]
      if (!sum) continue
      for (const [held, waysA] of ofA.entries())
        for (const [more, waysB] of ofB.entries())
          sum[held + more] = (sum[held + more] ?? 0) + (waysA ?? 0) * (waysB ?? 0)
    }
  return ways
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
        `Pairs of a number and its chart number in ${formatCount(drawsIn(sequences))} draws.`,
        outsideSentence(marks, found),
      ],
      notes: ['A mutual pair counts once.', leftOutNote()],
      series: [{ key: 'same-draw', title: 'A number and its chart number in one draw', marks }],
    }
  },
  open({ sequences }, mark) {
    const relation = RELATIONS.find(({ key }) => key === mark)
    if (!relation) return null
    const pairs = pairsOf(relation)
    return casesInDraws(sequences, (balls) =>
      pairs.filter((pair) => pair.every((number) => balls.includes(number))),
    )
  },
}
