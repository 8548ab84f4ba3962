import { DRAW_TYPES } from '../../platform/rules/base/balls.ts'
import type { Draw } from '../rules/draw.ts'
import type { GameColour } from '../rules/operators.ts'
import { BallSet } from '../../platform/web/ui/ball.tsx'
import { stripeOf } from './operator.tsx'

interface Props extends Pick<Draw, 'serial' | 'state' | 'winning' | 'machine'> {
  operator: string
  colour: GameColour | null
  corrected: boolean
  /** The first line, which leads to the draw's page. */
  title: string
  path: string
  /** Before the serial number on the second line. */
  note?: string
  /** On a page of another site: the link opens a new tab. */
  isAway?: boolean
}

/** One draw with both sets for everyone. The balls are no links, because the number pages need a login. */
export function PublicDrawRow({
  serial,
  operator,
  colour,
  corrected,
  title,
  path,
  note,
  isAway = false,
  ...sets
}: Props) {
  const facts = [note, serial !== null && `draw ${serial}`].filter(Boolean).join(', ')
  const notes = [facts, corrected && 'Corrected'].filter(Boolean)
  return (
    // The browser lays out a row of a long year when it comes near the screen. Its least height is already known.
    <li className={`draw-row draw-row-both [content-visibility:auto] ${stripeOf(operator, colour)}`}>
      <div className="draw-name min-w-0 leading-tight lg:my-0!">
        <div className="text-name font-bold">
          <a href={path} className="draw-link" {...(isAway && { target: '_blank', rel: 'noopener' })}>
            {title}
          </a>
        </div>
        <div className="text-xs text-quiet">{notes.join('. ')}</div>
      </div>
      {sets.winning.length === 0 ? (
        <p className="text-sm">No draw</p>
      ) : (
        <div className="draw-sets">
          {DRAW_TYPES.map(
            (type) =>
              sets[type].length > 0 && (
                <BallSet key={type} type={type} numbers={sets[type]} letter unlinked />
              ),
          )}
        </div>
      )}
    </li>
  )
}
