import {
  addDays,
  capitalised,
  formatDate,
  lagosDate,
  parseDate,
  weekdayOf,
} from '../../../platform/rules/base/calendar.ts'
import { drawsIn, resultsIn } from '../../../draws/rules/day-result.ts'
import { DRAW_LIMITS } from '../../../platform/rules/base/balls.ts'
import { errorFetching, noDocument, noResultFor } from '../../../draws/rules/day-facts.ts'
import { PATHS, publicResultsPath } from '../../../platform/rules/site/paths.ts'
import type { AnswerOf, CallError } from '../../../platform/web/api/call.ts'
import { useCall } from '../../../platform/web/api/use-call.ts'
import { useNow } from '../../../platform/web/api/use-now.ts'
import { ShareButton } from '../../../platform/web/ui/share-button.tsx'
import { IconPath } from '../../../platform/web/ui/icon-path.tsx'
import { Icon } from '../../../platform/web/ui/icons.tsx'
import { SLIP } from '../../../slip/web/parts/use-slip.ts'
import { SHARE } from '../../../platform/web/ui/more-icons.ts'
import { PageLink } from '../../../platform/web/ui/page-link.tsx'
import { Empty, Failure } from '../../../platform/web/ui/states.tsx'
import { useSearch } from '../../../platform/web/ui/location.ts'
import { Head } from '../../../platform/web/ui/title.tsx'
import CheckResults from '../../../draws/web/check-results.tsx'
import { dayAddress, dayPath } from '../../../draws/web/addresses.ts'
import { PickDate, weeksAround, WeekStrip } from '../../../draws/web/choose-day.tsx'
import { OwnDayRow } from './own-day-row.tsx'
import { ShowOnTv } from './show-on-tv.tsx'
import { LoadingRows } from '../../../draws/web/loading-rows.tsx'
import { Legend } from '../../../draws/web/operator.tsx'
import { SampleTag } from '../../../draws/web/sample-note.tsx'
import { ResponsibleNote } from '../../../platform/web/ui/responsible-note.tsx'

type Day = AnswerOf<'GET /api/days/:date'>

const STATE_INTERVAL_MS = 5000

const QUIET_LINK = 'flex min-h-11 items-center font-bold text-brand'

export const parameters = ['date']

export const calls = (search: URLSearchParams) => [dayAddress(search), SLIP]

/** Day Result: one Lagos day, every game of it with its numbers or its state. */
export default function DayResultPage() {
  const search = new URLSearchParams(useSearch())
  const { data, error, refetch } = useCall('GET /api/days/:date', dayAddress(search))
  const now = useNow(STATE_INTERVAL_MS)
  const today = data?.today ?? lagosDate(now)
  const last = addDays(today, DRAW_LIMITS.daysAhead)
  const typed = parseDate(search.get('date') ?? '')
  // The heading and the week do not wait for the answer.
  const date = data?.date ?? (typed && typed <= last ? typed : today)
  return (
    <>
      <Head title="Day Result" end={<PickDate date={date} today={today} last={last} />}>
        <time dateTime={date} className="text-sm text-quiet">
          {formatDate(date)}
        </time>
        {data?.sample && <SampleTag />}
      </Head>
      <WeekStrip date={date} today={today} last={last} withResults={data?.weekResults} />
      {data ? (
        <DayView day={data} now={now} weeks={weeksAround({ date, today, last })} />
      ) : error ? (
        <DayFailure error={error} onRetry={refetch} />
      ) : (
        <LoadingRows both />
      )}
      <CheckResults />
      <ResponsibleNote />
    </>
  )
}

function DayFailure({ error, onRetry }: { error: CallError; onRetry: () => void }) {
  const { status, problem, message } = error
  const isInvalid = status === 400
  return (
    <Failure
      // The server's message about an invalid day; for any other failure the specification's text.
      text={errorFetching(isInvalid && problem ? problem.title : message)}
      detail={
        status === 401 ? (
          <a className="link tap" href={PATHS.login}>
            Login
          </a>
        ) : (
          <PageLink to={PATHS.dayResult} className="link tap">
            Today
          </PageLink>
        )
      }
      {...(!isInvalid && { onRetry })}
    />
  )
}

interface ViewProps {
  day: Day
  now: number
  weeks: ReturnType<typeof weeksAround>
}

function DayView({ day, now, weeks }: ViewProps) {
  const { date, today, games, latest } = day
  const hasResult = games.some(({ draw }) => draw && draw.state !== 'no_draw')
  return (
    <>
      {games.length > 0 && (
        <Legend letters>
          {resultsIn(games)} of {drawsIn(games)} {drawsIn(games) === 1 ? 'result' : 'results'} in
        </Legend>
      )}
      {!hasResult && <NoResult day={day} />}
      {games.length === 0 ? (
        <Empty icon={<Icon name="day" size={32} />} text="No game draws on this day.">
          Choose another day above.
        </Empty>
      ) : (
        <ol className="draw-rows draw-rows-wide draw-rows-actions">
          {games.map((game) => (
            <OwnDayRow
              key={game.key}
              game={game}
              date={date}
              now={now}
              both
              actions={
                game.draw && (
                  <PageLink
                    to={`${PATHS.pastResults}?game=${game.key}&year=${date.slice(0, 4)}`}
                    className="link"
                    aria-label={`All draws of ${game.name}`}
                  >
                    All draws
                  </PageLink>
                )
              }
            />
          ))}
        </ol>
      )}
      <div className="no-print mt-3 flex flex-wrap items-start gap-x-4">
        {hasResult && (
          <ShareButton
            label={
              <>
                <IconPath path={SHARE} />
                Share this day
              </>
            }
            text={async () => {
              const { dayShareText } = await import('../../../draws/rules/draw-text.ts')
              return dayShareText(day, location.origin + publicResultsPath(date))
            }}
            picture={`/api/public/results?of=${date}`}
          />
        )}
        {hasResult && (
          <PageLink to={`${PATHS.downloads}?from=${date}&to=${date}`} className={QUIET_LINK}>
            Download
          </PageLink>
        )}
        <ShowOnTv className={QUIET_LINK} />
        {weeks.before && (
          <PageLink to={dayPath(weeks.before, today)} className={`${QUIET_LINK} md:hidden`}>
            Week before
          </PageLink>
        )}
        {weeks.after && (
          <PageLink to={dayPath(weeks.after, today)} className={`${QUIET_LINK} md:hidden`}>
            Week after
          </PageLink>
        )}
        {latest && latest !== date && (
          <PageLink to={dayPath(latest, today)} className={QUIET_LINK}>
            Latest results
          </PageLink>
        )}
        {date !== today && latest !== today && (
          <PageLink to={PATHS.dayResult} className={QUIET_LINK}>
            Today
          </PageLink>
        )}
      </div>
    </>
  )
}

/** The specification's texts for a day and a month without results, and where our results begin. */
function NoResult({ day: { date, first, monthYear, monthHasResults } }: { day: Day }) {
  return (
    <div className="mb-2">
      <p>{noResultFor(capitalised(weekdayOf(date)))}</p>
      {first && date < first && <p className="text-sm">Our results begin on {formatDate(first)}.</p>}
      {!monthHasResults && <p className="text-xs text-quiet">{noDocument(monthYear)}</p>}
    </div>
  )
}
