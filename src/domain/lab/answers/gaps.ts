/** How long numbers stay away: now in one game, and at most in any game of the scope. */
import { formatDate } from '../../calendar.ts'
import { DRAW_LIMITS } from '../../draw-limits.ts'
import { dateAt } from '../../history.ts'
import type { Distribution } from '../../luck/distribution.ts'
import { centralRange, meanOf } from '../../luck/distribution.ts'
import { rangeWords, roughly } from '../../luck/words.ts'
import { formatCount } from '../../money.ts'
import { decimal } from '../../words.ts'
import { chanceOfGap, gapsOf, longestGaps, luckOfLongestGap, type NumberGaps } from '../gaps.ts'
import { type Sequence, widthOf } from '../scope.ts'
import { screenOf } from '../verdict.ts'
import type { LabMark, LabSeries, OpenedCase } from './answer.ts'
import { type FigureContext, type FigureTask, wholeOf } from './context.ts'
import { drawsWords, markOf, outsideSentence, screenSentence } from './marks.ts'

const { highestBall: HIGHEST } = DRAW_LIMITS

export const gapsFigure: FigureTask = {
  answer(context) {
    const { sequences, isJudged } = context
    if (sequences.length === 0) return { sentences: [], series: [] }
    const luck = luckOfLongestGap(sequences)
    const screen = screenOf(luck, HIGHEST)
    const longest = longestSeries(context, luck)
    return {
      sentences: [
        ...(isJudged ? [screenSentence(longest.marks, 'gap')] : []),
        `The longest gap of a number is about ${roughly(meanOf(luck))} draws by luck, usually ${rangeWords(centralRange(luck))}.`,
        outsideSentence(longest.marks, screen.outsideByLuck),
        'A long gap does not make a number due: its chance in the next draw is the same.',
      ],
      series: sequences.length === 1 ? [nowSeries(sequences[0]!), longest] : [longest],
    }
  },
  open({ sequences }, mark) {
    const [kind, text] = mark.split('.')
    const number = wholeOf(text, 1, HIGHEST)
    if (number === null) return null
    if (kind === 'now') return sequences.length === 1 ? lastDraw(sequences[0]!, number) : null
    return kind === 'longest' ? endsOfLongest(sequences, number) : null
  },
}

function longestSeries({ sequences, isJudged, nameOf }: FigureContext, luck: Distribution): LabSeries {
  const screen = isJudged ? screenOf(luck, HIGHEST) : null
  const cases = sequences.reduce((sum, { length }) => sum + length, 0)
  const marks = longestGaps(sequences).map(({ number, draws, game }) =>
    markOf(
      {
        key: `longest.${number}`,
        label: String(number),
        count: draws,
        cases,
        luck,
        counted: `Stayed away for ${drawsWords(draws)}${sequences.length > 1 ? ` in ${nameOf(game)}` : ''}`,
        facts: [{ name: 'Game', value: nameOf(game) }],
      },
      screen,
    ),
  )
  return { key: 'longest', title: 'The longest gap of each number', counted: 'Draws', marks }
}

/** The gaps of one game as they are now. */
function nowSeries(sequence: Sequence): LabSeries {
  const luck = luckOfCurrentGap(sequence)
  const marks = gapsOf(sequence).map((gaps): LabMark => {
    const { number, current, came } = gaps
    const mark = markOf({
      key: `now.${number}`,
      label: String(number),
      count: current,
      cases: sequence.length,
      luck,
      facts: factsOf(sequence, gaps),
    })
    return { ...mark, sentence: gapSentence(current, sequence, came > 0), opens: came > 0 }
  })
  return { key: 'now', title: 'Draws since each number came', counted: 'Draws', marks }
}

/** Draws since a number came, by luck: geometric, and at most all draws. */
function luckOfCurrentGap({ length, width }: Sequence): Distribution {
  const chances = Float64Array.from({ length: length + 1 }, (_, gap) =>
    gap < length ? (chanceOfGap(gap, width) * width) / HIGHEST : chanceOfGap(gap, width),
  )
  return { from: 0, chances }
}

function gapSentence(gap: number, { width, length }: Sequence, hasCome: boolean): string {
  const since = hasCome ? `${drawsWords(gap)} since it came.` : `It did not come in ${drawsWords(length)}.`
  if (gap === 0) return 'It came in the newest draw.'
  const once = 1 / chanceOfGap(gap, width)
  return `${since} Luck leaves a number out at least this long 1 time in ${once < 9.95 ? decimal(once) : formatCount(Math.round(once))}.`
}

function factsOf(sequence: Sequence, { lastRow, record, mean, came }: NumberGaps): LabMark['facts'] {
  return [
    { name: 'Came', value: formatCount(came) },
    { name: 'Last', value: lastRow === null ? 'never' : formatDate(dateAt(sequence.draws, lastRow)) },
    { name: 'Mean gap', value: mean === null ? 'none' : decimal(mean) },
    { name: 'Longest', value: formatCount(record) },
  ]
}

function lastDraw(sequence: Sequence, number: number): OpenedCase[] {
  const { lastRow } = gapsOf(sequence)[number - 1]!
  return lastRow === null ? [] : [[{ game: sequence.draws.game, row: lastRow, numbers: [number] }]]
}

/** The draws before and after the longest gap of a number, where they exist. */
function endsOfLongest(sequences: readonly Sequence[], number: number): OpenedCase[] {
  const { game, draws: longest } = longestGaps(sequences)[number - 1]!
  const { balls, length, rows } = sequences.find(({ draws }) => draws.game === game)!
  const width = widthOf(sequences)
  let last = -1
  for (let t = 0; t <= length; t++) {
    const comes = t === length || balls.subarray(t * width, (t + 1) * width).includes(number)
    if (!comes) continue
    if (t - last - 1 === longest)
      return [
        [last, t]
          .filter((end) => end >= 0 && end < length)
          .map((end) => ({ game, row: rows[end]!, numbers: [number] })),
      ]
    last = t
  }
  return []
}
