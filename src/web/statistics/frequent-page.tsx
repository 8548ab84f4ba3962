import { useSearch } from '../ui/location.ts'
import { MESSAGES, NOTES } from '../../domain/messages.ts'
import { decimal, times } from '../../domain/words.ts'
import type { AnswerOf } from '../api/call.ts'
import { useCall } from '../api/use-call.ts'
import { Cause } from '../layout/cause.tsx'
import { SampleTag } from '../draws/sample-note.tsx'
import { ResponsibleNote } from '../layout/responsible-note.tsx'
import { Locked, useOpens } from '../billing/locked.tsx'
import { Empty, Failure, Loading } from '../ui/states.tsx'
import { Head } from '../ui/title.tsx'
import { frequentAddress } from './addresses.ts'
import { GamePicker, GameRow } from './game-list.tsx'
import { RankedNumbers } from './ranked-numbers.tsx'
import { coveredDrawsText } from './covered-draws-text.ts'
import { WindowChoice } from './window-choice.tsx'

export const calls = (search: URLSearchParams) => [frequentAddress(search)]

/** Frequent Numbers: the five most frequent winning numbers of each game, beside the counts of chance alone. */
export default function FrequentPage() {
  const open = useOpens('frequent-numbers')
  const search = new URLSearchParams(useSearch())
  const { data, error, refetch } = useCall(
    'GET /api/frequentNumbers',
    open ? frequentAddress(search) : undefined,
  )
  return (
    <>
      <Head title="Frequent Numbers (Premium)">{data?.sample && <SampleTag />}</Head>
      {!open ? (
        <Locked feature="frequent-numbers">
          Each game's five most frequent numbers, over the last draws or a whole year, beside the counts that
          luck alone would give.
        </Locked>
      ) : data ? (
        <Frequent answer={data} />
      ) : error ? (
        <Failure text={MESSAGES.frequentFailed} detail={<Cause error={error} />} onRetry={refetch} />
      ) : (
        <Loading text={MESSAGES.loading} />
      )}
      <ResponsibleNote />
    </>
  )
}

function Frequent({ answer }: { answer: AnswerOf<'GET /api/frequentNumbers'> }) {
  const games = answer.frequentNumbers
  if (games.length === 0) return <Empty text="There are no draws yet." />
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <WindowChoice window={answer.window} years={answer.years} />
        <GamePicker games={games} />
      </div>
      <p className="my-3 text-sm text-quiet">
        How often each number came, and how often luck alone would bring a number of its rank. Some number
        always tops the list. {NOTES.odds}
      </p>
      <div className="rows">
        {games.map((game) => (
          <GameRow key={game.id} game={game} numbers={<RankedNumbers ranked={game.counts} />}>
            {coveredDrawsText(game.draws)}. Any one number: about {times(decimal(game.expected))}.
          </GameRow>
        ))}
      </div>
    </>
  )
}
