import {
  addDays,
  capitalised,
  formatDate,
  lagosDate,
  parseDate,
  weekdayOf,
  FIRST_YEAR,
  type LagosDate,
  formatDayMonth,
  weekEnding,
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
import { SHARE, LEFT, RIGHT } from '../../../platform/web/ui/more-icons.ts'
import { PageLink } from '../../../platform/web/ui/page-link.tsx'
import { Empty, Failure } from '../../../platform/web/ui/states.tsx'
import { useSearch, useLocation } from '../../../platform/web/ui/location.ts'
import { Head } from '../../../platform/web/ui/title.tsx'
import CheckResults from '../../../draws/web/check-results.tsx'
import { dayAddress, dayPath } from '../../../draws/web/addresses.ts'
import { OwnDayRow } from './own-day-row.tsx'
import { LoadingRows } from '../../../draws/web/loading-rows.tsx'
import { Legend } from '../../../draws/web/operator.tsx'
import { SampleTag } from '../../../draws/web/sample-note.tsx'
import { ResponsibleNote } from '../../../platform/web/ui/responsible-note.tsx'
import { type FormEvent, type SyntheticEvent, useId, useRef } from 'react'
import { usePopup } from '../../../platform/web/ui/use-popup.ts'
import { Button } from '../../../platform/web/ui/button.tsx'

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

interface Props {
  date: LagosDate
  today: LagosDate
  /** The last day that can be chosen. */
  last: LagosDate
}

/**
 * A date field that opens the day. With script it shows the browser's calendar at once and follows each choice; without,
 * it is a form with a button.
 */
function PickDate({ date, today, last }: Props) {
  const { popup, close } = usePopup()
  const field = useRef<HTMLInputElement>(null)
  const [, navigate] = useLocation()
  const id = useId()

  function open(event: SyntheticEvent<HTMLDetailsElement>) {
    if (!event.currentTarget.open || !field.current) return
    field.current.focus()
    try {
      field.current.showPicker()
    } catch {
      // Browsers without the method, and those that want another tap, show the field.
    }
  }

  /** The year is typed digit by digit. Its first digits are years before the first draw, which the field refuses. */
  function follow() {
    const chosen = field.current?.validity.valid ? parseDate(field.current.value) : null
    if (chosen && chosen !== date) navigate(dayPath(chosen, today))
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    follow()
    close()
  }

  return (
    <details ref={popup} onToggle={open} className="no-print">
      <summary className="-my-3 flex min-h-11 items-center gap-1.5 text-brand">
        <Icon name="day" />
        <span className="link">Pick a date</span>
      </summary>
      <form
        action={PATHS.dayResult}
        onSubmit={submit}
        className="lifted absolute top-[calc(100%+0.5rem)] right-0 z-10 flex max-w-full flex-wrap gap-2 rounded-lg p-3"
      >
        <label htmlFor={id} className="visually-hidden">
          Date
        </label>
        <input
          key={date}
          ref={field}
          id={id}
          type="date"
          name="date"
          required
          min={`${FIRST_YEAR}-01-01`}
          max={last}
          defaultValue={date}
          onChange={follow}
          className="min-h-11 rounded-md border-[1.5px] border-edge bg-sheet px-2"
        />
        <Button type="submit">Show</Button>
      </form>
    </details>
  )
}

interface WeekStripProps {
  date: LagosDate
  today: LagosDate
  /** The last day that has a page. */
  last: LagosDate
  /** The days with results; undefined while they load. */
  withResults: readonly LagosDate[] | undefined
}

/** The days a week before and after, where they have a page. */
const weeksAround = ({ date, today, last }: Omit<WeekStripProps, 'withResults'>) => ({
  before: parseDate(addDays(date, -7)),
  after: weekEnding(date, today)[6]! < last ? addDays(date, 7) : null,
})

/**
 * The seven days up to today as links, or those of an earlier or later week. On a wide screen arrows lead to the weeks around
 * them; a phone has no room for nine targets of 44 pixels, so it has these links below its rows.
 */
function WeekStrip({ date, today, last, withResults }: WeekStripProps) {
  const week = weekEnding(date, today)
  const { before, after } = weeksAround({ date, today, last })
  return (
    <nav aria-label="Days" className="week no-print">
      <Arrow to={before} today={today} label="Week before" path={LEFT} />
      {week.map((day) => (
        <PageLink key={day} to={dayPath(day, today)} aria-current={day === date ? 'page' : undefined}>
          <span
            className={withResults && !withResults.includes(day) ? 'week-day week-day-empty' : 'week-day'}
          >
            {day === today ? 'Today' : formatDayMonth(day).slice(0, 3)} <b>{Number(day.slice(8))}</b>
            <span className="visually-hidden">{formatDate(day).slice(-9)}</span>
          </span>
        </PageLink>
      ))}
      <Arrow to={after} today={today} label="Week after" path={RIGHT} />
    </nav>
  )
}

function Arrow({
  to,
  today,
  label,
  path,
}: {
  to: LagosDate | null
  today: LagosDate
  label: string
  path: string
}) {
  if (to === null) return <span className="max-md:hidden!" />
  return (
    <PageLink to={dayPath(to, today)} aria-label={label} className="max-md:hidden!">
      <IconPath path={path} />
    </PageLink>
  )
}
