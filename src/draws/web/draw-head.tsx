import type { ReactNode } from 'react'
import {
  clockOf,
  formatCountdown,
  formatDate,
  formatDayMonth,
  HOUR,
} from '../../platform/rules/base/calendar.ts'
import { MESSAGES } from '../../platform/rules/base/messages.ts'
import type { AnswerOf } from '../../platform/web/api/call.ts'
import { useNow } from '../../platform/web/api/use-now.ts'
import { BallSet, BallsToCome } from '../../platform/web/ui/ball.tsx'
import { type DayState, dayState } from '../rules/day-result.ts'
import { type Arrival, stateText } from './state-word.tsx'

/** A draw as its two pages have it. */
export type DrawPage = Omit<
  AnswerOf<'GET /api/public/draws/:draw'>,
  'picture' | 'whatsApp' | 'corrections' | 'readAt'
>

/** `Diamond, Mon 23 Jun 2025`: the title of a draw's pages. */
export const drawTitle = ({ game, date }: Pick<DrawPage, 'game' | 'date'>) =>
  `${game.name}, ${formatDate(date)}`

/** After this time a result is read, and its page shows what is around it. */
const LATER_MS = 2 * HOUR

/** Whether the result is in for so long that the page shows the draws around it. */
export const isLater = ({ draw, resultAt }: DrawPage, now: number): boolean =>
  draw !== null && (resultAt === null || now >= resultAt + LATER_MS)

interface Props {
  page: DrawPage
  now: number
  arrival: Arrival
  /** Rings the winning ball in a place. */
  isHit?: (place: number) => boolean
  /** For the public page: balls without links, and no seconds that nothing counts down. */
  unlinked?: boolean
  /** Beside the name, such as the tag of sample data. */
  children?: ReactNode
}

/** The head of a draw. It has the same height before, at and after the result, and a ball replaces its own circle. */
export function DrawHead({ page, now, arrival, isHit, unlinked = false, children }: Props) {
  const { game, date, schedule, draw } = page
  const state = dayState(schedule, draw, now)
  const later = state === 'result-in' && isLater(page, now)
  const serial = draw?.serial ? `draw ${draw.serial}` : ''
  const source = later ? serial : formatDayMonth(date)
  const hasNumbers = draw !== null && draw.winning.length > 0
  return (
    <section aria-label={drawTitle(page)} className="draw on-deep">
      <div className="draw-top">
        <div>
          <p>{[game.operator, source].filter(Boolean).join(', ')}</p>
          <h1 tabIndex={-1}>{game.name}</h1>
          {children}
        </div>
        <HeadState page={page} state={state} later={later} now={now} isStill={unlinked} />
      </div>
      <div className={arrival === 'settling' ? 'settle' : undefined}>
        {hasNumbers ? (
          <BallSet
            type="winning"
            numbers={draw.winning}
            size={52}
            unlinked={unlinked}
            {...(isHit && arrival !== 'settling' && { isHit })}
          />
        ) : (
          <BallsToCome type="winning" size={52} />
        )}
      </div>
      {hasNumbers && draw.machine.length > 0 ? (
        <BallSet type="machine" numbers={draw.machine} size={36} letter unlinked={unlinked} />
      ) : (
        <>
          {hasNumbers && <p className="visually-hidden">Machine numbers not in yet</p>}
          <BallsToCome type="machine" size={36} letter />
        </>
      )}
    </section>
  )
}

/** Holds the place of the head while a draw loads. */
export function DrawPlace() {
  return (
    <div className="draw on-deep">
      <p role="status" className="draw-top">
        {MESSAGES.loading}
      </p>
      <BallsToCome type="winning" size={52} />
      <BallsToCome type="machine" size={36} letter />
    </div>
  )
}

interface StateProps extends Pick<Props, 'page' | 'now'> {
  state: DayState
  later: boolean
  /** Without script. */
  isStill: boolean
}

/** What the draw waits for, or when its result came. */
function HeadState({ page, state, later, now, isStill }: StateProps) {
  const { schedule, date, movedTo, resultAt } = page
  if (movedTo) return <p className="draw-state">Moved to {formatDate(movedTo)}</p>
  if (state === 'result-in')
    return (
      <p className="draw-state">
        {/* Two lines, as every other state has. */}
        {later ? (
          <time dateTime={date}>
            {formatDayMonth(date)} <small>{date.slice(0, 4)}</small>
          </time>
        ) : (
          <>
            Result in <small>at {clockOf(resultAt!)}</small>
          </>
        )}
      </p>
    )
  if (!schedule || state === 'no-draw') return <p className="draw-state">{stateText(state, schedule, now)}</p>
  if (state === 'open' || state === 'closing-soon')
    return isStill ? (
      <p className="draw-state draw-waits">closes {clockOf(schedule.closesAt)}</p>
    ) : (
      <TimeLeft closesAt={schedule.closesAt} />
    )
  return (
    <p className="draw-state draw-waits">
      {stateText(state, schedule, now)}
      <small>usually in by {clockOf(schedule.expectedAt)}</small>
    </p>
  )
}

/** The time to the close. Without script it would stop, so only the close is shown. */
function TimeLeft({ closesAt }: { closesAt: number }) {
  const now = useNow(1000)
  return (
    <div className="draw-state draw-waits">
      {/* The role has no live region, so the seconds are not announced. */}
      <span role="timer" className="script-only draw-left">
        {formatCountdown(closesAt - now)}
      </span>
      <small>closes {clockOf(closesAt)}</small>
    </div>
  )
}
