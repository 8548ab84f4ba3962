import { formatDuration, HOUR, MINUTE } from '../../platform/rules/base/calendar.ts'
import type { DayState, Schedule } from '../rules/day-result.ts'
import { useEffect, useState } from 'react'
import { LIVE_LIMITS } from '../../platform/rules/base/streams.ts'

const LOOKS: Record<DayState, string> = {
  open: 'text-quiet',
  'closing-soon': 'text-warn',
  drawing: 'text-warn',
  late: 'text-error',
  'not-recorded': 'text-quiet',
  'no-draw': 'text-quiet',
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
    <span className={`font-bold whitespace-nowrap ${LOOKS[state]}`}>
      {isNew && state === 'result-in' ? 'Just in' : shortText(stateText(state, schedule, now))}
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
    case 'result-in':
      return 'Result in'
  }
}

/** As a row has room for: `Late 2 h 9 min`, `Closes in 21 min`. */
const shortText = (text: string) => text.replace('Late by', 'Late').replace('Closing soon,', 'Closes in')

const timeLeft = (left: number) =>
  left > 2 * HOUR ? formatDuration(Math.floor(left / HOUR) * HOUR) : `${Math.ceil(left / MINUTE)} min`

const wholeMinutes = (duration: number) => Math.max(MINUTE, duration - (duration % MINUTE))

/** `settling`: the balls of a result are on their way to their places. `new`: it came less than a minute ago. */
export type Arrival = 'settling' | 'new' | null

/** Five balls, one every 120 ms, of 180 ms each (`.settle`). */
const SETTLING_MS = 660

/** Whether a result came while the screen was open, by the live stream or by any other answer. */
export function useArrival(isIn: boolean): Arrival {
  const [wasIn, setWasIn] = useState(isIn)
  const [arrival, setArrival] = useState<Arrival>(null)
  if (isIn !== wasIn) {
    setWasIn(isIn)
    setArrival(!isIn ? null : movesLittle() ? 'new' : 'settling')
  }
  useEffect(() => {
    if (!arrival) return
    const isSettling = arrival === 'settling'
    const timer = setTimeout(
      () => setArrival(isSettling ? 'new' : null),
      isSettling ? SETTLING_MS : LIVE_LIMITS.newMs,
    )
    return () => clearTimeout(timer)
  }, [arrival])
  return arrival
}

const movesLittle = () => matchMedia('(prefers-reduced-motion: reduce)').matches
