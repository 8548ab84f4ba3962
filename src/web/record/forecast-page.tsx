import { MESSAGES } from '../../domain/base/messages.ts'
import { PATHS } from '../../domain/site/paths.ts'
import { forecastSentence, forecastTitle } from '../../domain/share/share-text.ts'
import type { Answers } from '../api/answers.ts'
import type { AnswerOf } from '../api/call.ts'
import { useCall } from '../api/use-call.ts'
import { isMissing } from '../draws/no-such-draw.tsx'
import type { Head as DocumentHead, PageProps } from '../site/page.ts'
import { Failure } from '../ui/states.tsx'
import { Head } from '../ui/title.tsx'
import { ChainNote, SampleNote } from './chain-note.tsx'
import { ForecastRow } from './forecast-row.tsx'

type ForecastAnswer = AnswerOf<'GET /api/public/forecasts/:forecast'>

const addressOf = (forecast: string) => `/api/public/forecasts/${forecast}`

export const calls = (_search: URLSearchParams, subject: string) => [addressOf(subject)]

/** The forecast as it is shared; null without a score. */
function scoredIn({ draw, numbers, form, winning }: ForecastAnswer['forecast']) {
  return winning && { game: draw.name, date: draw.date, numbers, form, winning }
}

export const head = (subject: string, answers: Answers['calls']): DocumentHead => {
  const { status, body } = answers[addressOf(subject)]!
  if (status !== 200) return { title: MESSAGES.notFound, missing: isMissing(status) }
  const { forecast, picture } = body as ForecastAnswer
  const scored = scoredIn(forecast)
  const title = `Forecast: ${forecastTitle({ game: forecast.draw.name, date: forecast.draw.date })}`
  if (!scored) return { title }
  const corrected = forecast.earlier.length > 0 ? 'The draw was corrected. ' : ''
  return { title, description: corrected + forecastSentence(scored), picture: picture ?? undefined }
}

/** One forecast past its close beside its draw, for everyone: what a shared link opens. */
export default function ForecastPage({ subject }: PageProps) {
  const { data, error } = useCall('GET /api/public/forecasts/:forecast', addressOf(subject))
  if (data) return <SharedForecast answer={data} />
  if (!error || !isMissing(error.status))
    return <Failure text="The forecast could not be loaded. Please try again in a moment." />
  return (
    <>
      <Head title={MESSAGES.notFound} />
      <p className="text-quiet">The public record has no such forecast. It may not be past its close yet.</p>
      <ToRecord />
    </>
  )
}

function SharedForecast({ answer: { chain, forecast } }: { answer: ForecastAnswer }) {
  return (
    <div className="max-w-3xl">
      <Head title="One forecast, checked" />
      {chain.isSample && <SampleNote />}
      <ul className="draw-rows">
        <ForecastRow forecast={forecast} />
      </ul>
      <ToRecord />
      <ChainNote chain={chain} />
    </div>
  )
}

function ToRecord() {
  return (
    <p className="my-3">
      <a className="link" href={PATHS.record}>
        Every forecast, checked
      </a>
    </p>
  )
}
