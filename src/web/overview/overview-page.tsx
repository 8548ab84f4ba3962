import { formatDate, lagosDate } from '../../domain/base/calendar.ts'
import { MESSAGES } from '../../domain/base/messages.ts'
import { PATHS } from '../../domain/site/paths.ts'
import type { AnswerOf } from '../api/call.ts'
import { useCall } from '../api/use-call.ts'
import { useNow } from '../api/use-now.ts'
import CheckResults from '../draws/check-results.tsx'
import { DayRow } from '../draws/day-row.tsx'
import { LoadingRows } from '../draws/loading-rows.tsx'
import { Legend } from '../draws/operator.tsx'
import { SampleTag } from '../draws/sample-note.tsx'
import { Cause } from '../layout/cause.tsx'
import { PersonalLine } from '../slip/parts/personal-line.tsx'
import { SLIP } from '../slip/parts/use-slip.ts'
import { PageLink } from '../ui/page-link.tsx'
import { Icon } from '../ui/icons.tsx'
import { Empty, Failure } from '../ui/states.tsx'
import { Head } from '../ui/title.tsx'
import { Cards } from './cards.tsx'
import { Countdown, CountdownPlace } from './countdown.tsx'

type Overview = AnswerOf<'GET /api/overview'>

const ADDRESS = '/api/overview'
/** Short enough that a row agrees with the countdown. */
const STATE_INTERVAL_MS = 5000

export const calls = () => [ADDRESS, SLIP]

/** Overview: the next draw, today's draws, and the six cards. */
export default function OverviewPage() {
  const { data, error, refetch } = useCall('GET /api/overview', ADDRESS)
  const now = useNow(STATE_INTERVAL_MS)
  // The heading does not wait for the answer.
  const today = data?.today ?? lagosDate(now)
  return (
    <>
      {data?.next && <Countdown next={data.next} today={data.today} onOver={refetch} />}
      {!data && !error && <CountdownPlace />}
      <PersonalLine />
      <div className="overview">
        <div className="min-w-0">
          <Head
            title="Overview"
            end={
              <PageLink to={PATHS.dayResult} className="link -my-3 inline-block py-3">
                Other days
              </PageLink>
            }
          >
            <time dateTime={today} className="text-sm text-quiet">
              {formatDate(today)}
            </time>
            {data?.sample && <SampleTag />}
          </Head>
          {data ? (
            <Games games={data.games} today={data.today} now={now} />
          ) : error ? (
            <Failure text={MESSAGES.resultsFailed} detail={<Cause error={error} />} onRetry={refetch} />
          ) : (
            <LoadingRows />
          )}
          <CheckResults />
        </div>
        {data && <Cards overview={data} />}
      </div>
    </>
  )
}

function Games({ games, today, now }: Pick<Overview, 'games' | 'today'> & { now: number }) {
  if (games.length === 0)
    return (
      <Empty icon={<Icon name="day" size={32} />} text="No game draws on this day.">
        Past and coming days are under Other days.
      </Empty>
    )
  return (
    <>
      <ol className="draw-rows draw-rows-wide">
        {games.map((game) => (
          <DayRow key={game.key} game={game} date={today} now={now} />
        ))}
      </ol>
      <Legend operators={games.map(({ operator }) => operator)} />
    </>
  )
}
