/** Counting weeks: a number that comes again after the same gap (statistics.md, section 5: counting weeks). */
import { roughly } from '../../luck/words.ts'
import { formatCount } from '../../money.ts'
import { times } from '../../words.ts'
import type { LabMark, OpenedCase } from '../answer.ts'
import { drawsWords, type FigureTask } from '../figure.ts'
import { HIGHEST, type Sequence } from '../scope.ts'

/** Visits the third and each later coming of a number at `t`, with the two comings before it. */
function eachThird(
  { balls, width, length }: Sequence,
  visit: (number: number, one: number, two: number, t: number) => void,
): void {
  const before = new Int32Array(HIGHEST + 1).fill(-1)
  const last = new Int32Array(HIGHEST + 1).fill(-1)
  for (let t = 0; t < length; t++)
    for (let i = t * width; i < (t + 1) * width; i++) {
      const number = balls[i]!
      if (last[number] === t) continue
      if (before[number]! >= 0) visit(number, before[number]!, last[number]!, t)
      before[number] = last[number]!
      last[number] = t
    }
}

/** A number whose last two gaps are equal: it would come a fourth time `dueIn` draws from now. */
interface Running {
  number: number
  game: string
  /** Draws from one coming to the next: 1 for consecutive draws. */
  gap: number
  dueIn: number
}

export interface CountingWeeks {
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
  const thirds = new Int32Array(HIGHEST + 1)
  const last = new Int32Array(HIGHEST + 1)
  /** The last gap, if it was equal to the one before; else 0. */
  const gaps = new Int32Array(HIGHEST + 1)
  eachThird(sequence, (number, one, two, t) => {
    thirds[number]!++
    last[number] = t
    gaps[number] = t - two === two - one ? t - two : 0
    if (gaps[number] > 0) result.count++
  })
  for (let number = 1; number <= HIGHEST; number++) {
    if (thirds[number] === 0) continue
    result.cases += thirds[number]!
    result.expected += expectedEqualGaps(sequence.length, thirds[number]! + 2)
    const gap = gaps[number]!
    const dueIn = gap - (sequence.length - 1 - last[number]!)
    if (gap > 0 && dueIn > 0) result.running.push({ number, game: sequence.draws.game, gap, dueIn })
  }
}

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
    const cases: OpenedCase[] = []
    for (const sequence of sequences) {
      const { draws, rows } = sequence
      eachThird(sequence, (number, one, two, t) => {
        if (t - two === two - one)
          cases.push([one, two, t].map((at) => ({ game: draws.game, row: rows[at]!, numbers: [number] })))
      })
    }
    return cases
  },
}

const WITHOUT_RANGE = {
  usual: null,
  corrected: null,
  verdict: null,
  facts: [],
} as const satisfies Partial<LabMark>
