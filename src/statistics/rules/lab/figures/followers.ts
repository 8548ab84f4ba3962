import { tally } from '../../../../platform/rules/base/lists.ts'
import { drawsWords } from '../../../../platform/rules/base/words.ts'
import { binomial } from '../../../../draws/rules/luck/counts.ts'
import { centralRange, meanOf } from '../../../../draws/rules/luck/distribution.ts'
import { rangeWords, roughly } from '../../../../draws/rules/luck/words.ts'
import {
  APPROXIMATE_NOTE,
  type FigureTask,
  laterWords,
  numberMarks,
  outsideSentence,
  wholeOf,
} from '../figure.ts'
import { asSteps, followerDraws, nearestSteps } from '../opened-draws.ts'
import { eachStep, has, HIGHEST, type Sequence, widthOf } from '../scope.ts'

/** What came after a number (statistics.md, section 5: followers). */

/** The numbers `lag` draws after a draw with `number`. */
export const followersOf = (sequences: readonly Sequence[], number: number, lag: number) =>
  follow(sequences, number, lag, lag)

/** The numbers in at least one of the `draws` draws after a draw with `number`. */
export const followersWithin = (sequences: readonly Sequence[], number: number, draws: number) =>
  follow(sequences, number, 1, draws)

function follow(sequences: readonly Sequence[], number: number, first: number, last: number) {
  const counts = new Uint32Array(HIGHEST + 1)
  let trials = 0
  eachStep(sequences, last, (sequence, t, u) => {
    if (!has(sequence, t, number)) return
    trials++
    const { balls, width } = sequence
    for (const ball of new Set(balls.subarray((t + first) * width, (u + 1) * width))) tally(counts, ball)
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
    const laterMarks = numberMarks(later.counts, { kind: 'later', cases: later.trials, luck: later.luck })
    return {
      sentences: [
        `${number} came in ${drawsWords(later.trials)} that have a later one. Luck gives each number ${roughly(meanOf(later.luck))} ${laterWords(lag)}, usually ${rangeWords(centralRange(later.luck))}.`,
        outsideSentence(laterMarks, later.luck),
      ],
      notes: [`Within the next ${WITHIN} draws: ${APPROXIMATE_NOTE.toLowerCase()}`],
      series: [
        { key: 'later', title: `Came ${laterWords(lag)}`, marks: laterMarks },
        {
          key: 'within',
          title: `Came within the next ${WITHIN} draws`,
          marks: numberMarks(within.counts, { kind: 'within', cases: within.trials, luck: within.luck }),
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
