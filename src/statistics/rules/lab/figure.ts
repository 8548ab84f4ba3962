import {
  centralRange,
  type CountRange,
  type Distribution,
  meanOf,
} from '../../../draws/rules/luck/distribution.ts'
import { FEWEST_EXPECTED } from '../../../draws/rules/luck/luck-bar.ts'
import { rangeWords, roughly } from '../../../draws/rules/luck/words.ts'
import { formatCount, times } from '../../../platform/rules/base/words.ts'
import type { Counters } from './proofs/counters.ts'
import type { LabQuery } from './query.ts'
import type { Sequence } from './scope.ts'
import { itemAt } from '../../../platform/rules/base/lists.ts'
import { ALL_NUMBERS } from '../../../platform/rules/base/balls.ts'
import type { LagosDate } from '../../../platform/rules/base/calendar.ts'
import type { LabFigureKey } from './figures.ts'
import type { Proof } from './proofs/proofs.ts'
import type { OpenedCase } from './opened-draws.ts'

/** What the lab answers: counts beside luck, in one shape for all figures. */

/** One count beside luck: a bar, a dot, a row of a table. */
export interface LabMark {
  /** Names the mark when its draws are opened. */
  key: string
  label: string
  count: number
  /** What was counted, such as draws or balls: the figure's trials. */
  cases: number
  /** The mean by luck. */
  expected: number
  /** The range of 19 in 20 histories by luck. */
  usual: CountRange
  /** The counts that do not make the figure unusual by themselves: its outer line. Null where it has none. */
  outer: CountRange | null
  sentence: string
  /** Further columns of the table, such as the mean gap. */
  facts: { name: string; value: string }[]
  /** Whether the mark's draws can be opened. */
  opens: boolean
}

export interface LabSeries {
  key: string
  title: string
  /** What the counts are, if not how often each mark came. */
  counted?: string | undefined
  marks: LabMark[]
}

export interface LabAnswer {
  figure: LabFigureKey
  /** The draws of the figure, and the first and the last date; null without draws. */
  draws: number
  games: number
  from: LagosDate | null
  to: LagosDate | null
  /** Whether generated draws are among them. */
  sample: boolean
  /** The figure in sentences, in the order to read. */
  sentences: string[]
  /** The index of the sentence that answers the question. */
  main: number
  /** What is counted in another way than a reader would expect, such as approximate ranges and left-out cells. */
  notes: string[]
  series: LabSeries[]
  /** For `pairs` the count of each pair a < b of 4,005, by a and then by b; else null. */
  map: number[] | null
}

/** The proof of a figure's question over all games, and the draws that count for it. */
export interface CountedProof extends Proof {
  counted: number
}

/** What the figures of the lab share: their question, their marks beside luck, and the figures of single draws. */

/** A question to one figure and the draws that it is about. */
export interface FigureContext {
  query: LabQuery
  sequences: readonly Sequence[]
  /** What the proof counts, where it counts the same draws as the figure: pictures then show its outer line. */
  counters: Counters | null
  /** The proof of the figure's question; null where it has none. */
  proof: CountedProof | null
  /** The name of a game by its key. */
  nameOf: (game: string) => string
}

/** The part of an answer that each figure computes. */
type FigureParts = Pick<LabAnswer, 'sentences' | 'series'> &
  Partial<Pick<LabAnswer, 'main' | 'notes' | 'map'>>

export interface FigureTask {
  answer(context: FigureContext): FigureParts
  /** The draws behind a mark; null for a mark that the figure does not have or whose draws cannot be opened. */
  open(context: FigureContext, mark: string): OpenedCase[] | null
}

/** The whole number of a mark's key; null for another text and for a number outside. */
export function wholeOf(text: string | undefined, lowest: number, highest: number): number | null {
  const value = Number(text)
  return text !== undefined && /^\d{1,3}$/.test(text) && value >= lowest && value <= highest ? value : null
}

interface Count {
  key: string
  label: string
  count: number
  cases: number
  luck: Distribution
  /** The count in words, for a sentence that does not begin with "Came". */
  counted?: string
  facts?: LabMark['facts']
  opens?: boolean
}

/** A count with its range by luck. @param outer the counts that do not make the figure unusual by themselves; null where it has no proof */
export function markOf(
  { key, label, count, cases, luck, counted, facts = [], opens = true }: Count,
  outer: CountRange | null = null,
): LabMark {
  return {
    key,
    label,
    count,
    cases,
    expected: meanOf(luck),
    usual: centralRange(luck),
    outer,
    sentence: countSentence({ count, luck, counted }),
    facts,
    opens: opens && count > 0,
  }
}

/** A mark for each number. @param counts entry `n`: the count of the number `n` */
export const numberMarks = (
  counts: ArrayLike<number>,
  { kind, ...shared }: Pick<Count, 'cases' | 'luck'> & { kind?: string },
  outer: CountRange | null = null,
): LabMark[] =>
  ALL_NUMBERS.map((number) =>
    markOf(
      {
        ...shared,
        key: kind ? `${kind}.${number}` : String(number),
        label: String(number),
        count: itemAt(counts, number),
      },
      outer,
    ),
  )

/** The count beside luck: `Came 169 times; luck gives 141, usually 119 to 164.` */
function countSentence({
  count,
  luck,
  counted = `Came ${times(formatCount(count))}`,
}: Pick<Count, 'count' | 'luck' | 'counted'>): string {
  const expected = meanOf(luck)
  const few = expected < FEWEST_EXPECTED ? ' That is too few to read anything from.' : ''
  return `${counted}; luck gives ${roughly(expected)}, usually ${rangeWords(centralRange(luck))}.${few}`
}

/** The chance that luck puts a count outside its own range; below 5 %, because counts are whole numbers. */
function outsideOwnRange(luck: Distribution): number {
  const { low, high } = centralRange(luck)
  const inside = luck.chances.slice(Math.max(0, low - luck.from), high - luck.from + 1)
  return 1 - inside.reduce((sum, chance) => sum + chance, 0)
}

/** How many of the marks are outside their own range, beside how many luck puts there. @param luck that of all marks, or a list with that of each */
export function outsideSentence(
  marks: readonly LabMark[],
  luck: Distribution | readonly { luck: Distribution }[],
): string {
  const outside = marks.filter(({ count, usual }) => count < usual.low || count > usual.high).length
  const byLuck =
    'chances' in luck
      ? marks.length * outsideOwnRange(luck)
      : luck.reduce((sum, one) => sum + outsideOwnRange(one.luck), 0)
  const fall = outside === 1 ? 'falls' : 'fall'
  return `${formatCount(outside)} of the ${formatCount(marks.length)} results ${fall} outside what luck usually gives. By luck alone, about ${roughly(byLuck)} would.`
}

/** `in the next draw`, `two draws later`. @param lag 1 to 3 */
export const laterWords = (lag: number): string =>
  itemAt(['in the next draw', 'two draws later', 'three draws later'], lag - 1)

export const lagLabel = (lag: number) =>
  itemAt(['Next draw', 'Two draws later', 'Three draws later'], lag - 1)

export const APPROXIMATE_NOTE = 'The cases overlap a little, so the range is close but not exact.'
