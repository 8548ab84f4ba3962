/** Counting weeks: a number that comes again after the same gap (statistics.md, section 5: counting weeks). */
import { roughly } from '../../luck/words.ts'
import { drawsWords, formatCount, times } from '../../base/words.ts'
import type { LabMark } from '../answer.ts'
import { type FigureTask } from '../figure.ts'
import type { Sequence } from '../scope.ts'
import { comingsOf } from './gaps.ts'
import { itemAt } from '../../base/lists.ts'

/** A number whose last two gaps are equal: it would come a fourth time `dueIn` draws from now. */
interface Running {
  number: number
  game: string
  /** Draws from one coming to the next: 1 for consecutive draws. */
  gap: number
  dueIn: number
}

interface CountingWeeks {
  /** How often a number had two equal gaps in a row. */
  count: number
  /** Three comings in a row, of any gaps. */
  cases: number
  /** The count if the draws of each game are put into a random order: exact. */
  expected: number
  running: Running[]
}

export function countingWeeks(sequences: readonly Sequence[]): CountingWeeks {
  const result: CountingWeeks = { count: 0, cases: 0, expected: 0, running: [] }
  for (const sequence of sequences) addSequence(sequence, result)
  result.running.sort((a, b) => a.dueIn - b.dueIn || a.number - b.number)
  return result
}

function addSequence(sequence: Sequence, result: CountingWeeks): void {
  for (const { number, at } of comingsOf(sequence)) {
    const thirds = thirdsOf(at)
    result.cases += thirds.length
    result.count += thirds.filter(isEqual).length
    result.expected += expectedEqualGaps(sequence.length, at.length)
    const newest = thirds[thirds.length - 1]
    if (!newest || !isEqual(newest)) continue
    const gap = newest[2] - newest[1]
    const dueIn = gap - (sequence.length - 1 - newest[2])
    if (dueIn > 0) result.running.push({ number, game: sequence.draws.game, gap, dueIn })
  }
}

/** Three comings in a row. */
type Third = readonly [one: number, two: number, three: number]

/** The third and each later coming of a number, with the two before it. */
const thirdsOf = (at: readonly number[]): Third[] =>
  at.slice(2).map((three, i): Third => [itemAt(at, i), itemAt(at, i + 1), three])

const isEqual = ([one, two, three]: Third) => three - two === two - one

/**
 * How often two gaps in a row are equal when `came` comings are at random places among `length` draws: for each gap g
 * the share of arrangements with both, C(length − 2g, came − 2) / C(length, came), times the came − 2 places for it.
 */
export function expectedEqualGaps(length: number, came: number): number {
  if (came < 3) return 0
  // C(length − 2, came − 2) / C(length, came)
  let share = (came * (came - 1)) / (length * (length - 1))
  let sum = 0
  for (let free = length - 2; free >= came - 2 && share > 0; free -= 2) {
    sum += share
    share *= ((free - came + 2) * (free - came + 1)) / (free * (free - 1))
  }
  return (came - 2) * sum
}

export const countingWeeksFigure: FigureTask = {
  answer({ sequences, nameOf }) {
    const { count, cases, expected, running } = countingWeeks(sequences)
    const mark: LabMark = {
      ...WITHOUT_RANGE,
      key: 'all',
      label: 'Equal gaps',
      count,
      cases,
      expected,
      sentence: `Came ${times(formatCount(count))} in ${formatCount(cases)} cases; luck gives ${roughly(expected)}.`,
      opens: count > 0,
    }
    const now = running.map(({ number, game, gap, dueIn }): LabMark => ({
      ...WITHOUT_RANGE,
      key: `${game}.${number}`,
      label: String(number),
      count: gap,
      cases: 2,
      expected: null,
      sentence: `${number} in ${nameOf(game)} came twice after ${drawsWords(gap)}. The same gap again would end in ${drawsWords(dueIn)}; its chance in that draw is the same as in any other.`,
      facts: [
        { name: 'Game', value: nameOf(game) },
        { name: 'Ends in', value: drawsWords(dueIn) },
      ],
      opens: false,
    }))
    return {
      sentences: [`Numbers that came again after the same gap: ${mark.sentence}`],
      notes: ['Luck is the mean over all orders of the draws. It has no range here.'],
      series: [
        { key: 'all', title: 'Equal gaps twice in a row', marks: [mark] },
        { key: 'running', title: 'Running now', counted: 'Gap', marks: now },
      ],
    }
  },
  open({ sequences }, mark) {
    if (mark !== 'all') return null
    return sequences.flatMap((sequence) =>
      comingsOf(sequence).flatMap(({ number, at }) =>
        thirdsOf(at)
          .filter(isEqual)
          .map((third) =>
            third.map((t) => ({
              game: sequence.draws.game,
              row: itemAt(sequence.rows, t),
              numbers: [number],
            })),
          ),
      ),
    )
  },
}

const WITHOUT_RANGE = { usual: null, outer: null, facts: [] } as const satisfies Partial<LabMark>
