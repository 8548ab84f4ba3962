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
import { Title } from '../ui/title.tsx'
import { PredictionCard } from './prediction-card.tsx'

/** The page's call: the newest forecasts, or those after a cursor. */
function addressOf(search: URLSearchParams): string {
  const after = search.get('after')
  return after ? `/api/predictions?after=${encodeURIComponent(after)}` : '/api/predictions'
}

export const calls = (search: URLSearchParams) => [addressOf(search)]

const REFRESH_INTERVAL_MS = 60_000

/** Prediction: the live clock and the forecasts, newest draw first. */
export default function PredictionPage() {
  const open = useOpens('prediction')
  return (
    <>
      <Title>Prediction / Forecast (Premium)</Title>
      <Clock />
      {open ? (
        <Predictions />
      ) : (
        <Locked feature="prediction">
          Forecasts for coming draws, published before the close and kept for good beside the results.
        </Locked>
      )}
      <ResponsibleNote />
    </>
  )
}

function Clock() {
  const now = useNow(1000)
  return (
    <p className="mt-1 text-lg" role="timer" aria-live="off">
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
  return (
    <>
      {data.predictions.length === 0 ? (
        <Empty text={MESSAGES.noPredictions}>
          {older ? 'There are no older ones.' : 'Forecasts appear here as soon as our staff publish them.'}
        </Empty>
      ) : (
        <>
          <p className="mt-2 text-sm text-quiet">
            A forecast is an opinion. Every one of the 90 numbers is as likely as any other.
          </p>
          <div className="mt-4 grid grid-cols-1 items-start gap-3 lg:grid-cols-2">
            {data.predictions.map((prediction) => (
              <PredictionCard key={prediction.id} prediction={prediction} now={now} />
            ))}
          </div>
        </>
      )}
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
