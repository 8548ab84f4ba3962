import { centralRange } from '../../../../draws/rules/luck/distribution.ts'
import { rangeWords, roughly } from '../../../../draws/rules/luck/words.ts'
import { type FigureContext, type FigureTask, numberMarks, outsideSentence, wholeOf } from '../figure.ts'
import { drawsWhere } from '../opened-draws.ts'
import { type Frequency, frequency, luckOfNumber } from '../frequency.ts'
import { HIGHEST } from '../scope.ts'
import { outerLineOfNumber } from '../proofs/proofs.ts'
import { itemAt } from '../../../../platform/rules/base/lists.ts'

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
