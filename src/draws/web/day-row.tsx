import type { ReactNode } from 'react'
import { formatClock, type LagosDate, lagosMinutes } from '../../platform/rules/base/calendar.ts'
import { dayState } from '../rules/day-result.ts'
import { drawOfDay, drawPath } from '../../platform/rules/site/paths.ts'
import type { AnswerOf } from '../../platform/web/api/call.ts'
import { Bell } from '../../reach/web/push/bell.tsx'
import { useCame } from '../../slip/web/parts/my-draw.tsx'
import { PageLink } from '../../platform/web/ui/page-link.tsx'
import { DrawRow, Was } from './draw-row.tsx'
import { StateWord, useArrival } from './state-word.tsx'
import { type CalendarNote, noteText } from '../rules/draw-calendar.ts'

type DayGame = AnswerOf<'GET /api/days/:date'>['games'][number]

interface Props {
  game: DayGame
  date: LagosDate
  now: number
  /** Shows both sets and the operator's name. */
  both?: boolean
  actions?: ReactNode
}

/** One game of a day, which leads to its draw: its close, its state, and its numbers once they are recorded. */
export function DayRow({ game, date, now, both = false, actions }: Props) {
  const { key, name, operator, colour, schedule, draw, note } = game
  const came = useCame({ game: key, date })
  const arrival = useArrival(draw !== null)
  const state = dayState(schedule, draw, now)
  return (
    <DrawRow
      operator={operator}
      colour={colour}
      name={
        <PageLink to={drawPath(drawOfDay(key, date))} className="draw-link">
          {name}
        </PageLink>
      }
      label={name}
      note={
        <>
          {schedule && `${formatClock(lagosMinutes(schedule.closesAt))} `}
          <StateWord state={state} schedule={schedule} now={now} isNew={arrival !== null} />
          <CalendarLine note={note} />
          {/* One line has no room for the operator. The stripe and the legend show it. */}
          <span className={both ? 'block' : 'visually-hidden'}>
            {!both && ', '}
            {operator}
            {both && draw?.serial != null && `, draw ${draw.serial}`}
          </span>
          <Was draw={drawOfDay(key, date)} />
        </>
      }
      end={<Bell game={{ key, name }} />}
      draw={draw}
      isHit={(type, place) => type === 'winning' && came.has(draw!.winning[place]!)}
      both={both}
      arrival={arrival}
      actions={actions}
    />
  )
}

/** What staff changed for a draw, with their reason. */
const CalendarLine = ({ note }: { note: CalendarNote | null }) =>
  note && <span className="block text-warn">{noteText(note)}</span>
