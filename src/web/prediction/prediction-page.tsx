import { capitalised, formatClock, lagosDate, lagosMinutes, weekdayOf } from '../../domain/calendar.ts'
import { MESSAGES } from '../../domain/messages.ts'
import { useNow } from '../api/use-now.ts'
import { ResponsibleNote } from '../layout/responsible-note.tsx'
import { Locked, useOpens } from '../plans/locked.tsx'
import { Empty } from '../ui/states.tsx'
import { Title } from '../ui/title.tsx'

/** Prediction: the live clock and the forecasts. None can be published yet, so the empty state is the true one. */
export default function PredictionPage() {
  const open = useOpens('prediction')
  const now = useNow(1000)
  return (
    <>
      <Title>Prediction / Forecast (Premium)</Title>
      <p className="mt-1 text-lg" role="timer" aria-live="off">
        {capitalised(weekdayOf(lagosDate(now)))} {formatClock(lagosMinutes(now))}
      </p>
      {open ? (
        <Empty text={MESSAGES.noPredictions}>Forecasts appear here as soon as our staff publish them.</Empty>
      ) : (
        <Locked feature="prediction">
          Forecasts for coming draws, published before the close and kept for ever beside what was drawn.
        </Locked>
      )}
      <ResponsibleNote />
    </>
  )
}
