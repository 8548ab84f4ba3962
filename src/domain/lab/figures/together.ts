/** Two to five chosen numbers in one draw (statistics.md, section 5: pair, triplet). */
import { drawsWords } from '../../base/words.ts'
import { binomial, choose } from '../../luck/counts.ts'
import type { Distribution } from '../../luck/distribution.ts'
import type { OpenedCase } from '../answer.ts'
import { type FigureTask, markOf } from '../figure.ts'
import { drawsIn, eachStep, has, HIGHEST, type Sequence, widthOf } from '../scope.ts'
import { itemAt } from '../../base/lists.ts'

/** The chance that `size` given numbers are together in one draw: 1/400.5 for a pair, 1/89 in both sets. */
export const chanceTogether = (size: number, width: number): number =>
  choose(width, size) / choose(HIGHEST, size)

/** How often given numbers came together. */
interface Together {
  draws: number
  count: number
  luck: Distribution
  /** The draws, as indexes of each game's draws. */
  rows: { game: string; row: number }[]
}

/** Looks up a pair, a triplet or more. @param numbers different numbers from 1 to 90 */
export function together(sequences: readonly Sequence[], numbers: readonly number[]): Together {
  const rows: Together['rows'] = []
  eachStep(sequences, 0, (sequence, t) => {
    if (numbers.every((number) => has(sequence, t, number)))
      rows.push({ game: sequence.draws.game, row: itemAt(sequence.rows, t) })
  })
  const draws = drawsIn(sequences)
  const luck = binomial(draws, chanceTogether(numbers.length, widthOf(sequences)))
  return { draws, count: rows.length, luck, rows }
}

/** The draws with all of some numbers. */
export const drawsWith = (sequences: readonly Sequence[], numbers: readonly number[]): OpenedCase[] =>
  together(sequences, numbers).rows.map((draw) => [{ ...draw, numbers }])

export const togetherFigure: FigureTask = {
  answer({ sequences, query: { numbers } }) {
    if (!numbers) return { sentences: ['Choose two to five numbers.'], series: [] }
    const { draws, count, luck } = together(sequences, numbers)
    const label = numbers.join(', ')
    const found = markOf({ key: 'together', label, count, cases: draws, luck })
    return {
      sentences: [`${label} came together in ${drawsWords(count)}.`, found.sentence],
      series: [{ key: 'together', title: 'In the same draw', marks: [found] }],
    }
  },
  open: ({ sequences, query: { numbers } }, mark) =>
    numbers && mark === 'together' ? drawsWith(sequences, numbers) : null,
}
