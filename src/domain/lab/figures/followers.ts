import { drawsWords } from '../../base/words.ts'
/** What came after a number (statistics.md, section 5: followers). */
import { binomial } from '../../luck/counts.ts'
import { centralRange, type Distribution, meanOf } from '../../luck/distribution.ts'
import { rangeWords, roughly } from '../../luck/words.ts'
import type { LabMark } from '../answer.ts'
import {
  APPROXIMATE_NOTE,
  type FigureTask,
  laterWords,
  markOf,
  outsideByLuckOf,
  outsideSentence,
  wholeOf,
} from '../figure.ts'
import { asSteps, followerDraws, nearestSteps } from '../open-draws.ts'
import { eachStep, has, HIGHEST, type Sequence, widthOf } from '../scope.ts'
import { itemAt } from '../../base/lists.ts'

/** The row of one number: what came after it. */
interface Followers {
  /** Draws with the number that have a later draw at the lag. */
  trials: number
  /** Entry `m`: how many of them had `m` at the lag. */
  counts: Uint32Array
  /** The count of one `m` by luck. */
  luck: Distribution
}

/** The numbers `lag` draws after a draw with `number`. */
export const followersOf = (sequences: readonly Sequence[], number: number, lag: number): Followers =>
  follow(sequences, number, lag, lag)

/** The numbers in at least one of the `draws` draws after a draw with `number`. */
export const followersWithin = (sequences: readonly Sequence[], number: number, draws: number): Followers =>
  follow(sequences, number, 1, draws)

function follow(sequences: readonly Sequence[], number: number, first: number, last: number): Followers {
  const counts = new Uint32Array(HIGHEST + 1)
  let trials = 0
  eachStep(sequences, last, (sequence, t, u) => {
    if (!has(sequence, t, number)) return
    trials++
    const { balls, width } = sequence
    for (const ball of new Set(balls.subarray((t + first) * width, (u + 1) * width))) counts[ball]!++
  })
  return { trials, counts, luck: binomial(trials, chanceWithin(last - first + 1, widthOf(sequences))) }
}

/** The chance that one number comes in at least one of some draws: 1 − (17/18)^draws, with 8/9 for both sets. */
export const chanceWithin = (draws: number, width: number): number => 1 - (1 - width / HIGHEST) ** draws

/** The draws of "within" figures. */
const WITHIN = 3

export const followersFigure: FigureTask = {
  answer({ sequences, query: { number, lag } }) {
    if (number === null) return { sentences: ['Choose a number.'], series: [] }
    const later = followersOf(sequences, number, lag)
    const within = followersWithin(sequences, number, WITHIN)
    const laterMarks = followerMarks('later', later)
    return {
      sentences: [
        `${number} came in ${drawsWords(later.trials)} that have a later one. Luck gives each number ${roughly(meanOf(later.luck))} ${laterWords(lag)}, usually ${rangeWords(centralRange(later.luck))}.`,
        outsideSentence(laterMarks, HIGHEST * outsideByLuckOf([later.luck])),
      ],
      notes: [`Within the next ${WITHIN} draws: ${APPROXIMATE_NOTE.toLowerCase()}`],
      series: [
        { key: 'later', title: `Came ${laterWords(lag)}`, marks: laterMarks },
        {
          key: 'within',
          title: `Came within the next ${WITHIN} draws`,
          marks: followerMarks('within', within),
        },
      ],
    }
  },
  open({ sequences, query: { number, lag } }, mark) {
    const [kind, text] = mark.split('.')
    const to = wholeOf(text, 1, HIGHEST)
    if (number === null || to === null) return null
    if (kind === 'later') return asSteps(followerDraws(sequences, number, to, lag))
    return kind === 'within'
      ? asSteps(nearestSteps(sequences, WITHIN, (later) => followerDraws(sequences, number, to, later)))
      : null
  },
}

function followerMarks(kind: 'later' | 'within', { trials, counts, luck }: Followers): LabMark[] {
  return Array.from({ length: HIGHEST }, (_, i) =>
    markOf({
      key: `${kind}.${i + 1}`,
      label: String(i + 1),
      count: itemAt(counts, i + 1),
      cases: trials,
      luck,
    }),
  )
}
