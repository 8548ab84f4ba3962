import type { ReactNode } from 'react'
import { capitalised, formatDayMonth, HOUR, lagosDate } from '../../platform/rules/base/calendar.ts'
import { premierName } from '../rules/predictions.ts'
import { placeNote } from '../rules/record/place.ts'
import { outcomeOf, wonWord } from '../rules/record/score.ts'
import { OwnBetHelp } from '../../draws/web/bet-help-button.tsx'
import { stripeOf } from '../../draws/web/operator.tsx'
import { PageLink } from '../../platform/web/ui/page-link.tsx'
import { Pair } from '../../platform/web/ui/pair.tsx'
import { closeWords, type Forecast, formWords, unscoredText } from './forecast.ts'
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
        <p className={`text-xs font-bold ${left > 0 && left < HOUR ? 'text-warn' : ''}`}>
          {capitalised(closeWords(day, closesAt, now))}
        </p>
        {/* Below the name, the button would take a part of its target. */}
        <p className="flex max-w-32 justify-between text-xs text-quiet">
          {formWords(forecast).slice(2)}
          <Help of={forecast} />
        </p>
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

/** A five and a ten are perms of two. */
function Help({ of: { form, numbers, game } }: { of: Forecast }) {
  if (form === null) return null
  const isPerm = form === 'five' || form === 'ten'
  return <OwnBetHelp bet={isPerm ? 'perm' : form} numbers={numbers} lineOf={2} game={game} />
}

/** The place among the forecasts for the draw, and what dates it. */
const Place = ({ of: { place } }: { of: Forecast }) =>
  place && <p className="forecast-place col-span-full text-xs text-quiet">{placeNote(place)}</p>

function Name({ to, children }: { to: string; children: ReactNode }) {
  return (
    <h3 className="text-name leading-tight font-bold">
      <PageLink to={to} className="after:absolute after:inset-0">
        {children}
      </PageLink>
    </h3>
  )
}
