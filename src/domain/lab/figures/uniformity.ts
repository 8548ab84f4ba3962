/** Whether all numbers come equally often. */
import { type FigureTask, markOf, outsideByLuckOf, outsideSentence } from '../figure.ts'
import { luckOfNumber } from '../frequency.ts'
import { countsOf } from './frequency.ts'

export const uniformityFigure: FigureTask = {
  answer(context) {
    const found = countsOf(context)
    const luck = luckOfNumber(found)
    const marks = Array.from(found.counts.subarray(1), (count, i) =>
      markOf({ key: String(i + 1), label: String(i + 1), count, cases: found.draws, luck }),
    )
    return {
      sentences: [`Of the 90 numbers, ${outsideSentence(marks, outsideByLuckOf(marks.map(() => luck)))}`],
      series: [],
    }
  },
  open: () => null,
}
