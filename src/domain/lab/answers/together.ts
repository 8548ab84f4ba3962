/** Numbers that came together in one draw: a chosen pair or triplet, and the most frequent pairs. */
import { DRAW_LIMITS } from '../../draw-limits.ts'
import { rangeWords } from '../../luck/words.ts'
import { formatCount } from '../../money.ts'
import { times } from '../../words.ts'
import { casesInDraws } from '../open-draws.ts'
import { ALL_PAIRS, luckOfPair, pairCounts, type PairCounts, together, topPairs } from '../pairs.ts'
import type { Sequence } from '../scope.ts'
import { screenOf } from '../verdict.ts'
import type { OpenedCase } from './answer.ts'
import { asCases, type FigureTask, wholeOf } from './context.ts'
import { drawsWords, markOf, screenSentence } from './marks.ts'

const { highestBall: HIGHEST } = DRAW_LIMITS

export const togetherFigure: FigureTask = {
  answer({ sequences, query: { numbers } }) {
    if (!numbers) return { sentences: ['Choose two to five numbers.'], series: [] }
    const { draws, count, luck } = together(sequences, numbers)
    const label = numbers.join(', ')
    const mark = markOf({ key: 'together', label, count, cases: draws, luck })
    return {
      sentences: [`${label} came together in ${drawsWords(count)}.`, mark.sentence],
      series: [{ key: 'together', title: 'In the same draw', marks: [mark] }],
    }
  },
  open: ({ sequences, query: { numbers } }, mark) =>
    numbers && mark === 'together' ? withAll(sequences, numbers) : null,
}

export const pairsFigure: FigureTask = {
  answer({ sequences, isJudged }) {
    const found = pairCounts(sequences)
    const { top, withLastCount, came, never, topByLuck } = topPairs(found)
    const luck = luckOfPair(found)
    const screen = isJudged ? screenOf(luck, ALL_PAIRS, 'upper') : null
    const marks = top
      .filter(({ count }) => count > 0)
      .map(({ a, b, count }) =>
        markOf({ key: `${a}-${b}`, label: `${a}, ${b}`, count, cases: found.draws, luck }, screen),
      )
    return {
      sentences: [
        ...(isJudged ? [screenSentence(marks, 'pair')] : []),
        `The most frequent pair came ${times(formatCount(top[0]!.count))}. Luck's most frequent of ${formatCount(ALL_PAIRS)} pairs comes ${rangeWords(topByLuck)} times.`,
        `${formatCount(came)} pairs came at least once, ${formatCount(never.length)} never.`,
      ],
      notes: lastPlaceNote(marks[marks.length - 1]?.count, withLastCount),
      series: [{ key: 'pairs', title: 'The 20 most frequent pairs', marks }],
      map: mapOf(found),
    }
  },
  open({ sequences }, mark) {
    const [a, b, ...more] = mark.split('-').map((text) => wholeOf(text, 1, HIGHEST))
    return a && b && a !== b && more.length === 0 ? withAll(sequences, [a, b]) : null
  },
}

function lastPlaceNote(count: number | undefined, pairs: number): string[] {
  return count === undefined || pairs <= 20
    ? []
    : [`${formatCount(pairs)} pairs came at least ${times(formatCount(count))}; the list shows 20 of them.`]
}

/** The counts of all pairs a < b, by a and then by b. */
function mapOf({ counts }: PairCounts): number[] {
  const map: number[] = []
  for (let a = 1; a <= HIGHEST; a++)
    for (let b = a + 1; b <= HIGHEST; b++) map.push(counts[a * (HIGHEST + 1) + b]!)
  return map
}

function withAll(sequences: readonly Sequence[], numbers: readonly number[]): OpenedCase[] {
  return asCases(
    casesInDraws(sequences, (balls) =>
      numbers.every((number) => balls.includes(number)) ? [[...numbers]] : [],
    ),
  )
}
