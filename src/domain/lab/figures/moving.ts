/** Moving numbers: what a draw shares with a later one (statistics.md, section 5: moving). */
import { binomial, choose, hypergeometric } from '../../luck/counts.ts'
import { chanceOf, type Distribution } from '../../luck/distribution.ts'
import type { LabMark, LabSeries, OpenedCase } from '../answer.ts'
import { type FigureTask, lagLabel, markOf, wholeOf } from '../figure.ts'
import { LAB_LAGS } from '../query.ts'
import { ballsAt, eachStep, HIGHEST, mark, type Sequence, widthOf } from '../scope.ts'
import { itemAt } from '../../base/lists.ts'

/** The numbers that two draws share. */
export interface Repeats {
  pairs: number
  /** Pairs of draws with at least one number in both. */
  sharing: number
  sharedNumbers: number
  /** Entry `i`: the pairs of draws that share `i` numbers. */
  distribution: number[]
  /** The pairs that share a number by luck. */
  luck: Distribution
}

/** The chance that two draws share at least one number: 25.365 %, 71.2 % for both sets. */
export const chanceOfSharing = (width: number): number =>
  1 - choose(HIGHEST - width, width) / choose(HIGHEST, width)

/** Visits pairs of draws, each a sequence with a draw. */
export type EachPair = (visit: (a: Sequence, t: number, b: Sequence, u: number) => void) => void

/** Counts the numbers that pairs of draws share. */
export function sharedBy(eachPair: EachPair, width: number): Repeats {
  const distribution = new Array<number>(width + 1).fill(0)
  const marks = new Uint8Array(HIGHEST + 1)
  eachPair((a, t, b, u) => {
    mark(a, t, marks, 1)
    let shared = 0
    for (let i = u * width; i < (u + 1) * width; i++) shared += itemAt(marks, itemAt(b.balls, i))
    mark(a, t, marks, 0)
    distribution[shared]!++
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

/** Each draw and the one `lag` later, as a pair. */
const stepsOf =
  (sequences: readonly Sequence[], lag: number): EachPair =>
  (visit) =>
    eachStep(sequences, lag, (sequence, t, u) => visit(sequence, t, sequence, u))

/** Moving numbers: what draws share with the draw `lag` later. */
export const repeats = (sequences: readonly Sequence[], lag = 1): Repeats =>
  sharedBy(stepsOf(sequences, lag), widthOf(sequences))

/** The pairs of draws that share so many numbers. */
export function sharedCases(eachPair: EachPair, fewest: number, most: number): OpenedCase[] {
  const found: OpenedCase[] = []
  eachPair((a, t, b, u) => {
    const later = ballsAt(b, u)
    const numbers = [...ballsAt(a, t)].filter((ball) => later.includes(ball))
    if (numbers.length < fewest || numbers.length > most) return
    found.push([
      { game: a.draws.game, row: itemAt(a.rows, t), numbers },
      { game: b.draws.game, row: itemAt(b.rows, u), numbers },
    ])
  })
  return found
}

export const movingFigure: FigureTask = {
  answer({ sequences }) {
    const width = widthOf(sequences)
    const byLag = LAB_LAGS.map((lag) => ({ lag, found: repeats(sequences, lag) }))
    const sharing = byLag.map(({ lag, found }) => sharingMark(`lag.${lag}`, lagLabel(lag), found))
    const next = itemAt(byLag, 0).found
    return {
      sentences: [`Draws that repeat a number of the draw before: ${itemAt(sharing, 0).sentence}`],
      series: [
        { key: 'sharing', title: 'Draws that share at least one number with a later one', marks: sharing },
        sharedSeries('Numbers that a draw repeats of the one before', next, width),
      ],
    }
  },
  open({ sequences }, mark) {
    const [kind, text] = mark.split('.')
    const width = widthOf(sequences)
    const lag = kind === 'lag' ? wholeOf(text, 1, 3) : null
    if (lag !== null) return sharedCases(stepsOf(sequences, lag), 1, width)
    const count = kind === 'shared' ? wholeOf(text, 0, width) : null
    return count === null ? null : sharedCases(stepsOf(sequences, 1), count, count)
  },
}

/** The pairs of draws that share at least one number. */
export const sharingMark = (key: string, label: string, { sharing, pairs, luck }: Repeats): LabMark =>
  markOf({ key, label, count: sharing, cases: pairs, luck })

/** Pairs of draws by how many numbers they share. */
export function sharedSeries(title: string, { distribution, pairs }: Repeats, width: number): LabSeries {
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
  return { key: 'shared', title, marks }
}
