import type { ReactNode } from 'react'
import { formatDate, formatDuration, HOUR } from '../../domain/base/calendar.ts'
import { recordCheckPath } from '../../domain/site/paths.ts'
import { PREDICTION_FORMS, premierName } from '../../domain/predictions/predictions.ts'
import { outcomeOf } from '../../domain/record/score.ts'
import { stripeOf } from '../draws/operator.tsx'
import { IconPath } from '../ui/icon-path.tsx'
import { LOCK } from '../ui/more-icons.ts'
import {
  clockOf,
  type Forecast,
  isOpen,
  lateTexts,
  luckSentence,
  publishedText,
  scoreWords,
  unscoredText,
} from './forecast.ts'
import { ForecastBalls } from './forecast-balls.tsx'

interface Props {
  forecast: Forecast
  /** Milliseconds. */
  now: number
  /** The button that copies an open forecast. */
  copy?: ReactNode
  picture?: ReactNode
  /** Plain balls, for pages of signed-out visitors. */
  unlinked?: boolean
}

/** One forecast: open with its numbers pencilled in, checked beside its draw, or not scored with the reason. */
export function ForecastCard({ forecast, now, copy, picture, unlinked = false }: Props) {
  const { gameName, operator, date, numbers, form, reasons, standing } = forecast
  const winning = standing.state === 'scored' ? standing.winning : undefined
  const unscored = unscoredText(forecast)
  return (
    <article className={`forecast stripe ${stripeOf(operator)}`}>
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h3 className="text-lg leading-tight font-bold">{premierName(gameName)}</h3>
        {winning && <ScoreTag forecast={forecast} winning={winning} />}
        {isOpen(forecast, now) && <TimeLeft milliseconds={forecast.closesAt! - now} />}
      </div>
      <p className="flex flex-wrap items-center gap-x-2 text-sm text-quiet">
        <span>
          {formatDate(date)}
          {operator && `, ${operator}`}
        </span>
        {form && <span className="tag tag-soft">{PREDICTION_FORMS[form].name}</span>}
      </p>
      <ForecastBalls numbers={numbers} winning={winning} unlinked={unlinked} />
      {copy && (
        <div className="flex min-h-11 flex-wrap items-center gap-x-3 text-sm text-quiet">
          <span aria-hidden="true">{numbers.join(', ')}</span>
          {copy}
        </div>
      )}
      <div className="pt-1 pb-2 text-sm">
        {winning && <Drawn forecast={forecast} winning={winning} />}
        {unscored && <p className="font-bold text-warn">{unscored}</p>}
        {lateTexts(forecast).map((text) => (
          <p key={text} className="text-quiet">
            {text}
          </p>
        ))}
        {reasons && <p className="whitespace-pre-line">{reasons}</p>}
        {picture}
      </div>
      <Foot forecast={forecast} now={now} />
    </article>
  )
}

interface ScoredProps {
  forecast: Forecast
  winning: readonly number[]
}

/** The win of the form, or without a form the hits. */
function ScoreTag({ forecast, winning }: ScoredProps) {
  const { came, won } = outcomeOf({ ...forecast, winning })
  return (
    <span className={`tag ${(won ?? came.length > 0) ? 'tag-gold' : ''}`}>
      {scoreWords(forecast, winning)}
    </span>
  )
}

/** The draw, the hits beside luck, and the scores before the draw was corrected. */
function Drawn({ forecast, winning }: ScoredProps) {
  const { standing } = forecast
  const earlier = standing.state === 'scored' ? standing.earlier : []
  return (
    <>
      <p>
        The draw: <b>{winning.join(' - ')}</b>
      </p>
      <p className="text-quiet">{luckSentence(forecast, winning)}</p>
      {earlier.length > 0 && (
        <p className="whitespace-pre-line text-quiet">
          {earlier.map((before) => correctedText(forecast, before)).join('\n')}
        </p>
      )}
    </>
  )
}

/** `Corrected. Before: 1 - 2 - 3 - 4 - 5, not won, 0 of 2 came.` */
function correctedText(forecast: Forecast, winning: readonly number[]): string {
  const { came, won } = outcomeOf({ ...forecast, winning })
  const wins = won === null ? '' : won ? 'won, ' : 'not won, '
  return `Corrected. Before: ${winning.join(' - ')}, ${wins}${came.length} of ${forecast.numbers.length} came.`
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

/** The strip with the close or the publication, the pen name and the fingerprint. */
function Foot({ forecast, now }: { forecast: Forecast; now: number }) {
  const { closesAt, penName, fingerprint } = forecast
  return (
    <div className="forecast-foot text-quiet">
      <IconPath path={LOCK} size={16} />
      <p className="min-w-0 flex-1 wrap-anywhere">
        {isOpen(forecast, now) ? `Closes ${clockOf(closesAt!)}` : publishedText(forecast)}
        {penName && (
          <>
            <br />
            by {penName}
          </>
        )}
      </p>
      {fingerprint && (
        <a href={recordCheckPath(fingerprint)} className="ml-auto grid min-h-11 content-center text-right">
          Fingerprint
          <br />
          <code className="font-bold text-ink">{shortened(fingerprint)}</code>
        </a>
      )}
    </div>
  )
}

/** `9f3a…c21b` */
const shortened = (fingerprint: string) => `${fingerprint.slice(0, 4)}…${fingerprint.slice(-4)}`
