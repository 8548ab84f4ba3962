import {
  addDays,
  capitalised,
  formatDate,
  formatDayMonth,
  type LagosDate,
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
import { useWide } from '../../../platform/web/ui/use-wide.ts'
import { buttonClasses } from '../../../platform/web/ui/button.tsx'
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
import { dayAddress, dayPath, paperPath } from '../../../draws/web/addresses.ts'
import { Month, PickDate, weeksAround, WeekStrip } from '../../../draws/web/choose-day.tsx'
import { ShareDraw } from '../../../draws/web/share-draw.tsx'
import { OwnDayRow } from './own-day-row.tsx'
import { ShowOnTv } from './show-on-tv.tsx'
import { LoadingRows } from '../../../draws/web/loading-rows.tsx'
import { Legend } from '../../../draws/web/operator.tsx'
import { SampleTag } from '../../../draws/web/sample-note.tsx'
import { ResponsibleNote } from '../../../platform/web/ui/responsible-note.tsx'

type Day = AnswerOf<'GET /api/days/:date'>

const STATE_INTERVAL_MS = 5000

const PRINTER = 'M7 8V4h10v4M5 8h14v8H5zM7 13.5h10V20H7z'
const QUIET_LINK = 'link flex min-h-11 items-center font-bold'

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
      <div className="day-desk">
        <Month date={date} today={today} last={last} draws={data?.month} />
        {data ? (
          <DayView day={data} now={now} />
        ) : error ? (
          <DayFailure error={error} onRetry={refetch} />
        ) : (
          <LoadingRows both />
        )}
        <div>
          {data && <DayLinks day={data} weeks={weeksAround({ date, today, last })} />}
          <DaysBefore date={date} now={now} />
        </div>
      </div>
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

const hasResult = ({ games }: Day) => resultsIn(games) > 0

function DayView({ day, now }: { day: Day; now: number }) {
  const { date, games, today } = day
  return (
    <div className="flex flex-col">
      {games.length > 0 && (
        <Legend letters>
          {resultsIn(games)} of {drawsIn(games)} {drawsIn(games) === 1 ? 'result' : 'results'} in
        </Legend>
      )}
      {/* The rows of a day that still waits say so themselves. */}
      {!hasResult(day) && (games.length === 0 || date < today) && <NoResult day={day} />}
      {games.length === 0 ? (
        <Empty icon={<Icon name="day" size={32} />} text="No game draws on this day.">
          Choose another day above.
        </Empty>
      ) : (
        <ol className="draw-rows draw-rows-wide results-wall">
          {games.map((game) => (
            <OwnDayRow
              key={game.key}
              game={game}
              date={date}
              now={now}
              both
              actions={game.draw && <ShareDraw page={{ game, date, draw: game.draw }} isIcon />}
            />
          ))}
        </ol>
      )}
    </div>
  )
}

interface LinksProps {
  day: Day
  weeks: ReturnType<typeof weeksAround>
}

function DayLinks({ day, weeks }: LinksProps) {
  const { date, today, games, latest } = day
  return (
    <>
      <div className="no-print mt-3 flex flex-wrap gap-2 *:grow min-[75rem]:grid">
        {hasResult(day) && (
          <ShareButton
            className="w-full"
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
        {games.length > 0 && (
          <a href={paperPath({ date })} className={buttonClasses('plain')}>
            <IconPath path={PRINTER} />
            Print
          </a>
        )}
        <ShowOnTv className={buttonClasses('plain')} />
      </div>
      <div className="no-print flex flex-wrap gap-x-4">
        {hasResult(day) && (
          <PageLink to={`${PATHS.downloads}?from=${date}&to=${date}`} className={QUIET_LINK}>
            Download
          </PageLink>
        )}
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

/** The two days before, where a screen has room for them. No other screen asks for them. */
function DaysBefore({ date, now }: { date: LagosDate; now: number }) {
  return useWide() && [-1, -2].map((days) => <DayBefore key={days} date={addDays(date, days)} now={now} />)
}

function DayBefore({ date, now }: { date: LagosDate; now: number }) {
  const games = useCall('GET /api/days/:date', `/api/days/${date}`).data?.games.filter(({ draw }) => draw)
  if (!games?.length) return null
  return (
    <section aria-label={formatDate(date)}>
      <h2 className="mt-4 mb-2 font-bold">{formatDayMonth(date)}</h2>
      <ol className="draw-rows tracking-tight [--text-name:0.875rem]">
        {games.reverse().map((game) => (
          <OwnDayRow key={game.key} game={game} date={date} now={now} />
        ))}
      </ol>
    </section>
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
