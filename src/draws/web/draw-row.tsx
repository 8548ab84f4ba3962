import type { ReactNode } from 'react'
import type { GameColour } from '../rules/operators.ts'
import type { Draw } from '../rules/draw.ts'
import type { DrawType } from '../../platform/rules/base/balls.ts'
import { BallSet, BallsToCome } from '../../platform/web/ui/ball.tsx'
import { Icon } from '../../platform/web/ui/icons.tsx'
import { stripeOf } from './operator.tsx'
import type { Arrival } from './state-word.tsx'

interface Props {
  operator: string
  /** The colour that staff chose for the game. */
  colour?: GameColour | null
  /** The first line, 15 pixels and bold: a game's name or a date, as text or as a link. */
  name: ReactNode
  /** The name as text, for the label of the machine toggle. */
  label: string
  /** The second line: time, serial and state. */
  note: ReactNode
  /** The numbers; null before the result is in. Without winning numbers there was no draw. */
  draw: Pick<Draw, 'winning' | 'machine'> | null
  /** Shows winning above machine, each with its letter, instead of the machine numbers behind a toggle. */
  both?: boolean
  /** A recorded draw for everyone: balls without links, because the pages of numbers need a login. */
  unlinked?: boolean
  isHit?: (type: DrawType, place: number) => boolean
  /** Whether the result came while the row was on the screen. */
  arrival?: Arrival
  /** The last 44 pixels before the result, such as a bell. */
  end?: ReactNode
  /** At the end of a row of the desktop's wall. */
  actions?: ReactNode
  /** What the row opens to. */
  below?: ReactNode
}

/**
 * One draw of a list. A link of the class `draw-link` in its name makes the whole row lead to the draw, but for its first
 * ball, which leads to its number. The machine numbers are behind a `details` element that is empty but for its summary, so the toggle
 * works without script. Lists: `<ol className="draw-rows">`, with `draw-rows-wide` for rows across a desktop's screen.
 */
export function DrawRow({
  operator,
  colour,
  name,
  label,
  note,
  draw,
  both = false,
  unlinked = false,
  isHit,
  arrival = null,
  end,
  actions,
  below,
}: Props) {
  const hits = (type: DrawType) =>
    isHit && arrival !== 'settling' ? { isHit: (place: number) => isHit(type, place) } : {}
  const drawn = draw && draw.winning.length > 0 ? draw : null
  const sets = drawn && {
    winning: (
      <BallSet
        type="winning"
        numbers={drawn.winning}
        letter={both}
        unlinked={unlinked || 'rest'}
        {...hits('winning')}
      />
    ),
    machine:
      drawn.machine.length > 0 ? (
        <BallSet type="machine" numbers={drawn.machine} letter unlinked {...hits('machine')} />
      ) : (
        !unlinked && <MachineToCome />
      ),
  }
  const classes = [
    'draw-row',
    both && 'draw-row-both',
    // The browser lays out a row of a long year when it comes near the screen. Its least height is already known.
    unlinked && '[content-visibility:auto]',
    arrival && 'bg-soft',
    arrival === 'settling' && 'settle',
    stripeOf(operator, colour),
  ]
  return (
    <li className={classes.filter(Boolean).join(' ')}>
      <div className={`draw-name min-w-0 leading-tight ${both ? 'lg:my-0!' : ''}`}>
        <div className="text-name font-bold">{name}</div>
        <div className="text-xs text-quiet">{note}</div>
      </div>
      {!draw && (
        <>
          <BallsToCome type="winning" />
          <BallsToCome type="machine" letter />
          {end}
        </>
      )}
      {draw && !sets && unlinked && <p className="text-sm">No draw</p>}
      {sets && both && (
        <div className="draw-sets">
          {sets.winning}
          {sets.machine}
        </div>
      )}
      {sets && !both && (
        <>
          {sets.winning}
          <details className="draw-more">
            <summary aria-label={`Machine numbers of ${label}`}>
              <Icon name="down" />
            </summary>
          </details>
          {sets.machine}
        </>
      )}
      {actions && <div className="draw-actions">{actions}</div>}
      {below}
    </li>
  )
}

function MachineToCome() {
  return (
    <p className="balls balls-machine">
      <span className="balls-letter" aria-hidden="true">
        M
      </span>
      <span className="text-xs text-quiet">
        <span className="visually-hidden">Machine numbers </span>
        not in yet
      </span>
    </p>
  )
}
