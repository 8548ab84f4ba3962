import { addDays, formatDate, lagosDate } from '../../platform/rules/base/calendar.ts'
import { PATHS, publicForecastPath } from '../../platform/rules/site/paths.ts'
import type { AnswerOf } from '../../platform/web/api/call.ts'
import { useCall } from '../../platform/web/api/use-call.ts'
import { useNow } from '../../platform/web/api/use-now.ts'
import { Locked } from '../../money/web/locked.tsx'
import { CheckedRow } from './forecast-rows.tsx'

/** What plans without forecasts may see: how many are open, and the checked ones of the latest day. */
export const CHECKED = '/api/predictions/checked'

type Checked = AnswerOf<'GET /api/predictions/checked'>

/** What is behind the lock. Each of these works today. */
const HOLDS = [
  'Each forecast before its game closes',
  'Fixed at the close, then scored in public',
  'Moving numbers',
]

const MINUTE_MS = 60_000

/** Prediction for plans without it: the lock with the number of open forecasts, beside the latest checked ones. */
export function LockedForecasts() {
  const { data } = useCall('GET /api/predictions/checked', CHECKED)
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
      <Locked feature="prediction" title={data && openText(data.open)} holds={HOLDS}>
        Our staff's forecasts.
      </Locked>
      {data?.latest && <Latest day={data.latest} />}
    </div>
  )
}

function openText(open: number): string {
  if (open === 0) return 'No forecast is open now'
  return open === 1 ? '1 forecast is open now' : `${open} forecasts are open now`
}

function Latest({ day: { date, forecasts } }: { day: NonNullable<Checked['latest']> }) {
  const now = useNow(MINUTE_MS)
  const isYesterday = date === addDays(lagosDate(now), -1)
  return (
    <section aria-labelledby="checked">
      <h2 id="checked" className="mb-2 font-bold">
        {isYesterday ? 'Yesterday' : formatDate(date)}, checked
      </h2>
      <div className="ruled">
        {forecasts.map((forecast) => (
          <CheckedRow key={forecast.id} forecast={forecast} to={publicForecastPath(forecast.id)} />
        ))}
      </div>
      <p className="mt-2">
        <a href={PATHS.record} className="link tap text-sm">
          All scored forecasts
        </a>
      </p>
    </section>
  )
}
