import { parseBall, DRAW_LIMITS } from '../../../platform/rules/base/balls.ts'
import { chartPath, numberSearchPath } from '../../../draws/rules/number-links.ts'
import { drawsWords, formatCount, times } from '../../../platform/rules/base/words.ts'
import { numberPath, PATHS } from '../../../platform/rules/site/paths.ts'
import { numberShareText } from '../../../draws/rules/draw-text.ts'
import { useCall } from '../../../platform/web/api/use-call.ts'
import {
  type Facts,
  FactsTable,
  lastPlayed,
  LuckFigures,
  NumberActions,
  numberAddress,
  type NumberLink,
  OddsNote,
  Relatives,
} from '../../../statistics/web/numbers/number-view.tsx'
import type { Head as DocumentHead, PageProps } from '../../../platform/web/site/page.ts'
import { numbersOf, SLIP } from '../../../slip/web/parts/use-slip.ts'
import { ShareButton } from '../../../platform/web/ui/share-button.tsx'
import { Ball } from '../../../platform/web/ui/ball.tsx'
import { Head, useDocumentTitle } from '../../../platform/web/ui/title.tsx'
import { LuckKey } from '../../../draws/web/luck-bar.tsx'
import { PageLink } from '../../../platform/web/ui/page-link.tsx'
import { Failure, Loading } from '../../../platform/web/ui/states.tsx'
import CheckResults from '../../../draws/web/check-results.tsx'
import { SampleTag } from '../../../draws/web/sample-note.tsx'
import { ResponsibleNote } from '../../../platform/web/ui/responsible-note.tsx'

export const calls = (_search: URLSearchParams, subject: string) => {
  const number = parseBall(subject)
  return [number === null ? SLIP : numberAddress(number)]
}

export const head = (subject: string): DocumentHead => {
  const number = parseBall(subject)
  if (number !== null) return { title: `Number ${number}` }
  return { title: CHOOSE, missing: subject !== '' }
}

const CHOOSE = 'Choose a number'

/** One number: its relatives, how often it came, and when it was last played. Players share its address. */
export default function NumberPage({ subject }: PageProps) {
  useDocumentTitle(head(subject).title)
  const number = parseBall(subject)
  return number === null ? <ChooseNumber typed={subject} /> : <NumberScreen number={number} />
}

function ChooseNumber({ typed }: { typed: string }) {
  const { data } = useCall('GET /api/slip', SLIP)
  const own = [...new Set(data?.entries.flatMap(numbersOf))]
  return (
    <>
      <Head title={CHOOSE} />
      {typed !== '' && <p className="mb-3">"{typed.slice(0, 20)}" is not a number from 1 to 90.</p>}
      {own.length > 0 && (
        <p className="mb-4 flex flex-wrap items-center gap-3">
          My slip:
          {own.map((number) => (
            <Ball key={number} number={number} look="forecast" size={40} />
          ))}
        </p>
      )}
      <ul className="grid max-w-md grid-cols-6 justify-items-center gap-y-3 sm:grid-cols-9">
        {Array.from({ length: DRAW_LIMITS.highestBall }, (_, i) => (
          <li key={i}>
            <Ball number={i + 1} size={40} />
          </li>
        ))}
      </ul>
    </>
  )
}

function NumberScreen({ number }: { number: number }) {
  const { data, error, refetch } = useCall('GET /api/numbers/:number', numberAddress(number))
  return (
    <>
      <Head
        title={
          <span className="inline-flex items-center gap-3">
            <span aria-hidden="true">
              <Ball number={number} size={40} unlinked />
            </span>
            Number {number}
          </span>
        }
      >
        {data?.sample && <SampleTag />}
      </Head>
      {data ? (
        <Facts facts={data} />
      ) : error ? (
        <Failure text="This number could not be loaded." detail={error.message} onRetry={refetch} />
      ) : (
        <Loading />
      )}
      <CheckResults />
      <ResponsibleNote />
    </>
  )
}

/** On the number's own page a relative is the next page. Its click does not reach the sheet. */
const PageNumberLink: NumberLink = ({ number, ...rest }) => <PageLink to={numberPath(number)} {...rest} />

function Facts({ facts }: { facts: Facts }) {
  const { number } = facts
  return (
    <div className="max-w-2xl">
      <LuckFigures facts={facts} />
      <LuckKey />
      <Relatives facts={facts} Link={PageNumberLink} />
      <NumberActions number={number}>
        <ShareButton
          className="w-full"
          label="Share this number"
          text={() => numberShareText(facts, location.origin + PATHS.results)}
        />
      </NumberActions>
      <p className="mt-1 text-sm">
        <PageLink to={chartPath(number)} className="link tap">
          {number} on the chart
        </PageLink>
      </p>
      <h2 className="mt-6 font-bold">Last played, by game</h2>
      <LastPlayed facts={facts} />
      <OddsNote />
    </div>
  )
}

function LastPlayed({ facts: { number, games } }: { facts: Facts }) {
  return (
    <FactsTable>
      <thead>
        <tr>
          <th scope="col">Game and date</th>
          <th scope="col" className="n">
            Draws since
          </th>
          <th scope="col" className="n">
            Longest wait
          </th>
        </tr>
      </thead>
      <tbody>
        {games.map((entry) => (
          <tr key={entry.game} className="relative">
            <th scope="row">
              <PageLink
                to={numberSearchPath(number, entry.game)}
                className="link after:absolute after:inset-0"
              >
                {entry.name}
              </PageLink>
              <span className="block font-normal whitespace-nowrap text-quiet">{lastPlayed(entry)}</span>
              <span className="block text-xs font-normal text-quiet">
                {times(formatCount(entry.count))} in {drawsWords(entry.draws)}
              </span>
            </th>
            <td className="n">{entry.since}</td>
            <td className="n">
              {entry.longest}
              <span className="block text-xs text-quiet">
                {`by luck, about\u00A0${Math.round(entry.longestByLuck)}`}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td colSpan={3} className="text-xs text-quiet">
            Waits and counts are in draws of the game. By luck a number comes in 1 of 18 draws.
          </td>
        </tr>
      </tfoot>
    </FactsTable>
  )
}
