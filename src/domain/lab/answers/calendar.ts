/** Patterns of players over several draws: groups, counting weeks, the same event or date of last year. */
import { roughly } from '../../luck/words.ts'
import { formatCount } from '../../money.ts'
import { times } from '../../words.ts'
import { countingWeeks, equalGapDraws } from '../counting-weeks.ts'
import type { EachPair } from '../followers.ts'
import { groupHits, groupMoves, type NumberGroup } from '../groups.ts'
import { eachDatePair, eachEventPair, sameDateLastYear, sameEventLastYear } from '../last-year.ts'
import { type Sequence, widthOf } from '../scope.ts'
import type { LabMark, OpenedCase } from './answer.ts'
import { type FigureTask, wholeOf } from './context.ts'
import { APPROXIMATE_NOTE, drawsWords, markOf } from './marks.ts'
import { sharedSeries } from './steps.ts'

/** The group that players name most. */
const BEST_KNOWN_GROUP: NumberGroup = [1, 10, 89]
const SMALLEST_GROUP = 3

export const groupsFigure: FigureTask = {
  answer({ sequences, query: { numbers } }) {
    const group = numbers ?? BEST_KNOWN_GROUP
    if (group.length < SMALLEST_GROUP)
      return { sentences: ['A group has three or more numbers.'], series: [] }
    const { trials, hits, luck } = groupMoves(sequences, [group])
    const mark = markOf({ key: 'all', label: group.join('-'), count: hits, cases: trials, luck })
    return {
      sentences: [
        `Two numbers of ${group.join('-')} came in two draws in a row, and a further one in the next draw: ${mark.sentence}`,
      ],
      series: [{ key: 'group', title: 'A further number of the group came next', marks: [mark] }],
    }
  },
  open({ sequences, query: { numbers } }, mark) {
    if (mark !== 'all') return null
    return groupHits(sequences, [numbers ?? BEST_KNOWN_GROUP]).map(
      ({ game, rows: [a, b, c], group, number }) => [
        { game, row: a, numbers: group },
        { game, row: b, numbers: group },
        { game, row: c, numbers: [number] },
      ],
    )
  },
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
    return equalGapDraws(sequences).map(({ number, game, rows }) =>
      rows.map((row) => ({ game, row, numbers: [number] })),
    )
  },
}

const WITHOUT_RANGE = {
  usual: null,
  corrected: null,
  verdict: null,
  facts: [],
} as const satisfies Partial<LabMark>

export const lastYearFigure: FigureTask = {
  answer({ sequences }) {
    if (sequences.length === 0) return { sentences: [], series: [] }
    const width = widthOf(sequences)
    const event = sameEventLastYear(sequences)
    const date = sameDateLastYear(sequences)
    const marks = [
      markOf({
        key: 'event',
        label: 'Same event',
        count: event.sharing,
        cases: event.pairs,
        luck: event.luck,
      }),
      markOf({ key: 'date', label: 'Same date', count: date.sharing, cases: date.pairs, luck: date.luck }),
    ]
    return {
      sentences: [`Draws that share a number with the same event a year before: ${marks[0]!.sentence}`],
      notes: [`The same date compares a draw with every game's draw of that day. ${APPROXIMATE_NOTE}`],
      series: [
        { key: 'sharing', title: 'Draws that share at least one number', marks },
        sharedSeries('shared', 'Numbers shared with the same event', event.distribution, event.pairs, width),
      ],
    }
  },
  open({ sequences }, mark) {
    const width = widthOf(sequences)
    if (mark === 'date') return sharedCases(sequences, (visit) => eachDatePair(sequences, visit), 1, width)
    if (mark === 'event') return sharedCases(sequences, (visit) => eachEventPair(sequences, visit), 1, width)
    const [kind, text] = mark.split('.')
    const shared = kind === 'shared' ? wholeOf(text, 0, width) : null
    if (shared === null) return null
    return sharedCases(sequences, (visit) => eachEventPair(sequences, visit), shared, shared)
  },
}

/** Pairs of draws that share from `fewest` to `most` numbers. */
function sharedCases(
  sequences: readonly Sequence[],
  eachPair: EachPair,
  fewest: number,
  most: number,
): OpenedCase[] {
  if (sequences.length === 0) return []
  const found: OpenedCase[] = []
  const ballsAt = ({ balls, width }: Sequence, t: number) => balls.subarray(t * width, (t + 1) * width)
  eachPair((a, t, b, u) => {
    const before = ballsAt(b, u)
    const shared = [...ballsAt(a, t)].filter((ball) => before.includes(ball))
    if (shared.length < fewest || shared.length > most) return
    found.push([
      { game: b.draws.game, row: b.rows[u]!, numbers: shared },
      { game: a.draws.game, row: a.rows[t]!, numbers: shared },
    ])
  })
  return found
}
