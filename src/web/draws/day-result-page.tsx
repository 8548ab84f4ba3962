import { useSearch } from '../ui/location.ts'
import { addDays, capitalised, formatDate, type LagosDate, weekdayOf } from '../../domain/calendar.ts'
import { dayState } from '../../domain/day-result.ts'
import { DRAW_LIMITS } from '../../domain/draw-limits.ts'
import { errorFetching, MESSAGES, noDocument, noResultFor } from '../../domain/messages.ts'
import type { AnswerOf, CallError } from '../api/call.ts'
import { useCall } from '../api/use-call.ts'
import { useNow } from '../api/use-now.ts'
import { PageLink } from '../ui/page-link.tsx'
import { PATHS } from '../../domain/paths.ts'
import { buttonClasses } from '../ui/button.tsx'
import { Empty, Failure, Loading } from '../ui/states.tsx'
import { Title } from '../ui/title.tsx'
import { dayAddress } from './addresses.ts'
import { DayGame } from './day-game.tsx'
import { SampleTag } from './sample-note.tsx'

type Day = AnswerOf<'GET /api/days/:date'>

const REFRESH_INTERVAL_MS = 60_000

export const calls = (search: URLSearchParams) => [dayAddress(search)]

/** Day Result: one Lagos day, every game of it with its numbers or its state. */
export default function DayResultPage() {
  const search = new URLSearchParams(useSearch())
  const { data, error, refetch } = useCall('GET /api/days/:date', dayAddress(search), REFRESH_INTERVAL_MS)
  return (
    <>
      <Title>Day Result</Title>
      {data ? (
        <DayView day={data} />
      ) : error ? (
        <Failure
          text={errorFetching(reasonOf(error))}
          detail={
            error.status === 401 ? (
              <a className="link" href={PATHS.login}>
                Login
              </a>
            ) : (
              <PageLink to={PATHS.dayResult} className="link">
                Today
              </PageLink>
            )
          }
          {...(error.status !== 400 && { onRetry: refetch })}
        />
      ) : (
        <Loading text={MESSAGES.loading} />
      )}
    </>
  )
}

/** The server's message about an invalid day; for any other failure the specification's text. */
function reasonOf({ status, problem, message }: CallError): string {
  return status === 400 && problem ? problem.title : message
}

function DayView({ day }: { day: Day }) {
  const now = useNow(30_000)
  const date = day.date
  const weekday = capitalised(weekdayOf(date))
  const lines = day.games.map((game) => ({ game, state: dayState(game.schedule, game.draw, now) }))
  const hasResult = lines.some(({ state }) => state === 'result-in' || state === 'unconfirmed')
  return (
    <>
      <p className="text-lg">
        <time dateTime={date}>{formatDate(date)}</time>
        {date === day.today && (
          <span className="ml-2 rounded-full bg-soft px-2 py-0.5 text-sm text-brand">Today</span>
        )}
      </p>
      <DaySteps day={day} date={date} />
      {day.sample && <SampleTag />}
      {!hasResult && (
        <div className="mt-4 rounded-lg bg-warn-soft px-3 py-2 text-warn">
          <p className="font-bold">{noResultFor(weekday)}</p>
          {!day.monthHasDraws && <p className="text-sm">{noDocument(day.monthYear)}</p>}
        </div>
      )}
      {lines.length === 0 ? (
        <Empty text="No game draws on this day." />
      ) : (
        <ul className="mt-4 grid grid-cols-1 items-start gap-3 lg:grid-cols-2">
          {lines.map(({ game, state }) => (
            <DayGame key={game.key} game={game} state={state} now={now} today={date === day.today} />
          ))}
        </ul>
      )}
    </>
  )
}

/** Links to other days; the day is kept in the address bar. */
function DaySteps({ day, date }: { day: Day; date: LagosDate }) {
  const to = (other: string) => (other === day.today ? PATHS.dayResult : `${PATHS.dayResult}?date=${other}`)
  const last = addDays(day.today, DRAW_LIMITS.daysAhead)
  const look = `${buttonClasses('plain')} px-3 text-sm`
  return (
    <nav aria-label="Days" className="no-print mt-2 flex flex-wrap gap-2">
      <PageLink to={to(addDays(date, -1))} className={look}>
        ← Day before
      </PageLink>
      {date < last && (
        <PageLink to={to(addDays(date, 1))} className={look}>
          Day after →
        </PageLink>
      )}
      {date !== day.today && (
        <PageLink to={PATHS.dayResult} className={look}>
          Today
        </PageLink>
      )}
      {day.latest && day.latest !== date && (
        <PageLink to={to(day.latest)} className={look}>
          Latest results
        </PageLink>
      )}
    </nav>
  )
}
