import { formatDate } from '../../domain/calendar.ts'
import { PREDICTION_FORMS, premierName } from '../../domain/predictions.ts'
import { Numbers } from './numbers.tsx'
import { Picture } from './picture.tsx'
import { type PredictionAnswer, statusText } from './status-text.ts'

/** One forecast: its draw, status, picture and numbers. */
export function PredictionCard({ prediction, now }: { prediction: PredictionAnswer; now: number }) {
  const { gameName, predictionDate, numbers, form, reasons, withdrawn } = prediction
  return (
    <article className="rounded-lg border border-line bg-sheet p-4">
      <h2 className="text-lg font-bold">{premierName(gameName)}</h2>
      <p className="text-sm">
        {formatDate(predictionDate)}
        {form && <span className="ml-2 font-bold">{PREDICTION_FORMS[form].name}</span>}
      </p>
      <p className={`text-sm ${withdrawn ? 'font-bold text-warn' : 'text-quiet'}`}>
        {statusText(prediction, now)}
      </p>
      {!withdrawn && <Picture of={prediction} />}
      <Numbers numbers={numbers} />
      {reasons && <p className="mt-2 text-sm whitespace-pre-line">{reasons}</p>}
    </article>
  )
}
