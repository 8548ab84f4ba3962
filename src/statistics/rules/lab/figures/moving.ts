import { chanceOfSharing } from '../../../../draws/rules/luck/chance.ts'
import { binomial, hypergeometric } from '../../../../draws/rules/luck/counts.ts'
import { chanceOf } from '../../../../draws/rules/luck/distribution.ts'
import { type FigureTask, lagLabel, markOf, wholeOf, type LabMark, type LabSeries } from '../figure.ts'
import { asSteps, inBoth, stepsWhere } from '../opened-draws.ts'
import { LAB_LAGS } from '../query.ts'
import { ballsAt, eachStep, HIGHEST, mark, type Sequence, widthOf } from '../scope.ts'
import { itemAt, tally } from '../../../../platform/rules/base/lists.ts'

/** Moving numbers: what a draw shares with a later one (statistics.md, section 5: moving). */

/** The numbers that pairs of draws share. */
type Repeats = ReturnType<typeof repeats>

/** Counts the numbers that draws share with the draw `lag` later. */
export function repeats(sequences: readonly Sequence[], lag = 1) {
  const width = widthOf(sequences)
  const distribution = new Array<number>(width + 1).fill(0)
  const marks = new Uint8Array(HIGHEST + 1)
  eachStep(sequences, lag, (sequence, t, u) => {
    mark(sequence, t, marks, 1)
    let shared = 0
    for (const ball of ballsAt(sequence, u)) shared += itemAt(marks, ball)
    mark(sequence, t, marks, 0)
    tally(distribution, shared)
  })
  const pairs = distribution.reduce((sum, count) => sum + count, 0)
  return {
    pairs,
    sharing: pairs - itemAt(distribution, 0),
    sharedNumbers: distribution.reduce((sum, count, shared) => sum + count * shared, 0),
    distribution,
    luck: binomial(pairs, chanceOfSharing(width)),
  }
}

/** The pairs of draws that share so many numbers. */
const sharedCases = (sequences: readonly Sequence[], lag: number, fewest: number, most: number) =>
  asSteps(
    stepsWhere(sequences, lag, (now, later) => {
      const numbers = inBoth(now, later)
      const isCase = numbers.length >= fewest && numbers.length <= most
      return isCase ? [{ from: numbers, to: numbers }] : []
    }),
  )

export const movingFigure: FigureTask = {
  answer({ sequences }) {
    const width = widthOf(sequences)
    const byLag = LAB_LAGS.map((lag) => ({ lag, found: repeats(sequences, lag) }))
    const sharing = byLag.map(({ lag, found }) => sharingMark(lag, found))
    const next = itemAt(byLag, 0).found
    return {
      sentences: [`Draws that repeat a number of the draw before: ${itemAt(sharing, 0).sentence}`],
      series: [
        { key: 'sharing', title: 'Draws that share at least one number with a later one', marks: sharing },
        sharedSeries(next, width),
      ],
    }
  },
  open({ sequences }, mark) {
    const [kind, text] = mark.split('.')
    const width = widthOf(sequences)
    const lag = kind === 'lag' ? wholeOf(text, 1, 3) : null
    if (lag !== null) return sharedCases(sequences, lag, 1, width)
    const count = kind === 'shared' ? wholeOf(text, 0, width) : null
    return count === null ? null : sharedCases(sequences, 1, count, count)
  },
}

/** The draws that share at least one number with the one `lag` later. */
const sharingMark = (lag: number, { sharing, pairs, luck }: Repeats): LabMark =>
  markOf({ key: `lag.${lag}`, label: lagLabel(lag), count: sharing, cases: pairs, luck })

/** Pairs of draws by how many numbers they share. */
function sharedSeries({ distribution, pairs }: Repeats, width: number): LabSeries {
  const oneDraw = hypergeometric(width, width, HIGHEST)
  const marks = distribution.map((count, shared) =>
    markOf({
      key: `shared.${shared}`,
      label: shared === 1 ? '1 number' : `${shared} numbers`,
      count,
      cases: pairs,
      luck: binomial(pairs, chanceOf(oneDraw, shared)),
    }),
  )
  return { key: 'shared', title: 'Numbers that a draw repeats from the one before', marks }
}
