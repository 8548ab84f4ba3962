import type { ReactNode } from 'react'
import {
  formatClock,
  formatDate,
  formatDayMonth,
  formatDuration,
  lagosMinutes,
} from '../../domain/calendar.ts'
import { MESSAGES } from '../../domain/messages.ts'
import { formatNaira, formatCount } from '../../domain/money.ts'
import { decimal, times } from '../../domain/words.ts'
import { type Feature, FEATURES, PLANS } from '../../domain/plans.ts'
import type { AnswerOf } from '../api/call.ts'
import { useCall } from '../api/use-call.ts'
import { useNow } from '../api/use-now.ts'
import { SampleTag } from '../draws/sample-note.tsx'
import { PageLink } from '../ui/page-link.tsx'
import { Cause } from '../layout/cause.tsx'
import { PATHS, SCREENS } from '../../domain/paths.ts'
import { useOpens } from '../billing/locked.tsx'
import { Ball, BallSet } from '../ui/ball.tsx'
import { Failure, Loading } from '../ui/states.tsx'
import { Title } from '../ui/title.tsx'

type Overview = AnswerOf<'GET /api/overview'>

const ADDRESS = '/api/overview'
const REFRESH_INTERVAL_MS = 60_000

export const calls = () => [ADDRESS]

/** Overview: six cards, each with a live value where the plan opens it. */
export default function OverviewPage() {
  const { data, error, refetch } = useCall('GET /api/overview', ADDRESS, REFRESH_INTERVAL_MS)
  return (
    <>
      <Title>Overview</Title>
      {data ? (
        <Cards overview={data} />
      ) : error ? (
        <Failure text={MESSAGES.resultsFailed} detail={<Cause error={error} />} onRetry={refetch} />
      ) : (
        <Loading text={MESSAGES.loading} />
      )}
    </>
  )
}

function Cards({ overview }: { overview: Overview }) {
  return (
    <>
      {overview.sample && <SampleTag />}
      <div className="mt-4 grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
        <Card screen={SCREENS.prediction} title="Predictions">
          <Predictions predictions={overview.predictions} />
        </Card>
        <Card screen={SCREENS.frequentNumbers} title="Frequent Numbers">
          <Frequent frequent={overview.frequent} />
        </Card>
        <Card screen={SCREENS.dayResult} title="Day Result">
          <Today overview={overview} />
        </Card>
        <Card screen={SCREENS.pastResults} title="Game Results">
          <Latest latest={overview.latest} draws={overview.draws} />
        </Card>
        <Card screen={SCREENS.classification} title="Lotto Classification Chart">
          <p>Find any number’s counterpart, shadow, turning…</p>
        </Card>
        <Card screen={SCREENS.assistant} title="AI Assistant">
          <p>Ask about past draws in your own words</p>
        </Card>
      </div>
    </>
  )
}

function Card({
  screen: { path, feature },
  title,
  children,
}: {
  screen: { path: string; feature: Feature }
  title: string
  children: ReactNode
}) {
  const open = useOpens(feature)
  const { name, kobo, per } = PLANS[FEATURES[feature]]
  return (
    <section className="flex flex-col rounded-lg border border-line bg-sheet p-4">
      <h2 className="font-bold">
        <PageLink to={path} className="link">
          {title}
        </PageLink>
      </h2>
      <div className="mt-2">
        {open ? (
          children
        ) : (
          <PageLink to={PATHS.paymentChannel} className="link">
            {`Locked: part of ${name}, ${formatNaira(kobo)} per ${per}`}
          </PageLink>
        )}
      </div>
    </section>
  )
}

function Predictions({ predictions }: { predictions: Overview['predictions'] }) {
  const next = predictions?.next
  if (!predictions || !next) return <p>{MESSAGES.noPredictions}</p>
  return (
    <>
      <p>{predictions.open === 1 ? '1 forecast is open' : `${predictions.open} forecasts are open`}</p>
      <p className="text-sm text-quiet">
        Next: {next.name}, {formatDayMonth(next.date)}, closes {formatClock(lagosMinutes(next.closesAt))}
      </p>
    </>
  )
}

function Frequent({ frequent }: { frequent: Overview['frequent'] }) {
  if (!frequent) return <p>There are no draws yet.</p>
  const { number, name, count, byLuck, draws } = frequent
  return (
    <>
      <p className="flex items-center gap-2">
        <Ball number={number} />
        <span>
          {times(count)} in the last {draws} draws of {name}
        </span>
      </p>
      <p className="mt-1 text-sm text-quiet">
        By luck alone, the top number comes about {times(decimal(byLuck))}
      </p>
    </>
  )
}

function Today({ overview: { resultsToday, today, next } }: { overview: Overview }) {
  const now = useNow(30_000)
  return (
    <>
      <p>
        {resultsToday.in} of {resultsToday.of} results of {formatDayMonth(today)} are in
      </p>
      {next && (
        <p className="text-sm text-quiet">
          Next: {next.name}, {next.date === today ? 'today' : formatDayMonth(next.date)}{' '}
          {formatClock(lagosMinutes(next.closesAt))}, closes in {formatDuration(next.closesAt - now)}
        </p>
      )}
    </>
  )
}

function Latest({ latest, draws }: { latest: Overview['latest']; draws: number }) {
  if (!latest) return <p>There are no draws yet.</p>
  return (
    <>
      <p>
        {latest.name}, {formatDate(latest.date)}
      </p>
      <BallSet type="winning" numbers={latest.winning} />
      <p className="mt-1 text-sm text-quiet">{formatCount(draws)} draws to search</p>
    </>
  )
}
