import { capitalised } from '../../domain/base/calendar.ts'
import { FREQUENT_MESSAGES, NOTES } from '../../domain/base/messages.ts'
import { LAB_SETS } from '../../domain/lab/scope.ts'
import { rangeWords } from '../../domain/luck/words.ts'
import { decimal, times } from '../../domain/base/words.ts'
import type { AnswerOf } from '../api/call.ts'
import { useCall } from '../api/use-call.ts'
import { Locked, useOpens } from '../billing/locked.tsx'
import { SampleTag } from '../draws/sample-note.tsx'
import { Cause } from '../layout/cause.tsx'
import { ResponsibleNote } from '../layout/responsible-note.tsx'
import { Ball } from '../ui/ball.tsx'
import { useSearch } from '../ui/location.ts'
import { PageLink } from '../ui/page-link.tsx'
import { SegmentLinks } from '../ui/segment-links.tsx'
import { Empty, Failure, Loading } from '../ui/states.tsx'
import { Head } from '../ui/title.tsx'
import { frequentAddress, frequentPath, gameOf } from './addresses.ts'
import { AllNumbers } from './all-numbers.tsx'
import { coveredDrawsText } from './covered-draws-text.ts'
import { GamePicker, GameRow } from './game-list.tsx'
import { RankedNumbers } from './ranked-numbers.tsx'
import { WindowChoice } from './window-choice.tsx'

type List = AnswerOf<'GET /api/frequentNumbers'>
type OneGame = AnswerOf<'GET /api/frequentNumbers/:game'>

export const parameters = ['window', 'set', 'game']

export const calls = (search: URLSearchParams) => [frequentAddress(search)]

/**
 * Frequent Numbers: the five most frequent numbers of each game beside the counts of chance alone, or all 90 numbers of
 * one game.
 */
export default function FrequentPage() {
  const open = useOpens('frequent-numbers')
  const search = new URLSearchParams(useSearch())
  const game = gameOf(search)
  const address = open ? frequentAddress(search) : undefined
  const list = useCall('GET /api/frequentNumbers', game === null ? address : undefined)
  const one = useCall('GET /api/frequentNumbers/:game', game === null ? undefined : address)
  const { data, error, refetch } = game === null ? list : one
  return (
    <>
      <Head title="Frequent Numbers (Premium)">{data?.sample && <SampleTag />}</Head>
      {!open ? (
        <Locked feature="frequent-numbers">
          Each game's five most frequent numbers, over the last draws or a whole year, beside the counts that
          luck alone would give.
        </Locked>
      ) : data ? (
        <>
          <Choices answer={data} game={game} />
          {'frequentNumbers' in data ? <Frequent answer={data} /> : <AllNumbers answer={data} />}
        </>
      ) : error ? (
        <Failure text={FREQUENT_MESSAGES.failed} detail={<Cause error={error} />} onRetry={refetch} />
      ) : (
        <Loading />
      )}
      <ResponsibleNote />
    </>
  )
}

function Choices({ answer, game }: { answer: List | OneGame; game: string | null }) {
  const { window, set, years } = answer
  return (
    <div className="flex flex-wrap gap-2">
      <WindowChoice window={window} years={years} kept={{ set: set === 'winning' ? null : set, game }} />
      <SegmentLinks
        label="Numbers"
        options={LAB_SETS.map((other) => ({
          to: frequentPath({ window, set: other, game }),
          text: capitalised(other),
          isCurrent: other === set,
        }))}
      />
      {'frequentNumbers' in answer && <GamePicker games={answer.frequentNumbers} />}
    </div>
  )
}

function Frequent({ answer }: { answer: List }) {
  const { frequentNumbers: games, window, set } = answer
  if (games.length === 0) return <Empty text="There are no draws yet." />
  return (
    <>
      <p className="my-3 text-sm text-quiet">
        How often each number came, and how often luck alone would bring a number of its rank. Some number
        always tops the list. {NOTES.odds}
      </p>
      <div className="rows">
        {games.map((game) => (
          <GameRow
            key={game.id}
            game={game}
            numbers={<RankedNumbers ranked={game.counts} look={set === 'machine' ? set : 'winning'} />}
            link={
              <PageLink
                to={frequentPath({ window, set, game: game.id })}
                aria-label={`All 90 numbers of ${game.gameName}`}
                className="link inline-block py-1.5 text-label"
              >
                All 90 numbers
              </PageLink>
            }
          >
            {coveredDrawsText(game.draws)}. Any one number: about {times(decimal(game.expected))}. By luck the
            first of the list usually comes {times(rangeWords(game.usual.first))}, the last{' '}
            {rangeWords(game.usual.last)}. <Tied game={game} />
          </GameRow>
        ))}
      </div>
    </>
  )
}

type Game = List['frequentNumbers'][number]

/** Tied numbers that a line can hold; more of them are counted only. */
const MOST_TIED = 8

/** The numbers that share the last count of the list. */
function Tied({ game: { counts, tied } }: { game: Game }) {
  if (tied.length === 0) return null
  const often = times(counts[counts.length - 1]!.count)
  return (
    <span className="block">
      Also {often}:{' '}
      {tied.length > MOST_TIED
        ? `${tied.length} more numbers.`
        : tied.map((number) => (
            <span key={number}>
              <Ball number={number} size={20} look="miss" />{' '}
            </span>
          ))}
    </span>
  )
}
