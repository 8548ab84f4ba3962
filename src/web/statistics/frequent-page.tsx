import { useSearch } from '../ui/location.ts'
import { MESSAGES, NOTES } from '../../domain/messages.ts'
import { decimal } from '../../domain/words.ts'
import type { AnswerOf } from '../api/call.ts'
import { useCall } from '../api/use-call.ts'
import { Cause } from '../layout/cause.tsx'
import { SampleTag } from '../draws/sample-note.tsx'
import { ResponsibleNote } from '../layout/responsible-note.tsx'
import { Locked, useOpens } from '../billing/locked.tsx'
import { Empty, Failure, Loading } from '../ui/states.tsx'
import { Title } from '../ui/title.tsx'
import { frequentAddress } from './addresses.ts'
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
      <Title>Frequent Numbers (Premium)</Title>
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
  return (
    <>
      <WindowChoice window={answer.window} years={answer.years} />
      {answer.sample && <SampleTag />}
      <p className="mt-3 text-sm text-quiet">
        Some number always tops the list. “Luck” is how often the first, second and so on of 90 numbers would
        come by chance alone. {NOTES.odds}
      </p>
      {answer.frequentNumbers.length === 0 && <Empty text="There are no draws yet." />}
      <div className="mt-4 grid grid-cols-1 gap-3 md:grid-cols-2">
        {answer.frequentNumbers.map((game) => (
          <GameBox key={game.id} game={game} />
        ))}
      </div>
    </>
  )
}

type Game = AnswerOf<'GET /api/frequentNumbers'>['frequentNumbers'][number]

function GameBox({ game }: { game: Game }) {
  return (
    <section aria-label={game.gameName} className="rounded-lg border border-line bg-sheet p-3">
      <h2 className="font-bold">{game.gameName}</h2>
      <p className="text-xs text-quiet">{coveredDrawsText(game.draws)}</p>
      <RankedNumbers ranked={game.counts} expected={decimal(game.expected)} />
    </section>
  )
}
