/** The shape of draws: odd and even, high and low, sums, endings, consecutive numbers. */
import { DRAW_LIMITS } from '../../draw-limits.ts'
import { binomial } from '../../luck/counts.ts'
import { chanceOf, meanOf, varianceOf } from '../../luck/distribution.ts'
import { formatCount } from '../../money.ts'
import { decimal } from '../../words.ts'
import { casesInDraws } from '../open-draws.ts'
import { widthOf } from '../scope.ts'
import {
  consecutive,
  endings,
  highBalls,
  type KindCounts,
  luckOfKind,
  oddBalls,
  type Sums,
  sums,
} from '../shape.ts'
import { asCases, type FigureTask, wholeOf } from './context.ts'
import { markOf, outsideByLuckOf, outsideSentence } from './marks.ts'

const { highestBall: HIGHEST } = DRAW_LIMITS
const isOdd = (ball: number) => ball % 2 === 1
const isHigh = (ball: number) => ball > HIGHEST / 2

export const oddEvenFigure = kindFigure(oddBalls, isOdd, 'odd', 'even')
export const highLowFigure = kindFigure(highBalls, isHigh, 'high', 'low')

function kindFigure(
  countKind: (sequences: Parameters<typeof oddBalls>[0]) => KindCounts,
  isOfKind: (ball: number) => boolean,
  kind: string,
  other: string,
): FigureTask {
  return {
    answer({ sequences }) {
      const found = countKind(sequences)
      const width = widthOf(sequences)
      const lucks = found.counts.map((_, count) => luckOfKind(found, count))
      const marks = found.counts.map((count, of) =>
        markOf({
          key: String(of),
          label: `${of} ${kind}, ${width - of} ${other}`,
          count,
          cases: found.draws,
          luck: lucks[of]!,
        }),
      )
      return {
        sentences: [outsideSentence(marks, outsideByLuckOf(lucks))],
        series: [{ key: kind, title: `Draws by their ${kind} numbers`, marks }],
      }
    },
    open({ sequences }, mark) {
      const wanted = wholeOf(mark, 0, widthOf(sequences))
      if (wanted === null) return null
      return asCases(
        casesInDraws(sequences, (balls) => {
          const ofKind = [...balls].filter(isOfKind)
          return ofKind.length === wanted ? [ofKind] : []
        }),
      )
    },
  }
}

/** The sums of one bar of the histogram. */
const BAR_WIDTH = 20

export const sumsFigure: FigureTask = {
  answer({ sequences }) {
    const found = sums(sequences)
    if (!found) return { sentences: [], series: [] }
    const bars = barsOf(found)
    return {
      sentences: [meanSentence(found), outsideSentence(bars, outsideByLuckOf(barsLuck(found)))],
      series: [{ key: 'sums', title: 'Draws by the sum of their numbers', marks: bars }],
    }
  },
  open({ sequences }, mark) {
    const first = wholeOf(mark, 0, 999)
    if (first === null || first % BAR_WIDTH !== 0) return null
    return asCases(
      casesInDraws(sequences, (balls) => {
        const sum = balls.reduce((total, ball) => total + ball, 0)
        return sum >= first && sum < first + BAR_WIDTH ? [[]] : []
      }),
    )
  },
}

const firstSums = ({ counts }: Sums) =>
  Array.from({ length: Math.ceil(counts.length / BAR_WIDTH) }, (_, i) => i * BAR_WIDTH)

function barsLuck(found: Sums) {
  return firstSums(found).map((first) => {
    let chance = 0
    for (let sum = first; sum < first + BAR_WIDTH; sum++) chance += chanceOf(found.oneDraw, sum)
    return binomial(found.draws, chance)
  })
}

function barsOf(found: Sums) {
  const lucks = barsLuck(found)
  return firstSums(found).map((first, i) => {
    const count = found.counts.subarray(first, first + BAR_WIDTH).reduce((total, draws) => total + draws, 0)
    const label = `${first} to ${first + BAR_WIDTH - 1}`
    return markOf({ key: String(first), label, count, cases: found.draws, luck: lucks[i]! })
  })
}

/** The mean of many sums is normal to well within the shown digit. */
const USUAL_DEVIATIONS = 1.96

function meanSentence({ draws, mean, lowest, highest, oneDraw }: Sums): string {
  const byLuck = meanOf(oneDraw)
  const width = USUAL_DEVIATIONS * Math.sqrt(varianceOf(oneDraw) / draws)
  return `The numbers of a draw add up to ${decimal(mean)} on average; luck gives ${decimal(byLuck)}, usually ${decimal(byLuck - width)} to ${decimal(byLuck + width)}. The lowest sum was ${formatCount(lowest)}, the highest ${formatCount(highest)}.`
}

export const endingsFigure: FigureTask = {
  answer({ sequences }) {
    const { balls, counts, luck } = endings(sequences)
    const marks = counts.map((count, digit) =>
      markOf({ key: String(digit), label: `Ends in ${digit}`, count, cases: balls, luck }),
    )
    return {
      sentences: [outsideSentence(marks, outsideByLuckOf(counts.map(() => luck)))],
      series: [{ key: 'endings', title: 'Numbers by their last digit', marks }],
    }
  },
  open({ sequences }, mark) {
    const digit = wholeOf(mark, 0, 9)
    if (digit === null) return null
    return asCases(
      casesInDraws(sequences, (balls) => {
        const ending = [...balls].filter((ball) => ball % 10 === digit)
        return ending.length > 0 ? [ending] : []
      }),
    )
  },
}

export const consecutiveFigure: FigureTask = {
  answer({ sequences }) {
    const { draws, count, luck } = consecutive(sequences)
    const mark = markOf({ key: 'all', label: 'Draws with two in a row', count, cases: draws, luck })
    return {
      sentences: [mark.sentence],
      series: [{ key: 'all', title: 'Draws with consecutive numbers', marks: [mark] }],
    }
  },
  open({ sequences }, mark) {
    if (mark !== 'all') return null
    return asCases(
      casesInDraws(sequences, (balls) => {
        const inARow = [...balls].filter((ball) => balls.includes(ball - 1) || balls.includes(ball + 1))
        return inARow.length > 0 ? [inARow] : []
      }),
    )
  },
}
