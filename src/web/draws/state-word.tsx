import { formatDuration, HOUR, MINUTE } from '../../domain/base/calendar.ts'
import type { DayState, Schedule } from '../../domain/draws/day-result.ts'

const LOOKS: Record<DayState, string> = {
  open: 'text-quiet',
  'closing-soon': 'text-warn',
  drawing: 'text-warn',
  late: 'text-error',
  'not-recorded': 'text-quiet',
  'no-draw': 'text-quiet',
  unconfirmed: 'text-warn',
  'result-in': 'text-brand',
}

/** The state of a game on a day in one word or two, with the time that it lasts. */
export function StateWord({
  state,
  schedule,
  now,
  isNew = false,
}: {
  state: DayState
  schedule: Schedule | null
  now: number
  /** The result came a moment ago. */
  isNew?: boolean
}) {
  return (
    <span className={`font-bold ${LOOKS[state]}`}>
      {isNew && state === 'result-in' ? 'Just in' : stateText(state, schedule, now)}
    </span>
  )
}

/** `Open, 58 min` up to two hours before the close, and whole hours before that. */
export function stateText(state: DayState, schedule: Schedule | null, now: number): string {
  switch (state) {
    case 'open':
      return schedule ? `Open, ${timeLeft(schedule.closesAt - now)}` : 'Open'
    case 'closing-soon':
      return `Closing soon, ${formatDuration((schedule?.closesAt ?? now) - now)}`
    case 'drawing':
      return 'Drawing'
    case 'late':
      return `Late by ${formatDuration(wholeMinutes(now - (schedule?.expectedAt ?? now)))}`
    case 'not-recorded':
      return 'Not recorded'
    case 'no-draw':
      return 'No draw'
    case 'unconfirmed':
      return 'Unconfirmed'
    case 'result-in':
      return 'Result in'
  }
}

const timeLeft = (left: number) =>
  left > 2 * HOUR ? formatDuration(Math.floor(left / HOUR) * HOUR) : `${Math.ceil(left / MINUTE)} min`

const wholeMinutes = (duration: number) => Math.max(MINUTE, duration - (duration % MINUTE))
