/** The groups of numbers that players follow, as the screen of moving numbers shows them. */
import type { History } from '../draws/history.ts'
import { groupMoves, pointedNow } from '../lab/figures/groups.ts'
import { type DrawWindow, type Sequence, sequencesOf, WHOLE_HISTORY } from '../lab/scope.ts'
import { centralRange, type CountRange, meanOf } from '../luck/distribution.ts'
import { present } from '../base/lists.ts'

interface FollowedGroup {
  id: number
  numbers: readonly number[]
}

/** A number that a group points to for the next draw of a game. */
interface PointedNumber {
  /** The id of the group. */
  group: number
  number: number
  /** The numbers of the group that came in the last two draws, in the order of the group. */
  came: number[]
}

interface GroupFigures {
  /** How often the numbers that groups pointed to came, over all games and groups, beside luck. */
  moves: { trials: number; hits: number; expected: number; usual: CountRange }
  /** By the key of the game. A game to which no group points is left out. */
  pointed: Map<string, PointedNumber[]>
}

/** What groups did over a window, and what they point to after the newest draws, whatever the window. */
export function groupFigures(
  history: History,
  window: DrawWindow,
  groups: readonly FollowedGroup[],
): GroupFigures {
  const lists = groups.map(({ numbers }) => numbers)
  const { trials, hits, luck } = groupMoves(sequencesOf(history, { ...WHOLE_HISTORY, window }), lists)
  const idOf = new Map(groups.map(({ id, numbers }) => [numbers, id]))
  const pointed = new Map<string, PointedNumber[]>()
  for (const sequence of sequencesOf(history, { ...WHOLE_HISTORY, window: { last: 2 } })) {
    const found = pointedNow(sequence, lists).map(({ group, number }) => ({
      group: present(idOf.get(group)),
      number,
      came: group.filter((one) => one !== number && cameIn(sequence, one)),
    }))
    if (found.length > 0) pointed.set(sequence.draws.game, found)
  }
  return { moves: { trials, hits, expected: meanOf(luck), usual: centralRange(luck) }, pointed }
}

const cameIn = ({ balls }: Sequence, number: number) => balls.includes(number)
