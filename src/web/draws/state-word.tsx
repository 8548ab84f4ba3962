import { formatDuration } from '../../domain/base/calendar.ts'
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
}: {
  state: DayState
  schedule: Schedule | null
  now: number
}) {
  return <span className={`font-bold ${LOOKS[state]}`}>{textOf(state, schedule, now)}</span>
}

function textOf(state: DayState, schedule: Schedule | null, now: number): string {
  switch (state) {
    case 'open':
      return schedule ? `Open, ${formatDuration(schedule.closesAt - now)}` : 'Open'
    case 'closing-soon':
      return `Closing soon, ${formatDuration((schedule?.closesAt ?? now) - now)}`
    case 'drawing':
      return 'Drawing'
    case 'late':
      return `Late by ${formatDuration(now - (schedule?.expectedAt ?? now))}`
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
