/** What draws pass on to later ones: followers, moving, carry, close numbers, lapping. */
import { DRAW_LIMITS } from '../../draw-limits.ts'
import { binomial, hypergeometric } from '../../luck/counts.ts'
import { centralRange, chanceOf, type Distribution, meanOf } from '../../luck/distribution.ts'
import { rangeWords, roughly } from '../../luck/words.ts'
import { formatCount } from '../../money.ts'
import { carry } from '../carry.ts'
import { closeNumbers, closeTo, lapping } from '../close-numbers.ts'
import { type Followers, followersOf, followersWithin, repeats } from '../followers.ts'
import { followerDraws, type OpenedStep, stepsWhere } from '../open-draws.ts'
import { LAB_LAGS } from '../query.ts'
import { reachOf, type Sequence, widthOf } from '../scope.ts'
import type { LabMark, LabSeries, OpenedCase } from './answer.ts'
import { type FigureTask, wholeOf } from './context.ts'
import {
  APPROXIMATE_NOTE,
  drawsWords,
  laterWords,
  markOf,
  outsideByLuckOf,
  outsideSentence,
} from './marks.ts'

const { ballsPerSet: SET_SIZE, highestBall: HIGHEST } = DRAW_LIMITS
/** The draws of "within" figures. */
const WITHIN = 3

/** Cases of a draw and a later one. */
export const asSteps = (steps: readonly OpenedStep[]): OpenedCase[] =>
  steps.map(({ game, row, laterRow, from, to }) => [
    { game, row, numbers: from },
    { game, row: laterRow, numbers: to },
  ])

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
    return kind === 'within' ? asSteps(nearest(withinSteps(sequences, number, to))) : null
  },
}

function followerMarks(kind: 'later' | 'within', { trials, counts, luck }: Followers): LabMark[] {
  return Array.from({ length: HIGHEST }, (_, i) =>
    markOf({ key: `${kind}.${i + 1}`, label: String(i + 1), count: counts[i + 1]!, cases: trials, luck }),
  )
}

/** Steps within the next draws, the nearest first; only draws with all of them ahead count. */
function withinSteps(sequences: readonly Sequence[], from: number, to: number): OpenedStep[] {
  const complete = completeDraws(sequences, WITHIN)
  return LAB_LAGS.flatMap((lag) => followerDraws(sequences, from, to, lag)).filter(({ game, row }) =>
    complete.has(`${game} ${row}`),
  )
}

/** The draws with at least `draws` later ones, as `game row`. */
export function completeDraws(sequences: readonly Sequence[], draws: number): Set<string> {
  const found = new Set<string>()
  for (const sequence of sequences) {
    const reach = reachOf(sequence)
    for (let t = 0; t < sequence.length; t++)
      if (t + draws <= reach[t]!) found.add(`${sequence.draws.game} ${sequence.rows[t]!}`)
  }
  return found
}

/** The nearest step of each draw: a number counts once within several draws. */
function nearest(steps: readonly OpenedStep[]): OpenedStep[] {
  const seen = new Map<string, OpenedStep>()
  for (const step of steps) {
    const key = `${step.game} ${step.row}`
    if (!seen.has(key)) seen.set(key, step)
  }
  return [...seen.values()]
}

export const movingFigure: FigureTask = {
  answer({ sequences }) {
    const width = widthOf(sequences)
    const byLag = LAB_LAGS.map((lag) => ({ lag, found: repeats(sequences, lag) }))
    const sharing = byLag.map(({ lag, found }) =>
      markOf({
        key: `lag.${lag}`,
        label: lagLabel(lag),
        count: found.sharing,
        cases: found.pairs,
        luck: found.luck,
      }),
    )
    const next = byLag[0]!.found
    return {
      sentences: [`Draws that repeat a number of the draw before: ${sharing[0]!.sentence}`],
      series: [
        { key: 'sharing', title: 'Draws that share at least one number with a later one', marks: sharing },
        sharedSeries(
          'shared',
          'Numbers that a draw repeats of the one before',
          next.distribution,
          next.pairs,
          width,
        ),
      ],
    }
  },
  open({ sequences }, mark) {
    const [kind, text] = mark.split('.')
    const shares = (fewest: number, most: number) => (now: Uint8Array, later: Uint8Array) => {
      const shared = [...now].filter((ball) => later.includes(ball))
      return shared.length >= fewest && shared.length <= most ? [{ from: shared, to: shared }] : []
    }
    const width = widthOf(sequences)
    if (kind === 'lag') {
      const lag = wholeOf(text, 1, 3)
      return lag === null ? null : asSteps(stepsWhere(sequences, lag, shares(1, width)))
    }
    const count = kind === 'shared' ? wholeOf(text, 0, width) : null
    return count === null ? null : asSteps(stepsWhere(sequences, 1, shares(count, count)))
  },
}

/** Pairs of draws by how many numbers they share. */
export function sharedSeries(
  key: string,
  title: string,
  distribution: readonly number[],
  pairs: number,
  width: number,
): LabSeries {
  const oneDraw = hypergeometric(width, width, HIGHEST)
  const marks = distribution.map((count, shared) =>
    markOf({
      key: `${key}.${shared}`,
      label: shared === 1 ? '1 number' : `${shared} numbers`,
      count,
      cases: pairs,
      luck: binomial(pairs, chanceOf(oneDraw, shared)),
    }),
  )
  return { key, title, marks }
}

const lagLabel = (lag: number) => ['Next draw', 'Two draws later', 'Three draws later'][lag - 1]!

export const carryFigure: FigureTask = {
  answer({ sequences }) {
    const same = carry(sequences, 'machine', 'winning', 0)
    const later = LAB_LAGS.map((lag) => ({ lag, ...carry(sequences, 'machine', 'winning', lag) }))
    const marks = later.map(({ lag, trials, hits, luck }) =>
      markOf({ key: `lag.${lag}`, label: lagLabel(lag), count: hits, cases: trials, luck: luck! }),
    )
    return {
      sentences: [`Machine numbers that came as winning numbers in the next draw: ${marks[0]!.sentence}`],
      notes: [
        same.hits === 0
          ? 'In the same draw it never happens: its ten numbers differ by rule.'
          : `The ten numbers of a draw differ by rule, but ${formatCount(same.hits)} are in both sets. First check the rows for typing errors.`,
      ],
      series: [{ key: 'carry', title: 'Machine numbers that came as winning numbers', marks }],
    }
  },
  open({ sequences }, mark) {
    const [kind, text] = mark.split('.')
    const lag = kind === 'lag' ? wholeOf(text, 1, 3) : null
    if (lag === null) return null
    return asSteps(
      stepsWhere(sequences, lag, (now, later) => {
        const winning = later.subarray(0, SET_SIZE)
        const carried = [...now.subarray(SET_SIZE)].filter((ball) => winning.includes(ball))
        return carried.length > 0 ? [{ from: carried, to: carried }] : []
      }),
    )
  },
}

export const closeNumbersFigure: FigureTask = {
  answer({ sequences }) {
    const { trials, hits, luck } = closeNumbers(sequences)
    return oneCount('Close numbers that came in the next draw', trials, hits, luck)
  },
  open({ sequences }, mark) {
    if (mark !== 'all') return null
    return asSteps(
      stepsWhere(sequences, 1, (now, later) => {
        const close = closeTo(now)
        const hits = [...later].filter((ball) => close.has(ball))
        const from = [...now].filter((ball) => hits.some((hit) => Math.abs(hit - ball) === 1))
        return hits.length > 0 ? [{ from, to: hits }] : []
      }),
    )
  },
}

export const lappingFigure: FigureTask = {
  answer({ sequences }) {
    const { trials, hits, luck } = lapping(sequences)
    return oneCount('Numbers that passed between winning and machine in the next draw', trials, hits, luck)
  },
  open({ sequences }, mark) {
    if (mark !== 'all') return null
    return asSteps(
      stepsWhere(sequences, 1, (now, later) => {
        const passed = (from: Uint8Array, to: Uint8Array) => [...from].filter((ball) => to.includes(ball))
        const hits = [
          ...passed(now.subarray(0, SET_SIZE), later.subarray(SET_SIZE)),
          ...passed(now.subarray(SET_SIZE), later.subarray(0, SET_SIZE)),
        ]
        return hits.length > 0 ? [{ from: hits, to: hits }] : []
      }),
    )
  },
}

/** A figure of one count. */
function oneCount(title: string, trials: number, hits: number, luck: Distribution) {
  const mark = markOf({ key: 'all', label: 'All', count: hits, cases: trials, luck })
  return { sentences: [`${title}: ${mark.sentence}`], series: [{ key: 'all', title, marks: [mark] }] }
}
