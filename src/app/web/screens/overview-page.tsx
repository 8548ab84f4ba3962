import {
  clockOf,
  endOfDay,
  formatCountdown,
  formatDate,
  formatDayMonth,
  lagosDate,
  type LagosDate,
} from '../../../platform/rules/base/calendar.ts'
import { MESSAGES } from '../../../platform/rules/base/messages.ts'
import { PATHS } from '../../../platform/rules/site/paths.ts'
import type { AnswerOf } from '../../../platform/web/api/call.ts'
import { useCall } from '../../../platform/web/api/use-call.ts'
import { useNow } from '../../../platform/web/api/use-now.ts'
import CheckResults from '../../../draws/web/check-results.tsx'
import { OwnDayRow } from './own-day-row.tsx'
import { LoadingRows } from '../../../draws/web/loading-rows.tsx'
import { Legend } from '../../../draws/web/operator.tsx'
import { SampleTag } from '../../../draws/web/sample-note.tsx'
import { Cause } from '../../../platform/web/ui/cause.tsx'
import { PersonalLine } from '../../../slip/web/parts/personal-line.tsx'
import { SLIP } from '../../../slip/web/parts/use-slip.ts'
import { PageLink } from '../../../platform/web/ui/page-link.tsx'
import { Icon } from '../../../platform/web/ui/icons.tsx'
import { Empty, Failure } from '../../../platform/web/ui/states.tsx'
import { Title } from '../../../platform/web/ui/title.tsx'
import { ResponsibleNote } from '../../../platform/web/ui/responsible-note.tsx'
import { useEffect } from 'react'
import { Cards } from './overview-cards.tsx'

export type Overview = AnswerOf<'GET /api/overview'>

const ADDRESS = '/api/overview'
/** Short enough that a row agrees with the countdown. */
const STATE_INTERVAL_MS = 5000

export const calls = () => [ADDRESS, SLIP]

/** Overview: the next draw, last night's draws until today has a result, today's, and the six cards. */
export default function OverviewPage() {
  const { data, error, refetch } = useCall('GET /api/overview', ADDRESS)
  const now = useNow(STATE_INTERVAL_MS)
  // The heading does not wait for the answer.
  const today = data?.today ?? lagosDate(now)
  return (
    <div className="overview">
      <div className="lead gap-3 min-[75rem]:grid-cols-[minmax(0,1fr)_22.5rem] min-[75rem]:*:only:col-span-full md:grid">
        {data?.next && <Countdown next={data.next} today={data.today} onOver={refetch} />}
        {!data && !error && <CountdownPlace />}
        <PersonalLine />
      </div>
      {/* It stays the same element, because it may have the focus. In the morning it is hidden from sight. */}
      <div className={data?.lastNight ? 'visually-hidden' : 'day-head'}>
        <Title>Overview</Title>
        {!data?.lastNight && (
          <>
            <time dateTime={today}>{dateText(today, data?.sample)}</time>
            {data?.sample && <SampleTag />}
            <PageLink to={PATHS.dayResult} className="link">
              Other days
            </PageLink>
          </>
        )}
      </div>
      {data?.lastNight && (
        <>
          <LastNight lastNight={data.lastNight} sample={data.sample} now={now} />
          <div className="day-head">
            <h2>Today</h2>
            <time dateTime={today}>{formatDate(today)}</time>
          </div>
        </>
      )}
      {data ? (
        <Games games={data.games} lastNight={data.lastNight} today={today} now={now} />
      ) : error ? (
        <Failure text={MESSAGES.resultsFailed} detail={<Cause error={error} />} onRetry={refetch} />
      ) : (
        <LoadingRows />
      )}
      {data && <Cards overview={data} />}
      <CheckResults />
      <ResponsibleNote />
    </div>
  )
}

/** Beside the tag of a demonstration a phone has no room for weekday and year. */
const dateText = (date: LagosDate, sample = false) =>
  sample ? formatDayMonth(date).slice(4) : formatDate(date)

interface LastNightProps extends Pick<Overview, 'sample'> {
  lastNight: NonNullable<Overview['lastNight']>
  now: number
}

/** What came last, before anything came today. */
function LastNight({ lastNight: { date, games, total }, sample, now }: LastNightProps) {
  return (
    <>
      <div className="day-head">
        <h2 className="text-lg tracking-tight">Last night</h2>
        <time dateTime={date}>{dateText(date, sample)}</time>
        {sample && <SampleTag />}
        <PageLink to={`${PATHS.dayResult}?date=${date}`} className="link">
          {total === 1 ? 'Other days' : `All ${total} draws`}
        </PageLink>
      </div>
      <Rows games={games} date={date} now={now} />
    </>
  )
}

function Games({
  games,
  lastNight,
  today,
  now,
}: Pick<Overview, 'games' | 'lastNight' | 'today'> & { now: number }) {
  if (games.length === 0)
    return (
      <Empty icon={<Icon name="day" size={32} />} text="No game draws on this day.">
        Past and coming days are under Other days.
      </Empty>
    )
  return (
    <>
      <Rows games={games} date={today} now={now} />
      {/* It also names the operators of the rows above. */}
      <Legend operators={[...(lastNight?.games ?? []), ...games].map(({ operator }) => operator)} />
    </>
  )
}

interface RowsProps extends Pick<Overview, 'games'> {
  date: Overview['today']
  now: number
}

const Rows = ({ games, date, now }: RowsProps) => (
  <ol className="draw-rows results-wall">
    {games.map((game) => (
      <OwnDayRow key={game.key} game={game} date={date} now={now} />
    ))}
  </ol>
)

type Next = NonNullable<AnswerOf<'GET /api/overview'>['next']>

interface Props {
  next: Next
  today: LagosDate
  /** Called when the draw closes, and at midnight. */
  onOver: () => void
}

/** The strip below the masthead: the draw that closes next, and the time left. */
function Countdown({ next, today, onOver }: Props) {
  const { name, operator, date, closesAt } = next
  return (
    <section aria-label="Next draw" className="countdown">
      <div className="flex-1 basis-24 text-xs text-on-deep-quiet">
        <p>Next draw, {operator}</p>
        <p className="text-lg leading-[1.2] font-bold text-on-deep">{name}</p>
        <p>
          closes {date !== today && `${formatDayMonth(date)}, `}
          {clockOf(closesAt)}
        </p>
      </div>
      <TimeLeft next={next} until={Math.min(closesAt, endOfDay(today))} onOver={onOver} />
    </section>
  )
}

/** Holds the strip's place while it loads. */
const CountdownPlace = () => <div className="countdown min-h-[5.925rem]" />

const TICK_MS = 1000

/** The ticking part. Without script the time would stop, so only the close is shown. */
function TimeLeft({ next, until, onOver }: { next: Next; until: number; onOver: () => void }) {
  const now = useNow(TICK_MS)
  const isOver = now >= until
  useEffect(() => {
    if (isOver) onOver()
  }, [isOver, onOver])
  const { since, closesAt } = next
  const left = Math.max(0, closesAt - now)
  return (
    <>
      {/* The role has no live region, so the seconds are not announced. */}
      <div role="timer" className="script-only text-right text-xs text-on-deep-quiet">
        <span className="countdown-time">{formatCountdown(left)}</span>
        {left > 0 ? 'until the close' : 'closed'}
      </div>
      {/* A shape, because the content policy refuses style attributes. */}
      <svg
        className="countdown-meter script-only"
        viewBox="0 0 100 1"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <rect width={Math.max(0, 100 * (1 - left / (closesAt - since)))} height="1" />
      </svg>
    </>
  )
}
