/** The most frequent pairs (statistics.md, section 5: top pairs). */
import { binomial, choose } from '../../luck/counts.ts'
import { centralRange, type CountRange, type Distribution } from '../../luck/distribution.ts'
import { highest } from '../../luck/order.ts'
import { rangeWords } from '../../luck/words.ts'
import { formatCount, times } from '../../base/words.ts'
import { type FigureTask, markOf, wholeOf } from '../figure.ts'
import { drawsIn, eachStep, HIGHEST, numbersAt, type Sequence, widthOf } from '../scope.ts'
import { outerLineOfPair } from '../proofs/proofs.ts'
import { chanceTogether, drawsWith } from './together.ts'
import { itemAt } from '../../base/lists.ts'

/** The pairs of 90 numbers: 4,005. */
export const ALL_PAIRS = choose(HIGHEST, 2)

export interface PairCounts {
  draws: number
  width: number
  /** The draws with the numbers `a` < `b` at `a * 91 + b`. */
  counts: Uint32Array
}

export function pairCounts(sequences: readonly Sequence[]): PairCounts {
  const width = widthOf(sequences)
  const counts = new Uint32Array((HIGHEST + 1) * (HIGHEST + 1))
  eachStep(sequences, 0, (sequence, t) => {
    const numbers = numbersAt(sequence, t)
    for (const a of numbers) for (const b of numbers) if (a < b) counts[a * (HIGHEST + 1) + b]!++
  })
  return { draws: drawsIn(sequences), width, counts }
}

export const pairCount = ({ counts }: PairCounts, a: number, b: number): number =>
  itemAt(counts, Math.min(a, b) * (HIGHEST + 1) + Math.max(a, b))

/** The draws with one pair by luck. */
export function luckOfPair({ draws, width }: Pick<PairCounts, 'draws' | 'width'>): Distribution {
  return binomial(draws, chanceTogether(2, width))
}

interface Pair {
  a: number
  b: number
  count: number
}

/** All pairs a < b, by a and then by b. */
function allPairs(found: PairCounts): Pair[] {
  const pairs: Pair[] = []
  for (let a = 1; a <= HIGHEST; a++)
    for (let b = a + 1; b <= HIGHEST; b++) pairs.push({ a, b, count: pairCount(found, a, b) })
  return pairs
}

interface TopPairs {
  /** Most frequent first, then by the lower and the higher number. */
  top: Pair[]
  /** How many pairs have at least the count of the last place. */
  withLastCount: number
  /** Pairs that came at least once, of 4,005. */
  came: number
  never: Pair[]
  /** The expected count of any one pair. */
  expected: number
  /** The count of the top pair in 19 of 20 histories by luck. */
  topByLuck: CountRange
}

export function topPairs(found: PairCounts, places = 20): TopPairs {
  const pairs = allPairs(found)
  // The sort is stable: equal counts stay in the order of their numbers.
  pairs.sort((one, other) => other.count - one.count)
  const last = itemAt(pairs, places - 1).count
  const never = pairs.filter(({ count }) => count === 0)
  return {
    top: pairs.slice(0, places),
    withLastCount: pairs.filter(({ count }) => count >= last).length,
    came: pairs.length - never.length,
    never,
    expected: found.draws * chanceTogether(2, found.width),
    topByLuck: centralRange(highest(luckOfPair(found), ALL_PAIRS, 1)),
  }
}

export const pairsFigure: FigureTask = {
  answer({ sequences, counters }) {
    const found = pairCounts(sequences)
    const { top, withLastCount, came, never, topByLuck } = topPairs(found)
    const luck = luckOfPair(found)
    const outer = counters && outerLineOfPair(found.draws)
    const marks = top
      .filter(({ count }) => count > 0)
      .map(({ a, b, count }) =>
        markOf({ key: `${a}-${b}`, label: `${a}, ${b}`, count, cases: found.draws, luck }, outer),
      )
    return {
      sentences: [
        `The most frequent pair came ${times(formatCount(itemAt(top, 0).count))}. Luck's most frequent of ${formatCount(ALL_PAIRS)} pairs comes ${rangeWords(topByLuck)} times.`,
        `${formatCount(came)} pairs came at least once, ${formatCount(never.length)} never.`,
      ],
      notes: lastPlaceNote(marks[marks.length - 1]?.count, withLastCount),
      series: [{ key: 'pairs', title: 'The 20 most frequent pairs', marks }],
      map: allPairs(found).map(({ count }) => count),
    }
  },
  open({ sequences }, mark) {
    const [a, b, ...more] = mark.split('-').map((text) => wholeOf(text, 1, HIGHEST))
    return a && b && a !== b && more.length === 0 ? drawsWith(sequences, [a, b]) : null
  },
}

function lastPlaceNote(count: number | undefined, pairs: number): string[] {
  return count === undefined || pairs <= 20
    ? []
    : [`${formatCount(pairs)} pairs came at least ${times(formatCount(count))}; the list shows 20 of them.`]
}
