import type { ReactNode } from 'react'
import { clockOf, type LagosDate } from '../../platform/rules/base/calendar.ts'
import { dayState } from '../rules/day-result.ts'
import { drawOfDay, drawPath } from '../../platform/rules/site/paths.ts'
import type { AnswerOf } from '../../platform/web/api/call.ts'
import { PageLink } from '../../platform/web/ui/page-link.tsx'
import { DrawRow } from './draw-row.tsx'
import { Was } from './was.tsx'
import { StateWord, useArrival } from './state-word.tsx'
import { type CalendarNote, noteText } from '../rules/draw-calendar.ts'

type DayGame = AnswerOf<'GET /api/days/:date'>['games'][number]

export interface DayRowProps {
  game: DayGame
  date: LagosDate
  now: number
  /** Shows both sets and the operator's name. */
  both?: boolean
  actions?: ReactNode
  /** Beside the name: what follows the game. */
  end: ReactNode
  /** The player’s own numbers that came, whose balls are ringed. */
  came: ReadonlySet<number>
}

/** One game of a day, which leads to its draw: its close, its state, and its numbers once they are recorded. */
export function DayRow({ game, date, now, both = false, actions, end, came }: DayRowProps) {
  const { key, name, operator, colour, schedule, draw, note } = game
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
          {schedule && `${clockOf(schedule.closesAt)} `}
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
      end={end}
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
