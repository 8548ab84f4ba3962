import { formatClock, formatDate, formatDuration, lagosDate, lagosMinutes } from '../../domain/calendar.ts'
import type { AnswerOf } from '../api/call.ts'

export type PredictionAnswer = AnswerOf<'GET /api/predictions'>['predictions'][number]

const clockOf = (instant: number) => formatClock(lagosMinutes(instant))

/** The state of a prediction at `now` (milliseconds), in a sentence. */
export function statusText(prediction: PredictionAnswer, now: number): string {
  const { closesAt, inTime, version, withdrawn } = prediction
  if (withdrawn) return `Withdrawn on ${formatDate(lagosDate(withdrawn.at))}: ${withdrawn.reason}`
  if (inTime && closesAt !== null && now < closesAt)
    return `Closes ${clockOf(closesAt)}, in ${formatDuration(closesAt - now)}`
  if (inTime) return 'Published before the close'
  if (closesAt === null) return 'Not scored: no draw of the game is known for that day'
  return version > 1 ? 'Not scored: changed after the close' : 'Not scored: saved after the close'
}
