import { Fragment } from 'react'
import { formatDate, formatDuration } from '../../domain/base/calendar.ts'
import { publicDrawPath, publicForecastPath, recordCheckPath } from '../../domain/site/paths.ts'
import { PREDICTION_FORMS, premierName } from '../../domain/predictions/predictions.ts'
import type { AnswerOf } from '../api/call.ts'
import { stripeOf } from '../draws/operator.tsx'
import { luckSentence, scoreWords } from '../predictions/forecast.ts'
import { Ball } from '../ui/ball.tsx'

type PublicForecast = AnswerOf<'GET /api/public/record'>['forecasts'][number]

const UNSCORED = {
  withdrawn: 'Withdrawn before the lock: listed and not scored.',
  'after-lock': 'Published after the lock: never scored.',
  'no-draw': 'Void: there was no draw.',
  'moved-lock': 'Void for every author: the lock moved after the draw.',
} as const

/** One forecast past its close, beside its draw. */
export function ForecastRow({ forecast }: { forecast: PublicForecast }) {
  const { draw, form, state, winning, earlier, numbers } = forecast
  const isScored = state === 'scored' && winning !== null
  return (
    <li className={`draw-row draw-row-both ${stripeOf(draw.operator)}`}>
      <div className="min-w-0 flex-[1_1_11rem] text-xs leading-[1.45] text-quiet">
        <h3 className="text-name leading-tight font-bold text-ink">
          {draw.publicId ? (
            <a href={publicDrawPath(draw.publicId)}>{premierName(draw.name)}</a>
          ) : (
            premierName(draw.name)
          )}
        </h3>
        <p>
          {formatDate(draw.date)}
          {form && `, ${PREDICTION_FORMS[form].name}`}
          {isScored && (
            <>
              , <b className="text-ink">{scoreWords(forecast, winning)}</b>
            </>
          )}
        </p>
        {isScored ? (
          <>
            <p>Draw {winning.join(' - ')}</p>
            <p>{luckSentence({ numbers, form }, winning)}</p>
            {earlier.map((before) => (
              <p key={before.join()}>
                Corrected. Before: {before.join(' - ')}, {luckSentence({ numbers, form }, before)}
              </p>
            ))}
          </>
        ) : (
          <p className="font-bold text-warn">{UNSCORED[state as keyof typeof UNSCORED]}</p>
        )}
        <p>
          {leadText(forecast)} by {forecast.penName}.{' '}
          <a className="link inline-block" href={publicForecastPath(forecast.id)}>
            Forecast {forecast.id}
          </a>{' '}
          <a className="link inline-block" href={recordCheckPath(forecast.fingerprint)}>
            Check {forecast.fingerprint.slice(0, 4)}…{forecast.fingerprint.slice(-4)}
          </a>
        </p>
      </div>
      <Numbers forecast={forecast} />
    </li>
  )
}

/** `Published 12 h before the close` */
function leadText({ closesAt, publishedAt }: PublicForecast): string {
  if (closesAt === null) return 'Published'
  const lead = closesAt - publishedAt
  return `Published ${formatDuration(Math.abs(lead))} ${lead > 0 ? 'before' : 'after'} the close`
}

/** The forecast numbers: a number that came is solid and ringed. */
function Numbers({ forecast: { numbers, winning } }: { forecast: PublicForecast }) {
  return (
    <p className="balls balls-listed -my-1 max-w-full">
      <span className="visually-hidden">Forecast: </span>
      {numbers.map((number, place) => {
        const hit = winning?.includes(number) ?? false
        return (
          <Fragment key={number}>
            {place > 0 && <i>, </i>}
            <Ball number={number} look={hit ? 'winning' : 'miss'} hit={hit} unlinked />
          </Fragment>
        )
      })}
    </p>
  )
}
