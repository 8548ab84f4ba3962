import { useSearch } from '../ui/location.ts'
import { capitalised, formatClock, lagosDate, lagosMinutes, weekdayOf } from '../../domain/base/calendar.ts'
import { MESSAGES, PREDICTION_MESSAGES } from '../../domain/base/messages.ts'
import { useCall } from '../api/use-call.ts'
import { useNow } from '../api/use-now.ts'
import { Cause } from '../layout/cause.tsx'
import { ResponsibleNote } from '../layout/responsible-note.tsx'
import { PageLink } from '../ui/page-link.tsx'
import { PATHS, publicForecastPath } from '../../domain/site/paths.ts'
import { premierName } from '../../domain/predictions/predictions.ts'
import { forecastShareText } from '../../domain/share/share-text.ts'
import { useOpens } from '../billing/locked.tsx'
import CheckResults from '../draws/check-results.tsx'
import { SampleTag } from '../draws/sample-note.tsx'
import { ShareButton } from '../share/share-button.tsx'
import { buttonClasses } from '../ui/button.tsx'
import { Empty, Failure, Loading } from '../ui/states.tsx'
import { Head } from '../ui/title.tsx'
import { CopyButton } from './copy-button.tsx'
import { type ForecastSection, inSections, type PredictionAnswer } from './forecast-sections.ts'
import { ForecastCard } from './forecast-card.tsx'
import { isOpen } from './forecast.ts'
import { CHECKED, LockedForecasts } from './locked-forecasts.tsx'
import { Picture } from './picture.tsx'

/** The page's call: the newest forecasts, or those after a cursor. */
function addressOf(search: URLSearchParams): string {
  const after = search.get('after')
  return after ? `/api/predictions?after=${encodeURIComponent(after)}` : '/api/predictions'
}

export const parameters = ['after']

/** The server refuses the first to plans without forecasts, which see the second. */
export const calls = (search: URLSearchParams) => [addressOf(search), CHECKED]

/** Prediction: the live clock and the forecasts, the soonest to close first, then those whose draw is over. */
export default function PredictionPage() {
  const open = useOpens('prediction')
  return (
    <>
      <Head title="Prediction / Forecast (Premium)">
        <Clock />
        <Sample open={open} />
      </Head>
      {open ? <Predictions /> : <LockedForecasts />}
      <CheckResults />
      <ResponsibleNote />
    </>
  )
}

/** The tag of a demonstration, whose forecasts are in a chain of their own. */
function Sample({ open }: { open: boolean }) {
  const search = new URLSearchParams(useSearch())
  const all = useCall('GET /api/predictions', open ? addressOf(search) : undefined)
  const checked = useCall('GET /api/predictions/checked', open ? undefined : CHECKED)
  return (all.data ?? checked.data)?.sample ? <SampleTag /> : null
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
  const { data, error, refetch } = useCall('GET /api/predictions', addressOf(search))
  const older = search.has('after')
  if (!data && error)
    return (
      <Failure
        text="Failed to load predictions. Please try again later."
        detail={<Cause error={error} />}
        onRetry={refetch}
      />
    )
  if (!data) return <Loading text={PREDICTION_MESSAGES.loading} />
  return (
    <>
      <p className="-mt-2 mb-3 text-sm text-quiet">
        A forecast is an opinion. Every one of the 90 numbers is as likely as any other.{' '}
        <a href={PATHS.record} className="link">
          Our record
        </a>
      </p>
      {data.predictions.length === 0 && (
        <Empty text={MESSAGES.noPredictions}>
          {older ? 'There are no older ones.' : 'Forecasts appear here as soon as our staff publish them.'}
        </Empty>
      )}
      {inSections(data.predictions, now).map((section) => (
        <Section key={section.title} section={section} now={now} />
      ))}
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

/** Forecasts of one standing below a heading. */
function Section({ section: { title, note, forecasts }, now }: { section: ForecastSection; now: number }) {
  return (
    <section aria-label={title} className="mb-4">
      <h2 className="mb-2 font-bold">{title}</h2>
      {note && <p className="-mt-1 mb-2 text-sm text-quiet">{note}</p>}
      <div className="grid grid-cols-1 gap-3 lg:grid-cols-2">
        {forecasts.map((forecast) => (
          <Card key={forecast.id} forecast={forecast} now={now} />
        ))}
      </div>
    </section>
  )
}

function Card({ forecast, now }: { forecast: PredictionAnswer; now: number }) {
  const { numbers, gameName, withdrawn } = forecast
  const label = `Copy the numbers of ${premierName(gameName)}`
  return (
    <ForecastCard
      forecast={forecast}
      now={now}
      copy={isOpen(forecast, now) && <CopyButton text={numbers.join(', ')} label={label} />}
      picture={
        <>
          {!withdrawn && <Picture of={forecast} />}
          <ShareForecast forecast={forecast} now={now} />
        </>
      }
    />
  )
}

/** Shares a scored forecast past its close. Before that its numbers are the subscribers' alone. */
function ShareForecast({ forecast, now }: { forecast: PredictionAnswer; now: number }) {
  const { id, gameName: game, standing, closesAt } = forecast
  if (standing.state !== 'scored' || closesAt === null || now < closesAt) return null
  const scored = { ...forecast, game, winning: standing.winning }
  return (
    <ShareButton
      quiet
      className="-ml-4"
      label={
        <>
          Share<span className="visually-hidden"> {premierName(game)}</span>
        </>
      }
      text={() => forecastShareText(scored, location.origin + publicForecastPath(id))}
      picture={`/api/public/forecasts/${id}`}
    />
  )
}
