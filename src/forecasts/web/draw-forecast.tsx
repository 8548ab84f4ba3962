import { Fragment } from 'react'
import { stripeOf } from '../../draws/web/operator.tsx'
import { opens } from '../../platform/rules/access/plans.ts'
import { clockOf, formatDayMonth, lagosDate } from '../../platform/rules/base/calendar.ts'
import { forecastPath, PATHS, publicForecastPath } from '../../platform/rules/site/paths.ts'
import { useMe } from '../../platform/web/access/me.ts'
import type { AnswerOf } from '../../platform/web/api/call.ts'
import { Ball } from '../../platform/web/ui/ball.tsx'
import { IconPath } from '../../platform/web/ui/icon-path.tsx'
import { Icon } from '../../platform/web/ui/icons.tsx'
import { LOCK, RIGHT } from '../../platform/web/ui/more-icons.ts'
import { PageLink } from '../../platform/web/ui/page-link.tsx'
import { Pair } from '../../platform/web/ui/pair.tsx'
import { placeNote } from '../rules/record/place.ts'

type DrawAnswer = AnswerOf<'GET /api/draws/:draw'>

interface Props {
  forecast: DrawAnswer['forecasts'][number]
  page: DrawAnswer
}

/** A forecast of the draw: sealed or open before it, above the draw after it. */
export function DrawForecast({ forecast: { id, form, publishedAt, numbers, place }, page }: Props) {
  const { draw, date, game } = page
  const me = useMe()
  const slip = me && opens({ ...me, plan: me.subscription }, 'prediction') ? forecastPath(id) : null
  const day = lagosDate(publishedAt)
  const at = day === date ? clockOf(publishedAt) : formatDayMonth(day)
  const words = (
    <span className="line-words">
      Our forecast
      <small>
        {form && `${form}, `}sealed {at}
      </small>
    </span>
  )
  const note = <small className="basis-full">{placeNote(place)}</small>
  if (!numbers)
    return (
      <PageLink to={PATHS.paymentChannel} className="line">
        <IconPath path={LOCK} />
        {words}
        <b className="text-brand underline">See with Pro</b>
        <IconPath path={RIGHT} />
        {note}
      </PageLink>
    )
  if (draw?.state === 'drawn') {
    const className = `line stripe ${stripeOf(game.operator)}`
    const row = (
      <>
        {words}
        <Pair numbers={numbers} winning={draw.winning} />
        <b>
          {numbers.filter((number) => draw.winning.includes(number)).length} of {numbers.length}
        </b>
        {note}
      </>
    )
    // The page for everyone is another document.
    if (slip)
      return (
        <PageLink to={slip} className={className}>
          {row}
        </PageLink>
      )
    return (
      <a href={publicForecastPath(id)} className={className}>
        {row}
      </a>
    )
  }
  return (
    <PageLink to={slip ?? PATHS.prediction} className="line">
      <Icon name="forecast" />
      {words}
      <p className="balls balls-gap">
        {numbers.map((number, i) => (
          <Fragment key={number}>
            {i > 0 && <i>, </i>}
            <Ball number={number} look="forecast" unlinked />
          </Fragment>
        ))}
      </p>
      <IconPath path={RIGHT} />
      {note}
    </PageLink>
  )
}
