import { formatCount, times } from '../../domain/base/words.ts'
import { groupText } from '../../domain/statistics/number-groups.ts'
import type { AnswerOf } from '../api/call.ts'
import { Ball } from '../ui/ball.tsx'
import { LuckBar } from '../ui/luck-bar.tsx'

type Moving = AnswerOf<'GET /api/movingNumbers'>
type Group = Moving['groups'][number]

/** The groups that players follow: what they point to now, and how often such a number came, beside luck. */
export function FollowedGroups({ answer }: { answer: Moving }) {
  const { groups, groupMoves: moves, movingNumbers } = answer
  if (groups.length === 0) return null
  const byId = new Map(groups.map((group) => [group.id, group]))
  const pointed = movingNumbers.flatMap(({ gameName, pointed: numbers }) =>
    numbers.map((one) => ({ ...one, gameName })),
  )
  return (
    <section aria-label="Groups that players follow" className="mb-3 rounded-lg bg-soft p-3">
      {moves.trials === 0 ? (
        <p className="font-bold">No group has pointed to a number in these draws.</p>
      ) : (
        <>
          <p className="leading-tight font-bold">
            Groups pointed to a number {times(formatCount(moves.trials))}. It came{' '}
            {moves.hits === 1 ? 'once' : times(formatCount(moves.hits))}.
          </p>
          <div className="px-2.5 pt-1.5">
            <LuckBar value={moves.hits} mean={moves.expected} {...moves.usual} few={false} ends />
          </div>
        </>
      )}
      {pointed.length > 0 && (
        <ul className="mt-1 text-sm" aria-label="Moving today">
          {pointed.map(({ gameName, group, number, came }) => (
            <li key={`${gameName} ${group} ${number}`} className="py-1">
              <b>{gameName}</b>: <Ball number={number} look="forecast" /> of {nameOf(byId.get(group)!)},
              because {came.join(' and ')} came
            </li>
          ))}
        </ul>
      )}
      <details className="text-sm">
        <summary className="min-h-11 pt-3 pb-1">
          {pointed.length === 0 && 'No group points to a number now. '}
          <span className="link">The groups</span>
        </summary>
        <p className="pb-1 text-quiet">
          One number of a group comes, another comes in the next draw, and players expect a further one in the
          draw after it: {groups.map(nameOf).join(', ')}.
        </p>
      </details>
    </section>
  )
}

/** `1-10-89`, or `Lagos (1-10-89)`. */
function nameOf({ name, numbers }: Group): string {
  const text = groupText(numbers)
  return name === text ? text : `${name} (${text})`
}
