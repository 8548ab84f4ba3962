/** Whether all numbers come equally often. */
import { roughly } from '../../luck/words.ts'
import { formatCount } from '../../base/words.ts'
import { type FigureTask, historiesWords } from '../figure.ts'
import { boxUniformity, uniformity } from '../frequency.ts'
import { HIGHEST } from '../scope.ts'
import { countsOf } from './frequency.ts'

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
