import { useSearch } from '../ui/location.ts'
import { MESSAGES, NOTES } from '../../domain/messages.ts'
import { decimal } from '../../domain/words.ts'
import type { AnswerOf } from '../api/call.ts'
import { useCall } from '../api/use-call.ts'
import { Cause } from '../layout/cause.tsx'
import { SampleTag } from '../draws/sample-note.tsx'
import { ResponsibleNote } from '../layout/responsible-note.tsx'
import { Locked, useOpens } from '../billing/locked.tsx'
import { Ball } from '../ui/ball.tsx'
import { Empty, Failure, Loading } from '../ui/states.tsx'
import { Title } from '../ui/title.tsx'
import { movingAddress } from './addresses.ts'
import { RankedNumbers } from './ranked-numbers.tsx'
import { coveredDrawsText } from './covered-draws-text.ts'
import { WindowChoice } from './window-choice.tsx'

export const calls = (search: URLSearchParams) => [movingAddress(search)]

/** Moving Numbers: numbers that came in consecutive draws of a game, beside the counts of chance alone. */
export default function MovingPage() {
  const open = useOpens('moving-numbers')
  const search = new URLSearchParams(useSearch())
  const { data, error, refetch } = useCall('GET /api/movingNumbers', open ? movingAddress(search) : undefined)
  return (
    <>
      <Title>Moving Numbers</Title>
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
        <Loading text={MESSAGES.loading} />
      )}
      <ResponsibleNote />
    </>
  )
}

function Moving({ answer }: { answer: AnswerOf<'GET /api/movingNumbers'> }) {
  return (
    <>
      <WindowChoice window={answer.window} years={answer.years} />
      {answer.sample && <SampleTag />}
      <p className="mt-3 text-sm text-quiet">
        By luck alone, two draws share at least one of their five winning numbers about one time in four. Some
        number always tops the list. “Luck” is how often the first, second and so on of 90 numbers would move
        by chance alone. {NOTES.odds}
      </p>
      {answer.movingNumbers.length === 0 && <Empty text="There are no draws yet." />}
      <div className="mt-4 grid grid-cols-1 gap-3 lg:grid-cols-2">
        {answer.movingNumbers.map((game) => (
          <GameBox key={game.id} game={game} />
        ))}
      </div>
    </>
  )
}

const percent = (part: number, whole: number) => `${whole === 0 ? 0 : Math.round((part / whole) * 100)}%`

function GameBox({ game }: { game: AnswerOf<'GET /api/movingNumbers'>['movingNumbers'][number] }) {
  const { now, pairs, top, expectedPerNumber } = game
  return (
    <section aria-label={game.gameName} className="rounded-lg border border-line bg-sheet p-3">
      <h2 className="font-bold">{game.gameName}</h2>
      <p className="text-xs text-quiet">{coveredDrawsText(game.draws)}</p>
      <h3 className="mt-2 text-sm font-bold">Moving now</h3>
      {now.length === 0 ? (
        <p className="text-sm">No number of the latest draw was in the draw before it.</p>
      ) : (
        <ul className="mt-1 flex flex-wrap gap-3">
          {now.map(({ number, inARow }) => (
            <li key={number} className="flex items-center gap-2">
              <Ball number={number} />
              <span className="text-sm">{inARow} draws in a row</span>
            </li>
          ))}
        </ul>
      )}
      <h3 className="mt-2 text-sm font-bold">How often numbers move</h3>
      <p className="text-sm">
        {pairs.sharing} of {pairs.total} pairs of consecutive draws shared a number (
        {percent(pairs.sharing, pairs.total)}); luck alone gives {decimal(pairs.expected)} (
        {percent(pairs.expected, pairs.total)}).
      </p>
      {top.length > 0 && (
        <>
          <h3 className="mt-2 text-sm font-bold">Moved most often</h3>
          <RankedNumbers ranked={top} expected={expectedPerNumber.toFixed(2)} />
        </>
      )}
    </section>
  )
}
