import { formatClock, formatDate, formatDuration, lagosDate, lagosMinutes } from '../../domain/calendar.ts'
import type { AnswerOf } from '../api/call.ts'

export type PredictionAnswer = AnswerOf<'GET /api/predictions'>['predictions'][number]

const clockOf = (instant: number) => formatClock(lagosMinutes(instant))

/** Whether a prediction can still be staked at `now` (milliseconds): it is in time, and its game has not closed. */
export function isOpen({ closesAt, inTime, withdrawn }: PredictionAnswer, now: number): boolean {
  return !withdrawn && inTime && closesAt !== null && now < closesAt
}

/** The state of a prediction at `now` (milliseconds), in a sentence. */
export function statusText(prediction: PredictionAnswer, now: number): string {
  const { closesAt, inTime, version, withdrawn } = prediction
  if (withdrawn) return `Withdrawn on ${formatDate(lagosDate(withdrawn.at))}: ${withdrawn.reason}`
  if (isOpen(prediction, now)) return `Closes ${clockOf(closesAt!)}, in ${formatDuration(closesAt! - now)}`
  if (inTime) return publishedText(prediction)
  if (closesAt === null) return 'Not scored: no draw of the game is known for that day'
  return version > 1 ? 'Not scored: changed after the close' : 'Not scored: saved after the close'
}

/** A close that was moved forward may be before the publication. */
function publishedText({ closesAt, createdAt, changedAt }: PredictionAnswer): string {
  const before = (closesAt ?? 0) - (changedAt ?? createdAt)
  const verb = changedAt === null ? 'Published' : 'Changed'
  return before > 0 ? `${verb} ${formatDuration(before)} before the close` : `${verb} before the close`
}
