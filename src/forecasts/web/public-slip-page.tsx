import { MESSAGES } from '../../platform/rules/base/messages.ts'
import { PATHS, publicDrawPath, publicForecastPath } from '../../platform/rules/site/paths.ts'
import { forecastSentence, forecastTitle } from '../rules/share-text.ts'
import type { Answers } from '../../platform/web/api/answers.ts'
import type { AnswerOf } from '../../platform/web/api/call.ts'
import { useCall } from '../../platform/web/api/use-call.ts'
import { isMissing } from '../../draws/web/no-such-draw.tsx'
import type { Head as DocumentHead, PageProps, Trail } from '../../platform/web/site/page.ts'
import { Breadcrumbs } from '../../platform/web/site/breadcrumbs.tsx'
import { Failure } from '../../platform/web/ui/states.tsx'
import { Head } from '../../platform/web/ui/title.tsx'
import type { Forecast } from './forecast.ts'
import { Slip } from './slip.tsx'

type ForecastAnswer = AnswerOf<'GET /api/public/forecasts/:forecast'>

const addressOf = (forecast: string) => `/api/public/forecasts/${forecast}`

export const calls = (_search: URLSearchParams, subject: string) => [addressOf(subject)]

/** The forecast as it is shared; null without a score. */
function scoredIn({ draw, numbers, form, winning, place }: ForecastAnswer['forecast']) {
  return winning && { game: draw.name, date: draw.date, numbers, form, winning, place }
}

export const head = (subject: string, answers: Answers['calls']): DocumentHead => {
  const { status, body } = answers[addressOf(subject)]!
  if (status !== 200) return { title: MESSAGES.notFound, missing: isMissing(status) }
  const { forecast, picture } = body as ForecastAnswer
  const scored = scoredIn(forecast)
  const title = `Forecast: ${forecastTitle({ game: forecast.draw.name, date: forecast.draw.date })}`
  const trail = trailOf(forecast.id)
  if (!scored) return { title, trail }
  const corrected = forecast.earlier.length > 0 ? 'The draw was corrected. ' : ''
  return { title, trail, description: corrected + forecastSentence(scored), ...(picture && { picture }) }
}

const trailOf = (id: number): Trail => [
  [PATHS.record, 'Record'],
  [publicForecastPath(id), `Forecast ${id}`],
]

const BACK = { to: PATHS.record, name: 'the record' }

/** The slip of one forecast past its close, for everyone: what a shared link opens. */
export default function PublicSlipPage({ subject }: PageProps) {
  const { data, error } = useCall('GET /api/public/forecasts/:forecast', addressOf(subject))
  if (data) {
    const forecast = asShown(data.forecast)
    const { page } = data.forecast.draw
    return (
      <>
        <Breadcrumbs trail={trailOf(forecast.id)} />
        <Slip forecast={forecast} isPublic back={BACK} draw={page && publicDrawPath(page)} unlinked>
          {data.forecast.siblings && <p className="mt-3 text-sm">{data.forecast.siblings}</p>}
        </Slip>
      </>
    )
  }
  if (!error || !isMissing(error.status))
    return <Failure text="The forecast could not be loaded. Please try again in a moment." />
  return (
    <>
      <Head title={MESSAGES.notFound} />
      <p className="text-quiet">The public record has no such forecast. It may not be past its close yet.</p>
      <a className="link tap" href={PATHS.record}>
        Every forecast, checked
      </a>
    </>
  )
}

/** A forecast of the record as its slip shows it. */
function asShown({ draw, state, winning, earlier, ...rest }: ForecastAnswer['forecast']): Forecast {
  const standing: Forecast['standing'] =
    state === 'scored'
      ? { state, winning: winning!, earlier }
      : state === 'no-draw' || state === 'early-draw'
        ? { state: 'void', reason: state }
        : { state }
  const { game, name: gameName, operator, date } = draw
  const unknown = { reasons: null, lateNumbers: null, withdrawn: null, version: 1 }
  return { ...rest, ...unknown, game, gameName, operator, date, standing }
}
