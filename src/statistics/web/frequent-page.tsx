import { capitalised } from '../../platform/rules/base/calendar.ts'
import { FREQUENT_MESSAGES } from '../../platform/rules/base/messages.ts'
import { times } from '../../platform/rules/base/words.ts'
import { FAIR_TITLE, PATHS } from '../../platform/rules/site/paths.ts'
import { LAB_SETS, type LabSet, OWN_CHOICE_SENTENCE } from '../rules/lab/scope.ts'
import { luckScale, FEWEST_EXPECTED } from '../../draws/rules/luck/luck-bar.ts'
import { rangeWords } from '../../draws/rules/luck/words.ts'
import type { AnswerOf } from '../../platform/web/api/call.ts'
import { useCall } from '../../platform/web/api/use-call.ts'
import { Locked, useOpens } from '../../money/web/locked.tsx'
import { LoadingRows } from '../../draws/web/loading-rows.tsx'
import { SampleTag } from '../../draws/web/sample-note.tsx'
import { Cause } from '../../platform/web/ui/cause.tsx'
import { ResponsibleNote } from '../../platform/web/ui/responsible-note.tsx'
import { Choices } from '../../platform/web/ui/choices.tsx'
import { useSearch } from '../../platform/web/ui/location.ts'
import { LuckKey, LuckBar } from '../../draws/web/luck-bar.tsx'
import { Empty, Failure } from '../../platform/web/ui/states.tsx'
import { Head } from '../../platform/web/ui/title.tsx'
import { frequentAddress, frequentPath, gameOf, windowChoice } from './addresses.ts'
import { GameRow } from './game-row.tsx'
import { Ball } from '../../platform/web/ui/ball.tsx'
import { PageLink } from '../../platform/web/ui/page-link.tsx'
import { coveredDrawsText } from './covered-draws-text.ts'
import { itemAt } from '../../platform/rules/base/lists.ts'

type List = AnswerOf<'GET /api/frequentNumbers'>

export const parameters = ['window', 'set', 'game']

export const calls = (search: URLSearchParams) => [frequentAddress(search)]

/** The address names winning numbers by no set. */
const valueOf = (set: LabSet) => (set === 'winning' ? '' : set)
const SETS = LAB_SETS.map((set) => [valueOf(set), capitalised(set)] as const)

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
        <LoadingRows />
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
      <p className="mt-2 text-sm text-quiet">In each game, the number that came most often first.</p>
      <LuckKey
        value="the top number"
        band={
          ranges.size === 1
            ? `the usual range for a top number, ${[...ranges][0]}`
            : 'the usual range for a top number'
        }
      />
      <ol className="rows">
        {games.map(({ id, gameName, counts, draws }, i) => (
          <GameRow
            key={id}
            name={gameName}
            draws={draws.draws}
            to={frequentPath({ window, set, game: id })}
            ranked={counts}
            look={set === 'machine' ? set : 'winning'}
            bar={itemAt(bars, i)}
            said={`The top number came ${times(itemAt(bars, i).value)}`}
            scale={luckScale(bars)}
          />
        ))}
      </ol>
    </>
  )
}

/** How often each of the 90 numbers of a game came, beside luck, the leaders first. */
function AllNumbers({ answer }: { answer: AnswerOf<'GET /api/frequentNumbers/:game'> }) {
  const { gameName, counts, draws, expected: mean, usual, set, window } = answer
  const bars = counts
    .map((value, i) => ({ number: i + 1, bar: { value, mean, ...usual } }))
    .sort((a, b) => b.bar.value - a.bar.value || a.number - b.number)
  const scale = luckScale(bars.map(({ bar }) => bar))
  const isFew = mean < FEWEST_EXPECTED
  const [before, after] = OWN_CHOICE_SENTENCE.split(FAIR_TITLE)
  return (
    <section aria-labelledby="all-numbers" className="mt-3">
      <h2 id="all-numbers" className="font-bold">
        {gameName}
      </h2>
      <p className="text-sm text-quiet">
        How often each number came in {coveredDrawsText(draws)}. Most often first.
      </p>
      {isFew ? <p className="mt-1 text-sm">Too few draws to compare with luck.</p> : <LuckKey />}
      <ol
        className={`all-numbers mt-2 grid gap-x-4 gap-y-2 ${isFew ? 'grid-cols-[repeat(auto-fill,minmax(4rem,1fr))]' : 'grid-cols-[repeat(auto-fill,minmax(min(9.5rem,100%),1fr))]'}`}
      >
        {bars.map(({ number, bar }, i) => (
          <li key={number} className="flex gap-1.5 leading-(--b)">
            <Ball number={number} look={set === 'machine' ? set : 'winning'} />{' '}
            <span className="visually-hidden">came </span>
            <b className="min-w-6">{bar.value}</b>
            <span className="visually-hidden">{times(bar.value).slice(String(bar.value).length)}</span>
            {!isFew && <LuckBar {...bar} scale={scale} ends={i === 0} />}
          </li>
        ))}
      </ol>
      <p className="mt-3 text-sm text-quiet">
        {before}
        <PageLink to={PATHS.fair} className="link">
          {FAIR_TITLE}
        </PageLink>
        {after}
      </p>
      <PageLink to={frequentPath({ window, set })} className="link tap text-sm">
        All games
      </PageLink>
    </section>
  )
}
