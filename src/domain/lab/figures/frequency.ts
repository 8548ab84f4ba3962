import { centralRange } from '../../luck/distribution.ts'
import { rangeWords, roughly } from '../../luck/words.ts'
import {
  type FigureContext,
  type FigureTask,
  numberMarks,
  outsideSentence,
  wholeOf,
  drawsWhere,
  type LabMark,
} from '../figure.ts'
import { type Frequency, frequency, luckOfNumber, topNumbers } from '../frequency.ts'
import { HIGHEST } from '../scope.ts'
import { outerLineOfNumber } from '../proofs/proofs.ts'
import { itemAt } from '../../base/lists.ts'
import { drawsWords, formatCount, times } from '../../base/words.ts'

/** How often each number came, in any box or in a chosen one. */

/** The counts of any box, or of the chosen one, which has one ball per draw. */
function countsOf({ sequences, query: { box } }: FigureContext): Frequency {
  const found = frequency(sequences)
  return box === null
    ? found
    : { draws: found.draws, width: 1, counts: itemAt(found.byBox, box - 1), byBox: [] }
}

export const frequencyFigure: FigureTask = {
  answer(context) {
    const found = countsOf(context)
    const luck = luckOfNumber(found)
    const outer = context.counters && context.query.box === null ? outerLineOfNumber(found.draws) : null
    const marks = numberMarks(found.counts, { cases: found.draws, luck }, outer)
    return {
      sentences: [
        `Luck gives each number ${roughly((found.draws * found.width) / HIGHEST)}, usually ${rangeWords(centralRange(luck))}.`,
        outsideSentence(marks, luck),
      ],
      series: [{ key: 'numbers', title: 'Each number', marks }],
    }
  },
  open({ sequences, query: { box } }, mark) {
    const number = wholeOf(mark, 1, HIGHEST)
    if (number === null) return null
    const holds = (balls: Uint8Array) => (box === null ? balls.includes(number) : balls[box - 1] === number)
    return drawsWhere(sequences, holds).map((draw) => [{ ...draw, numbers: [number] }])
  },
}

/** The most frequent numbers beside luck's favourites. */

export const topFiveFigure: FigureTask = {
  answer(context) {
    const found = countsOf(context)
    const marks = topNumbers(found).map(({ place, number, count, expected, usual }): LabMark => ({
      key: String(place),
      label: String(number),
      count,
      cases: found.draws,
      expected,
      usual,
      outer: null,
      sentence: `${number} came ${times(formatCount(count))} in ${drawsWords(found.draws)}. Luck's ${placeWords(place)} comes about ${times(roughly(expected))}, usually ${rangeWords(usual)}.`,
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

/** A tie with the fifth place may need more places than have a word. */
const placeWords = (place: number) =>
  PLACE_WORDS[place - 1] ? `${PLACE_WORDS[place - 1]} number` : `number in place ${place}`

/** Whether all numbers come equally often. */

export const uniformityFigure: FigureTask = {
  answer(context) {
    const found = countsOf(context)
    const luck = luckOfNumber(found)
    const marks = numberMarks(found.counts, { cases: found.draws, luck })
    return {
      sentences: [outsideSentence(marks, luck)],
      series: [],
    }
  },
  open: () => null,
}
