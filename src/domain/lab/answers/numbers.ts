/** How often each number came: frequency, top five, uniformity. */
import { DRAW_LIMITS } from '../../draw-limits.ts'
import { centralRange } from '../../luck/distribution.ts'
import { rangeWords, roughly } from '../../luck/words.ts'
import { formatCount } from '../../money.ts'
import { times } from '../../words.ts'
import {
  boxUniformity,
  type Frequency,
  frequency,
  luckOfNumber,
  topNumbers,
  uniformity,
} from '../frequency.ts'
import { drawsWhere } from '../open-draws.ts'
import { screenOf } from '../verdict.ts'
import type { LabMark, OpenedCase } from './answer.ts'
import { type FigureContext, type FigureTask, wholeOf } from './context.ts'
import { historiesWords, markOf, outsideSentence, screenSentence } from './marks.ts'

const { highestBall: HIGHEST } = DRAW_LIMITS

/** The counts of any box, or of the chosen one, which has one ball per draw. */
function countsOf({ sequences, query: { box } }: FigureContext): Frequency {
  const found = frequency(sequences)
  return box === null ? found : { draws: found.draws, width: 1, counts: found.byBox[box - 1]!, byBox: [] }
}

export const frequencyFigure: FigureTask = {
  answer(context) {
    const found = countsOf(context)
    const luck = luckOfNumber(found)
    const screen = screenOf(luck, HIGHEST)
    const judge = context.isJudged && context.query.box === null ? screen : null
    const marks = numbers().map((number) =>
      markOf(
        {
          key: String(number),
          label: String(number),
          count: found.counts[number]!,
          cases: found.draws,
          luck,
        },
        judge,
      ),
    )
    return {
      sentences: [
        ...(judge ? [screenSentence(marks, 'number')] : []),
        `Luck gives each number ${roughly((found.draws * found.width) / HIGHEST)}, usually ${rangeWords(centralRange(luck))}.`,
        outsideSentence(marks, screen.outsideByLuck),
      ],
      series: [{ key: 'numbers', title: 'Each number', marks }],
    }
  },
  open: (context, mark) => openNumber(context, wholeOf(mark, 1, HIGHEST)),
}

export const topFiveFigure: FigureTask = {
  answer(context) {
    const found = countsOf(context)
    const marks = topNumbers(found).map(({ place, count, numbers: tied, expected, usual }): LabMark => ({
      key: String(place),
      label: tied.join(', '),
      count,
      cases: found.draws,
      expected,
      usual,
      corrected: null,
      verdict: null,
      sentence: `${tied.join(', ')} came ${times(formatCount(count))}${tied.length > 1 ? ' each' : ''}. Luck's ${placeWords(place)} number comes about ${times(roughly(expected))}, usually ${rangeWords(usual)}.`,
      facts: [{ name: 'Place', value: String(place) }],
      opens: false,
    }))
    return {
      sentences: [
        ...marks.slice(0, 1).map(({ sentence }) => sentence),
        'In every history by luck some numbers come more often than others.',
      ],
      series: [{ key: 'places', title: 'The most frequent numbers, ties included', marks }],
    }
  },
  open: () => null,
}

const PLACE_WORDS = ['most frequent', 'second', 'third', 'fourth', 'fifth']
const placeWords = (place: number) => PLACE_WORDS[place - 1]!

/** Below this expected count of a number the chances of the test are not exact enough. */
const FEWEST_PER_NUMBER = 5

export const uniformityFigure: FigureTask = {
  answer(context) {
    const found = countsOf(context)
    const perNumber = (found.draws * found.width) / HIGHEST
    if (perNumber < FEWEST_PER_NUMBER)
      return {
        sentences: [
          `Only ${formatCount(found.draws)} draws, ${roughly(perNumber)} for each number by luck. Nothing can be read from this.`,
        ],
        series: [],
      }
    const { chance } = context.query.box === null ? uniformity(found) : boxUniformity(found, found.counts)
    return {
      sentences: [
        `By luck the counts of the 90 numbers differ as much as these, or more, in ${historiesWords(chance)}.`,
      ],
      series: [],
    }
  },
  open: () => null,
}

const numbers = () => Array.from({ length: HIGHEST }, (_, i) => i + 1)

function openNumber(
  { sequences, query: { box } }: FigureContext,
  number: number | null,
): OpenedCase[] | null {
  if (number === null) return null
  const holds = (balls: Uint8Array) => (box === null ? balls.includes(number) : balls[box - 1] === number)
  return drawsWhere(sequences, holds).map((draw) => [{ ...draw, numbers: [number] }])
}
