import { rangeWords, roughly } from '../../domain/luck/words.ts'
import { formatCount, times } from '../../domain/base/words.ts'
import { groupText } from '../../domain/statistics/number-groups.ts'
import type { AnswerOf } from '../api/call.ts'
import { Ball } from '../ui/ball.tsx'

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
    <section aria-labelledby="followed-groups" className="my-3">
      <h2 id="followed-groups" className="font-bold">
        Groups that players follow
      </h2>
      <p className="text-sm text-quiet">
        One number of a group comes, another comes in the next draw, and players expect a further one in the
        draw after it. The groups: {groups.map(nameOf).join(', ')}.
      </p>
      <p className="mt-1">
        {moves.trials === 0 ? (
          'No group has pointed to a number in these draws.'
        ) : (
          <>
            In these draws groups pointed to a number {times(formatCount(moves.trials))}, and{' '}
            <b>it came {times(formatCount(moves.hits))}</b>. Luck gives {roughly(moves.expected)}, usually{' '}
            {rangeWords(moves.usual)}: any number comes in 1 of 18 draws.
          </>
        )}
      </p>
      {pointed.length === 0 ? (
        <p className="mt-1 text-sm">No group points to a number for the next draw.</p>
      ) : (
        <ul className="mt-1 text-sm" aria-label="Moving today">
          {pointed.map(({ gameName, group, number, came }) => (
            <li key={`${gameName} ${group} ${number}`} className="py-1">
              <b>{gameName}</b>: <Ball number={number} look="forecast" /> of {nameOf(byId.get(group)!)},
              because {came.join(' and ')} came
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** `1-10-89`, or `Lagos (1-10-89)`. */
function nameOf({ name, numbers }: Group): string {
  const text = groupText(numbers)
  return name === text ? text : `${name} (${text})`
}
