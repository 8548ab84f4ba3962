import { capitalised } from '../../domain/base/calendar.ts'
import { FREQUENT_MESSAGES } from '../../domain/base/messages.ts'
import { times } from '../../domain/base/words.ts'
import { LAB_SETS, type LabSet } from '../../domain/lab/scope.ts'
import { luckScale } from '../../domain/luck/luck-bar.ts'
import { rangeWords } from '../../domain/luck/words.ts'
import type { AnswerOf } from '../api/call.ts'
import { useCall } from '../api/use-call.ts'
import { Locked, useOpens } from '../billing/locked.tsx'
import { SampleTag } from '../draws/sample-note.tsx'
import { Cause } from '../layout/cause.tsx'
import { ResponsibleNote } from '../layout/responsible-note.tsx'
import { Choices } from '../ui/choices.tsx'
import { useSearch } from '../ui/location.ts'
import { LuckKey } from '../ui/luck-bar.tsx'
import { Empty, Failure, Loading } from '../ui/states.tsx'
import { Head } from '../ui/title.tsx'
import { frequentAddress, frequentPath, gameOf, windowChoice } from './addresses.ts'
import { AllNumbers } from './all-numbers.tsx'
import { GameRow } from './game-row.tsx'

type List = AnswerOf<'GET /api/frequentNumbers'>

export const parameters = ['window', 'set', 'game']

export const calls = (search: URLSearchParams) => [frequentAddress(search)]

/** The address names winning numbers by no set. */
const valueOf = (set: LabSet) => (set === 'winning' ? '' : set)
const SETS = LAB_SETS.map((set) => ({ value: valueOf(set), text: capitalised(set) }))

/**
 * Frequent Numbers: the five most frequent numbers of each game and its leader beside luck, or all 90 numbers of one
 * game.
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
          Each game's five most frequent numbers, beside what luck alone would give.
        </Locked>
      ) : data ? (
        <>
          <Choices
            choices={[
              windowChoice(data.window, data.years),
              { label: 'Numbers', name: 'set', value: valueOf(data.set), options: SETS },
            ]}
            kept={{ game }}
          />
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

function Frequent({ answer: { frequentNumbers: games, window, set } }: { answer: List }) {
  if (games.length === 0) return <Empty text="There are no draws yet." />
  const bars = games.map(({ counts, usual }) => ({
    value: counts[0]?.count ?? 0,
    mean: counts[0]?.byLuck ?? 0,
    ...usual.first,
  }))
  const ranges = new Set(bars.map(rangeWords))
  return (
    <>
      <LuckKey
        value="the leader"
        band={ranges.size === 1 ? `usual for a leader, ${[...ranges][0]}` : 'usual for a leader'}
      />
      <ol className="rows">
        {games.map(({ id, gameName, counts }, i) => (
          <GameRow
            key={id}
            name={gameName}
            to={frequentPath({ window, set, game: id })}
            ranked={counts}
            look={set === 'machine' ? set : 'winning'}
            bar={bars[i]!}
            said={`The leader came ${times(bars[i]!.value)}`}
            scale={luckScale(bars)}
          />
        ))}
      </ol>
    </>
  )
}
