import { useEffect } from 'react'
import {
  endOfDay,
  formatClock,
  formatCountdown,
  formatDayMonth,
  type LagosDate,
  lagosMinutes,
} from '../../domain/base/calendar.ts'
import type { AnswerOf } from '../api/call.ts'
import { useNow } from '../api/use-now.ts'

type Next = NonNullable<AnswerOf<'GET /api/overview'>['next']>

interface Props {
  next: Next
  today: LagosDate
  /** Called when the draw closes, and at midnight. */
  onOver: () => void
}

/** The strip below the masthead: the draw that closes next, and the time left. */
export function Countdown({ next, today, onOver }: Props) {
  const { name, operator, date, closesAt } = next
  return (
    <section aria-label="Next draw" className="countdown">
      <div className="flex-1 basis-24 text-xs text-on-deep-quiet">
        <p>Next draw, {operator}</p>
        <p className="text-lg leading-[1.2] font-bold text-on-deep">{name}</p>
        <p>
          closes {date !== today && `${formatDayMonth(date)}, `}
          {formatClock(lagosMinutes(closesAt))}
        </p>
      </div>
      <TimeLeft next={next} until={Math.min(closesAt, endOfDay(today))} onOver={onOver} />
    </section>
  )
}

/** Holds the strip's place while it loads. */
export const CountdownPlace = () => <div className="countdown countdown-place" />

const TICK_MS = 1000

/** The ticking part. Without script the time would stop, so only the close is shown. */
function TimeLeft({ next, until, onOver }: { next: Next; until: number; onOver: () => void }) {
  const now = useNow(TICK_MS)
  const isOver = now >= until
  useEffect(() => {
    if (isOver) onOver()
  }, [isOver, onOver])
  const { since, closesAt } = next
  const left = Math.max(0, closesAt - now)
  return (
    <>
      {/* The role has no live region, so the seconds are not announced. */}
      <div role="timer" className="script-only text-right text-xs text-on-deep-quiet">
        <span className="countdown-time">{formatCountdown(left)}</span>
        {left > 0 ? 'until the close' : 'closed'}
      </div>
      {/* A shape, because the content policy refuses style attributes. */}
      <svg
        className="countdown-meter script-only"
        viewBox="0 0 100 1"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <rect width={(100 * (closesAt - since - left)) / (closesAt - since)} height="1" />
      </svg>
    </>
  )
}
