import { useSearch } from '../ui/location.ts'
import { capitalised, formatClock, lagosDate, lagosMinutes, weekdayOf } from '../../domain/calendar.ts'
import { MESSAGES } from '../../domain/messages.ts'
import { useCall } from '../api/use-call.ts'
import { useNow } from '../api/use-now.ts'
import { Cause } from '../layout/cause.tsx'
import { ResponsibleNote } from '../layout/responsible-note.tsx'
import { PageLink } from '../ui/page-link.tsx'
import { PATHS } from '../../domain/paths.ts'
import { Locked, useOpens } from '../billing/locked.tsx'
import { buttonClasses } from '../ui/button.tsx'
import { Empty, Failure, Loading } from '../ui/states.tsx'
import { Head } from '../ui/title.tsx'
import { PredictionCard } from './prediction-card.tsx'
import { isOpen, type PredictionAnswer } from './status-text.ts'

/** The page's call: the newest forecasts, or those after a cursor. */
function addressOf(search: URLSearchParams): string {
  const after = search.get('after')
  return after ? `/api/predictions?after=${encodeURIComponent(after)}` : '/api/predictions'
}

export const calls = (search: URLSearchParams) => [addressOf(search)]

const REFRESH_INTERVAL_MS = 60_000

/** Prediction: the live clock and the forecasts, the soonest to close first, then the closed ones, newest draw first. */
export default function PredictionPage() {
  const open = useOpens('prediction')
  return (
    <>
      <Head title="Prediction / Forecast (Premium)">
        <Clock />
      </Head>
      {open ? (
        <Predictions />
      ) : (
        <Locked feature="prediction">
          Our staff's forecasts for coming draws, with the time when each was published. Old forecasts stay on
          the page.
        </Locked>
      )}
      <ResponsibleNote />
    </>
  )
}

/** Forecasts below a heading; nothing without forecasts. */
function Section({ title, predictions, now }: SectionProps) {
  if (predictions.length === 0) return null
  return (
    <section aria-label={title} className="mb-4">
      <h2 className="mb-2 font-bold">{title}</h2>
      <div className="grid grid-cols-1 gap-3 lg:grid-cols-2">
        {predictions.map((prediction) => (
          <PredictionCard key={prediction.id} prediction={prediction} now={now} />
        ))}
      </div>
    </section>
  )
}

interface SectionProps {
  title: string
  predictions: readonly PredictionAnswer[]
  now: number
}

function Clock() {
  const now = useNow(1000)
  return (
    <p className="text-quiet" role="timer" aria-live="off">
      {capitalised(weekdayOf(lagosDate(now)))} {formatClock(lagosMinutes(now))}
    </p>
  )
}

function Predictions() {
  const search = new URLSearchParams(useSearch())
  const now = useNow(30_000)
  const { data, error, refetch } = useCall('GET /api/predictions', addressOf(search), REFRESH_INTERVAL_MS)
  const older = search.has('after')
  if (!data && error)
    return (
      <Failure
        text="Failed to load predictions. Please try again later."
        detail={<Cause error={error} />}
        onRetry={refetch}
      />
    )
  if (!data) return <Loading text={MESSAGES.loadingPredictions} />
  const open = data.predictions.filter((prediction) => isOpen(prediction, now))
  const others = data.predictions.filter((prediction) => !open.includes(prediction))
  return (
    <>
      <p className="-mt-2 mb-3 text-sm text-quiet">
        A forecast is an opinion. Every one of the 90 numbers is as likely as any other.
      </p>
      {data.predictions.length === 0 && (
        <Empty text={MESSAGES.noPredictions}>
          {older ? 'There are no older ones.' : 'Forecasts appear here as soon as our staff publish them.'}
        </Empty>
      )}
      <Section title="Open now" predictions={open} now={now} />
      <Section title="Closed" predictions={others} now={now} />
      <nav aria-label="Pages" className="mt-4 flex flex-wrap gap-3">
        {older && (
          <PageLink to={PATHS.prediction} className={buttonClasses('plain')}>
            Newest predictions
          </PageLink>
        )}
        {data.next && (
          <PageLink to={`${PATHS.prediction}?after=${data.next}`} className={buttonClasses('plain')}>
            Older predictions
          </PageLink>
        )}
      </nav>
    </>
  )
}
