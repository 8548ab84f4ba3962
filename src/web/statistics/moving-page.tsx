import { useSearch } from '../ui/location.ts'
import { NOTES } from '../../domain/base/messages.ts'
import { decimal, times } from '../../domain/base/words.ts'
import type { AnswerOf } from '../api/call.ts'
import { useCall } from '../api/use-call.ts'
import { Cause } from '../layout/cause.tsx'
import { SampleTag } from '../draws/sample-note.tsx'
import { ResponsibleNote } from '../layout/responsible-note.tsx'
import { Locked, useOpens } from '../billing/locked.tsx'
import { Ball } from '../ui/ball.tsx'
import { Empty, Failure, Loading } from '../ui/states.tsx'
import { Head } from '../ui/title.tsx'
import { movingAddress } from './addresses.ts'
import { FollowedGroups } from './followed-groups.tsx'
import { GamePicker, GameRow } from './game-list.tsx'
import { RankedNumbers } from './ranked-numbers.tsx'
import { coveredDrawsText } from './covered-draws-text.ts'
import { WindowChoice } from './window-choice.tsx'

export const parameters = ['window']

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
          The numbers that come in consecutive draws of each game, how often that happens, and how often it
          would happen by luck alone.
        </Locked>
      ) : data ? (
        <Moving answer={data} />
      ) : error ? (
        <Failure
          text="Failed to load moving numbers. Please try again later."
          detail={<Cause error={error} />}
          onRetry={refetch}
        />
      ) : (
        <Loading />
      )}
      <ResponsibleNote />
    </>
  )
}

function Moving({ answer }: { answer: AnswerOf<'GET /api/movingNumbers'> }) {
  const games = answer.movingNumbers
  if (games.length === 0) return <Empty text="There are no draws yet." />
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <WindowChoice window={answer.window} years={answer.years} />
        <GamePicker games={games} />
      </div>
      <FollowedGroups answer={answer} />
      <p className="my-3 text-sm text-quiet">
        The numbers that moved most often from one draw to the next, and how often luck alone would move a
        number of their rank. Some number always tops the list. {NOTES.odds}
      </p>
      <div className="rows">
        {games.map((game) => (
          <GameRow key={game.id} game={game} numbers={<RankedNumbers ranked={game.top} />}>
            <MovingNow now={game.now} />
            <MovingPairs game={game} />
          </GameRow>
        ))}
      </div>
    </>
  )
}

type Game = AnswerOf<'GET /api/movingNumbers'>['movingNumbers'][number]

function MovingNow({ now }: Pick<Game, 'now'>) {
  if (now.length === 0) return <p className="text-sm text-ink">No number moved to the latest draw.</p>
  return (
    <div className="flex flex-wrap items-center gap-x-3 text-sm text-ink">
      <h3 className="font-bold">Moving now</h3>
      <ul className="flex flex-wrap gap-x-3 gap-y-1">
        {now.map(({ number, inARow }) => (
          <li key={number}>
            <Ball number={number} /> {inARow} draws in a row
          </li>
        ))}
      </ul>
    </div>
  )
}

const percent = (part: number, whole: number) => `${whole === 0 ? 0 : Math.round((part / whole) * 100)}%`

function MovingPairs({ game: { draws, pairs, expectedPerNumber } }: { game: Game }) {
  return (
    <p className="mt-1">
      {coveredDrawsText(draws)}: {pairs.sharing} of {pairs.total} pairs of consecutive draws shared a number (
      {percent(pairs.sharing, pairs.total)}); luck alone gives {decimal(pairs.expected)} (
      {percent(pairs.expected, pairs.total)}). Any one number: about {times(expectedPerNumber.toFixed(2))}.
    </p>
  )
}
