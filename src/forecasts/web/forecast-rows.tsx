import type { ReactNode } from 'react'
import { formatDayMonth, formatDuration, HOUR, lagosDate } from '../../platform/rules/base/calendar.ts'
import { premierName } from '../rules/predictions.ts'
import { placeNote, shortPlace } from '../rules/record/place.ts'
import { outcomeOf, wonWord } from '../rules/record/score.ts'
import { stripeOf } from '../../draws/web/operator.tsx'
import { PageLink } from '../../platform/web/ui/page-link.tsx'
import { Pair } from '../../platform/web/ui/pair.tsx'
import { clockOf, type Forecast, formWords, isOpen, unscoredText } from './forecast.ts'
import { ForecastBalls } from './forecast-balls.tsx'

interface Props {
  forecast: Forecast
  /** The slip, to which the whole row leads. */
  to: string
}

/** A forecast whose draw is to come, with its numbers pencilled in. */
export function OpenRow({ forecast, to, now, picture }: Props & { now: number; picture?: ReactNode }) {
  const { gameName, operator, date, closesAt, numbers } = forecast
  const left = (closesAt ?? 0) - now
  const day = closesAt === null ? date : lagosDate(closesAt)
  return (
    <article className={`forecast-row forecast-open stripe ${stripeOf(operator)}`}>
      <div>
        <Name to={to}>{premierName(gameName)}</Name>
        <p className="text-xs text-quiet">
          {isOpen(forecast, now) && day === lagosDate(now) ? (
            <b className={left < 2 * HOUR ? 'text-warn' : ''}>{timeLeft(left)}</b>
          ) : (
            <b>
              {formatDayMonth(day)}
              {closesAt !== null && ` ${clockOf(closesAt)}`}
            </b>
          )}
          {formWords(forecast)}
        </p>
        <ShortPlace of={forecast} />
      </div>
      <ForecastBalls numbers={numbers} />
      {picture}
      <Place of={forecast} />
    </article>
  )
}

/** A forecast beside its draw, or the reason why it has no score. */
export function CheckedRow({ forecast, to }: Props) {
  const { gameName, operator, date, numbers, form, standing } = forecast
  const winning = standing.state === 'scored' ? standing.winning : null
  const outcome = winning && outcomeOf({ numbers, form, winning })
  return (
    <article className={`forecast-row stripe ${stripeOf(operator)}`}>
      <div>
        <Name to={to}>
          {premierName(gameName) !== gameName && <span className="visually-hidden">Premier </span>}
          {gameName}
        </Name>
        <p className="text-xs text-quiet">
          {formatDayMonth(date)}
          {formWords(forecast)}
        </p>
        <ShortPlace of={forecast} />
        {!winning && <p className="text-xs font-bold text-warn">{unscoredText(forecast)}</p>}
      </div>
      {winning ? <Pair numbers={numbers} winning={winning} /> : <ForecastBalls numbers={numbers} unlinked />}
      {outcome && (
        <b className={outcome.won ? '' : 'font-medium text-quiet'}>
          {outcome.won ? wonWord(true) : `${outcome.came.length} of ${numbers.length}`}
        </b>
      )}
      <Place of={forecast} />
    </article>
  )
}

/** Where a desktop has room, the place among the forecasts for the draw, and who dates it; on a phone for screen readers. */
const Place = ({ of: { place } }: { of: Forecast }) =>
  place && (
    <p className="forecast-place col-span-full text-xs text-quiet max-md:sr-only">{placeNote(place)}</p>
  )

/** The same on a phone. */
const ShortPlace = ({ of: { place } }: { of: Forecast }) =>
  place && (
    <p aria-hidden="true" className="text-xs text-quiet md:hidden">
      {shortPlace(place)}
    </p>
  )

/** `58 min` up to two hours, then whole hours. */
const timeLeft = (left: number) => formatDuration(left < 2 * HOUR ? left : left - (left % HOUR))

function Name({ to, children }: { to: string; children: ReactNode }) {
  return (
    <h3 className="text-name leading-tight font-bold">
      <PageLink to={to} className="after:absolute after:inset-0">
        {children}
      </PageLink>
    </h3>
  )
}
