import { formatClock, formatDate, formatDuration, HOUR, lagosMinutes } from '../../domain/calendar.ts'
import { PREDICTION_FORMS, premierName } from '../../domain/predictions.ts'
import { stripeOf } from '../draws/operator.tsx'
import { ForecastBalls } from '../ui/ball.tsx'
import { IconPath } from '../ui/icons.tsx'
import { LOCK } from '../ui/more-icons.ts'
import { CopyButton } from './copy-button.tsx'
import { Picture } from './picture.tsx'
import { isOpen, type PredictionAnswer, statusText } from './status-text.ts'

/** One forecast: its draw, the time left, the numbers, the reasons and the picture. `now` is in milliseconds. */
export function PredictionCard({ prediction, now }: { prediction: PredictionAnswer; now: number }) {
  const { gameName, operator, predictionDate, numbers, form, reasons, withdrawn } = prediction
  const name = premierName(gameName)
  const joined = numbers.join(', ')
  return (
    <article className={`forecast stripe ${stripeOf(operator)}`}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 className="text-lg leading-tight font-bold">{name}</h3>
        {isOpen(prediction, now) && <TimeLeft milliseconds={prediction.closesAt! - now} />}
      </div>
      <p className="flex flex-wrap items-center gap-x-2 text-sm text-quiet">
        <span>
          {formatDate(predictionDate)}
          {operator && `, drawn by ${operator}`}
        </span>
        {form && <span className="tag tag-soft">{PREDICTION_FORMS[form].name}</span>}
      </p>
      <ForecastBalls numbers={numbers} />
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 text-sm text-quiet">
        <span aria-hidden="true">{joined}</span>
        <CopyButton text={joined} label={`Copy the numbers of ${name}`} />
      </div>
      {reasons && <p className="mb-2.5 text-sm whitespace-pre-line">{reasons}</p>}
      {!withdrawn && <Picture of={prediction} />}
      <Foot prediction={prediction} now={now} />
    </article>
  )
}

function TimeLeft({ milliseconds }: { milliseconds: number }) {
  const isSoon = milliseconds < HOUR
  return (
    <p
      className={`text-label font-bold ${isSoon ? 'rounded-full bg-warn-soft px-2 text-warn' : 'text-quiet'}`}
    >
      closes in {formatDuration(milliseconds)}
    </p>
  )
}

function Foot({ prediction, now }: { prediction: PredictionAnswer; now: number }) {
  const open = isOpen(prediction, now)
  return (
    <p className={`forecast-foot ${prediction.withdrawn ? 'font-bold text-warn' : 'text-quiet'}`}>
      <IconPath path={LOCK} size={16} />
      {open ? `Closes ${formatClock(lagosMinutes(prediction.closesAt!))}` : statusText(prediction, now)}
    </p>
  )
}
