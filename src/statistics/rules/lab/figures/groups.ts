/** Groups of numbers that players follow, such as 1-10-89 (statistics.md, section 5: groups). */
import { binomial } from '../../../../draws/rules/luck/counts.ts'
import type { Distribution } from '../../../../draws/rules/luck/distribution.ts'
import { type FigureTask, markOf } from '../figure.ts'
import type { OpenedCase } from '../opened-draws.ts'
import { eachStep, has, HIGHEST, type Sequence, widthOf } from '../scope.ts'
import { itemAt } from '../../../../platform/rules/base/lists.ts'

/** A group of three or more different numbers from 1 to 90. */
type NumberGroup = readonly number[]

/** A number that a group points to: one of the group came in draw A, another in draw B, this one has not. */
interface Pointing {
  group: NumberGroup
  number: number
}

interface GroupMoves {
  /** The numbers that groups pointed to, over all groups and draws with a next one. */
  trials: number
  /** How many of them came in the next draw. */
  hits: number
  /** 1/18 of the trials, pooled over groups. Groups that share numbers make the range approximate. */
  luck: Distribution
}

/**
 * How often groups came true: one number in draw A, another in the next draw B, and a further one in the draw C after it.
 * Each further number of a group is one trial for A and B.
 */
export function groupMoves(sequences: readonly Sequence[], groups: readonly NumberGroup[]): GroupMoves {
  let [trials, hits] = [0, 0]
  eachTrial(sequences, groups, (_, isHit) => {
    trials++
    if (isHit) hits++
  })
  return { trials, hits, luck: binomial(trials, widthOf(sequences) / HIGHEST) }
}

/** Visits what groups point to by the draws `t` and `t + 1`, and whether it came in the next one. */
function eachTrial(
  sequences: readonly Sequence[],
  groups: readonly NumberGroup[],
  visit: (pointing: Pointing, isHit: boolean, sequence: Sequence, t: number) => void,
): void {
  const groupsWith = groupsByNumber(groups)
  eachStep(sequences, 2, (sequence, t, u) => {
    for (const pointing of pointedAt(sequence, t, groupsWith))
      visit(pointing, has(sequence, u, pointing.number), sequence, t)
  })
}

/** Entry `n`: the groups with the number `n`. */
const groupsByNumber = (groups: readonly NumberGroup[]): NumberGroup[][] =>
  Array.from({ length: HIGHEST + 1 }, (_, number) => groups.filter((group) => group.includes(number)))

/** What the groups point to after the two newest draws of a sequence. */
export function pointedNow(sequence: Sequence, groups: readonly NumberGroup[]): Pointing[] {
  const { length } = sequence
  return length < 2 || sequence.breaks[length - 1] === 1
    ? []
    : pointedAt(sequence, length - 2, groupsByNumber(groups))
}

/** What the groups point to by the draws `t` and `t + 1`, in the order of the balls of draw `t`. */
function pointedAt(sequence: Sequence, t: number, groupsWith: readonly NumberGroup[][]): Pointing[] {
  const { balls, width } = sequence
  const found: Pointing[] = []
  for (let i = t * width; i < (t + 1) * width; i++) {
    const a = itemAt(balls, i)
    for (const group of itemAt(groupsWith, a))
      for (const b of group) {
        if (b === a || !has(sequence, t + 1, b)) continue
        for (const number of group) {
          const isKnown = found.some((one) => one.group === group && one.number === number)
          if (number !== a && number !== b && !isKnown) found.push({ group, number })
        }
      }
  }
  return found
}

/** The group that players name most. */
const BEST_KNOWN_GROUP: NumberGroup = [1, 10, 89]
const SMALLEST_GROUP = 3

export const groupsFigure: FigureTask = {
  answer({ sequences, query: { numbers } }) {
    const group = numbers ?? BEST_KNOWN_GROUP
    if (group.length < SMALLEST_GROUP)
      return { sentences: ['A group has three or more numbers.'], series: [] }
    const { trials, hits, luck } = groupMoves(sequences, [group])
    const mark = markOf({ key: 'all', label: group.join('-'), count: hits, cases: trials, luck })
    return {
      sentences: [
        `Two numbers of ${group.join('-')} came in two draws in a row, and a further one in the next draw: ${mark.sentence}`,
      ],
      series: [{ key: 'group', title: 'A further number of the group came next', marks: [mark] }],
    }
  },
  open({ sequences, query: { numbers } }, mark) {
    if (mark !== 'all') return null
    const cases: OpenedCase[] = []
    eachTrial(sequences, [numbers ?? BEST_KNOWN_GROUP], ({ group, number }, isHit, { rows, draws }, t) => {
      const drawAt = (at: number, shown: readonly number[]) => ({
        game: draws.game,
        row: itemAt(rows, at),
        numbers: shown,
      })
      if (isHit) cases.push([drawAt(t, group), drawAt(t + 1, group), drawAt(t + 2, [number])])
    })
    return cases
  },
}
