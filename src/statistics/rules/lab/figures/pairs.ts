import { binomial, choose, highest } from '../../../../draws/rules/luck/counts.ts'
import { centralRange, type Distribution } from '../../../../draws/rules/luck/distribution.ts'
import { rangeWords } from '../../../../draws/rules/luck/words.ts'
import { formatCount, times } from '../../../../platform/rules/base/words.ts'
import { type FigureTask, markOf, wholeOf } from '../figure.ts'
import { drawsWhere } from '../opened-draws.ts'
import { drawsIn, eachStep, HIGHEST, numbersAt, type Sequence, widthOf } from '../scope.ts'
import { outerLineOfPair } from '../proofs/proofs.ts'
import { itemAt, tally } from '../../../../platform/rules/base/lists.ts'

/** The most frequent pairs (statistics.md, section 5: top pairs). */

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
    for (const a of numbers) for (const b of numbers) if (a < b) tally(counts, a * (HIGHEST + 1) + b)
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

export function topPairs(found: PairCounts, places = 20) {
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
  answer({ sequences, counters, query: { numbers } }) {
    const [one, other, ...more] = numbers ?? []
    if (more.length > 0) return { sentences: ['A pair has two numbers.'], series: [] }
    const found = pairCounts(sequences)
    const { top, withLastCount, came, never, topByLuck } = topPairs(found)
    const luck = luckOfPair(found)
    const outer = counters && outerLineOfPair(found.draws)
    const pairMark = ({ a, b, count }: Pair) =>
      markOf({ key: `${a}-${b}`, label: `${a}, ${b}`, count, cases: found.draws, luck }, outer)
    const marks = top.filter(({ count }) => count > 0).map(pairMark)
    const chosen = one && other ? pairMark({ a: one, b: other, count: pairCount(found, one, other) }) : null
    return {
      sentences: [
        ...(chosen ? [`${chosen.label}: ${chosen.sentence}`] : []),
        `The most frequent pair came ${times(formatCount(itemAt(top, 0).count))}. By luck alone, the most frequent of ${formatCount(ALL_PAIRS)} pairs comes ${rangeWords(topByLuck)} times.`,
        `${formatCount(came)} pairs came at least once, ${formatCount(never.length)} never.`,
      ],
      notes: lastPlaceNote(marks[marks.length - 1]?.count, withLastCount),
      series: [
        ...(chosen ? [{ key: 'chosen', title: 'Your pair', marks: [chosen] }] : []),
        { key: 'pairs', title: 'The 20 most frequent pairs', marks },
      ],
      map: allPairs(found).map(({ count }) => count),
    }
  },
  open({ sequences }, mark) {
    const [a, b, ...more] = mark.split('-').map((text) => wholeOf(text, 1, HIGHEST))
    if (!a || !b || a === b || more.length > 0) return null
    const holds = (balls: Uint8Array) => balls.includes(a) && balls.includes(b)
    return drawsWhere(sequences, holds).map((draw) => [{ ...draw, numbers: [a, b] }])
  },
}

function lastPlaceNote(count: number | undefined, pairs: number): string[] {
  return count === undefined || pairs <= 20
    ? []
    : [`${formatCount(pairs)} pairs came at least ${times(formatCount(count))}; the list shows 20 of them.`]
}

/** The chance that `size` given numbers are together in one draw: 1/400.5 for a pair, 1/89 in both sets. */
export const chanceTogether = (size: number, width: number): number =>
  choose(width, size) / choose(HIGHEST, size)
