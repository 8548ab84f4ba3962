import { chanceOfSharing } from '../../draws/rules/luck/chance.ts'
import { binomial } from '../../draws/rules/luck/counts.ts'
import { centralRange } from '../../draws/rules/luck/distribution.ts'
import { luckScale } from '../../draws/rules/luck/luck-bar.ts'
import type { AnswerOf } from '../../platform/web/api/call.ts'
import { useCall } from '../../platform/web/api/use-call.ts'
import { Locked, useOpens } from '../../money/web/locked.tsx'
import { LoadingRows } from '../../draws/web/loading-rows.tsx'
import { SampleTag } from '../../draws/web/sample-note.tsx'
import { Cause } from '../../platform/web/ui/cause.tsx'
import { ResponsibleNote } from '../../platform/web/ui/responsible-note.tsx'
import { Ball } from '../../platform/web/ui/ball.tsx'
import { Choices } from '../../platform/web/ui/choices.tsx'
import { useSearch } from '../../platform/web/ui/location.ts'
import { LuckBar, LuckKey } from '../../draws/web/luck-bar.tsx'
import { Empty, Failure } from '../../platform/web/ui/states.tsx'
import { Head } from '../../platform/web/ui/title.tsx'
import { gameOf, movingAddress, movingPath, windowChoice } from './addresses.ts'
import { coveredDrawsText } from './covered-draws-text.ts'
import { GameRow, Ranked } from './game-row.tsx'
import { formatCount, times } from '../../platform/rules/base/words.ts'
import { groupText } from '../rules/number-groups.ts'

export const parameters = ['window', 'game']

export const calls = (search: URLSearchParams) => [movingAddress(search)]

/**
 * Moving Numbers: numbers that came in consecutive draws of a game, and the groups that players follow, beside the counts
 * of chance alone.
 */
export default function MovingPage() {
  const open = useOpens('moving-numbers')
  const search = new URLSearchParams(useSearch())
  const { data, error, refetch } = useCall('GET /api/movingNumbers', open ? movingAddress(search) : undefined)
  return (
    <>
      <Head title="Moving Numbers">{data?.sample && <SampleTag />}</Head>
      {!open ? (
        <Locked feature="moving-numbers">
          The numbers that come in consecutive draws of each game, beside what luck alone would give.
        </Locked>
      ) : data ? (
        <Moving answer={data} chosen={gameOf(search)} />
      ) : error ? (
        <Failure
          text="Failed to load moving numbers. Please try again later."
          detail={<Cause error={error} />}
          onRetry={refetch}
        />
      ) : (
        <LoadingRows />
      )}
      <ResponsibleNote />
    </>
  )
}

type Answer = AnswerOf<'GET /api/movingNumbers'>

function Moving({ answer, chosen }: { answer: Answer; chosen: string | null }) {
  const { movingNumbers: games, window, years } = answer
  if (games.length === 0) return <Empty text="There are no draws yet." />
  const game = games.find(({ id }) => id === chosen)
  return (
    <>
      {!game && <FollowedGroups answer={answer} />}
      <Choices
        choices={[
          windowChoice(window, years),
          {
            label: 'Game',
            name: 'game',
            value: game?.id ?? '',
            options: [['', 'All games'], ...games.map(({ id, gameName }) => [id, gameName] as const)],
          },
        ]}
      />
      <LuckKey value="draws that repeat a number in the next draw" band="usual" mean={null} />
      {game ? <OneGame game={game} /> : <Games games={games} window={window} />}
    </>
  )
}

type Game = Answer['movingNumbers'][number]

/** Whether a draw shares a number with the next does not depend on the draws before. */
const barOf = ({ pairs: { sharing, expected, total } }: Game) => ({
  value: sharing,
  mean: expected,
  ...centralRange(binomial(total, chanceOfSharing())),
})
const saidOf = ({ pairs: { sharing, total } }: Game) =>
  `${sharing} of ${total} pairs of draws shared a number`

function Games({ games, window }: { games: readonly Game[]; window: string }) {
  const scale = luckScale(games.map(barOf))
  return (
    <ol className="rows">
      {games.map((game) => (
        <GameRow
          key={game.id}
          name={game.gameName}
          draws={game.draws.draws}
          to={movingPath(window, game.id)}
          ranked={game.top}
          bar={barOf(game)}
          said={saidOf(game)}
          scale={scale}
        />
      ))}
    </ol>
  )
}

/** The numbers of one game that moved, and those that move now. */
function OneGame({ game }: { game: Game }) {
  const { id, gameName, draws, now, top } = game
  return (
    <section aria-labelledby={id} className="space-y-3">
      <div>
        <h2 id={id} className="font-bold">
          {gameName}
        </h2>
        <p className="text-sm text-quiet">{coveredDrawsText(draws)}</p>
      </div>
      <LuckBar {...barOf(game)} said={saidOf(game)} ends />
      <h3 className="text-sm font-bold">
        {now.length > 0 ? 'Moving now' : 'No number moved to the latest draw.'}
      </h3>
      {now.length > 0 && (
        <ul className="flex flex-wrap gap-x-3 gap-y-1 text-sm">
          {now.map(({ number, inARow }) => (
            <li key={number}>
              <Ball number={number} /> {inARow} draws in a row
            </li>
          ))}
        </ul>
      )}
      <h3 className="text-sm font-bold">Moved most often, and how many times</h3>
      <Ranked ranked={top} />
    </section>
  )
}

type Group = Answer['groups'][number]

/** The groups that players follow: what they point to now, and how often such a number came, beside luck. */
function FollowedGroups({ answer }: { answer: Answer }) {
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
            {times(formatCount(moves.trials))} two numbers of a group came. The third came in the next draw{' '}
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
              <b>{gameName}</b>: {came.join(' and ')} came, so players expect{' '}
              <Ball number={number} look="forecast" /> (group {namedGroup(byId.get(group)!)}).
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

/** `1-10-89`, or `Lagos, 1-10-89`. */
const namedGroup = ({ name, numbers }: Group): string => [...new Set([name, groupText(numbers)])].join(', ')

/** `1-10-89`, or `Lagos (1-10-89)`. */
function nameOf({ name, numbers }: Group): string {
  const text = groupText(numbers)
  return name === text ? text : `${name} (${text})`
}
