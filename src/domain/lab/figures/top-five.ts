/** The most frequent numbers beside luck's favourites. */
import { rangeWords, roughly } from '../../luck/words.ts'
import { formatCount, times } from '../../base/words.ts'
import type { LabMark } from '../answer.ts'
import type { FigureTask } from '../figure.ts'
import { topNumbers } from '../frequency.ts'
import { countsOf } from './frequency.ts'
import { itemAt } from '../../base/lists.ts'

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
      outer: null,
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

const placeWords = (place: number) => itemAt(PLACE_WORDS, place - 1)
