import type { ReactNode } from 'react'
import { formatClock, type LagosDate, lagosMinutes } from '../../domain/base/calendar.ts'
import { dayState } from '../../domain/draws/day-result.ts'
import { drawPath } from '../../domain/site/paths.ts'
import type { AnswerOf } from '../api/call.ts'
import { Bell } from '../push/bell.tsx'
import { useCame } from '../slip/parts/my-draw.tsx'
import { PageLink } from '../ui/page-link.tsx'
import { CalendarLine } from './calendar-line.tsx'
import { DrawRow } from './draw-row.tsx'
import { StateWord } from './state-word.tsx'

export type DayGame = AnswerOf<'GET /api/days/:date'>['games'][number]

interface Props {
  game: DayGame
  date: LagosDate
  now: number
  /** Shows both sets and the operator's name. */
  both?: boolean
  actions?: ReactNode
}

/** One game of a day: its close, its state, and its numbers once they are recorded. */
export function DayRow({
  game: { key, name, operator, schedule, draw, note },
  date,
  now,
  both = false,
  actions,
}: Props) {
  const came = useCame({ game: key, date })
  return (
    <DrawRow
      operator={operator}
      name={
        draw ? (
          <PageLink to={drawPath(draw.publicId)} className="draw-link">
            {name}
          </PageLink>
        ) : (
          name
        )
      }
      label={name}
      note={
        <>
          {schedule && `${formatClock(lagosMinutes(schedule.closesAt))} `}
          <StateWord state={dayState(schedule, draw, now)} schedule={schedule} now={now} />
          <CalendarLine note={note} />
          {/* One line has no room for the operator. The stripe and the legend show it. */}
          <span className={both ? 'block' : 'visually-hidden'}>
            {!both && ', '}
            {operator}
            {both && draw?.serial != null && `, draw ${draw.serial}`}
          </span>
        </>
      }
      end={<Bell game={{ key, name }} />}
      draw={draw}
      isHit={(type, place) => type === 'winning' && came.has(draw!.winning[place]!)}
      both={both}
      actions={actions}
    />
  )
}
